// The parts of the scores that other folders may use.

export * from "./additive.ts";
export * from "./bdeu.ts";
export * from "./bge.ts";
export * from "./discrete-bic.ts";
export * from "./generalized-cv.ts";
export * from "./generalized-marginal.ts";
export * from "./gp.ts";
export * from "./gp-equal-variance.ts";
export * from "./gp-published.ts";
export * from "./gp-statistics.ts";
export { type IndependenceOptions, independence } from "./independence.ts";
export * from "./linear-bic.ts";
export * from "./mixed-bic.ts";
export * from "./parent-sets.ts";
export * from "./penalty-weight.ts";
export * from "./quadratic.ts";
export * from "./score.ts";
export * from "./user-score.ts";
