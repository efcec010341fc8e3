// Minimisation of smooth functions.

export { descend, type Evaluation } from "./descent.ts";
export { type Screened, screenedLbfgsB } from "./screened-lbfgs-b.ts";
