// Scores: what of them others may use.

export { type AdditiveScoreOptions, additive } from "./additive.ts";
export { type BdeuOptions, bdeu } from "./bdeu.ts";
export { bge } from "./bge.ts";
export { type DiscreteBicOptions, discreteBic } from "./discrete-bic.ts";
export { type GeneralizedCvOptions, generalizedCv, generalizedCvTerms } from "./generalized-cv.ts";
export {
  type GeneralizedMarginalOptions,
  generalizedMarginal,
  generalizedMarginalTerms,
} from "./generalized-marginal.ts";
export { type GpOptions, gp, gpTerms } from "./gp.ts";
export { gpEqualVariance } from "./gp-equal-variance.ts";
export {
  type GpPublishedOptions,
  gpPublished,
  gpPublishedEqualVariance,
  gpPublishedResiduals,
} from "./gp-published.ts";
export type { GpGrid, GpMachine } from "./gp-statistics.ts";
export { type IndependenceOptions, independence } from "./independence.ts";
export { linearBic, linearBicEqualVariance } from "./linear-bic.ts";
export { type MixedBicOptions, mixedBic } from "./mixed-bic.ts";
export {
  emptyParentSetTable,
  fromParentSetTable,
  inTurn,
  type ParentSetTable,
  type ParentSetValues,
  parentSetRow,
  parentSets,
  parentSetTable,
  type SetWorkers,
  type TableProgress,
} from "./parent-sets.ts";
export { type QuadraticOptions, quadratic, quadraticEqualVariance } from "./quadratic.ts";
export { isBetter, type Local, lead, paperScore, type Score } from "./score.ts";
export { type UserScore, type UserScoreMaker, userScore } from "./user-score.ts";
