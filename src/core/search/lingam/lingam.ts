// Searches for linear models with non-Gaussian noise.

export { type LingamOptions, regressionNames } from "./along-order.ts";
export { directLingam } from "./direct-lingam.ts";
export { type IcaLingamOptions, type IcaLingamStep, icaLingam } from "./ica-lingam.ts";
export { unitNames } from "./ica-weights.ts";
export type { LingamStep } from "./placed-variables.ts";
