// Additive models of penalised splines.

export {
  type AdditiveOptions,
  additiveFit,
  type BasisScatter,
  basisScatter,
  isSaturated,
} from "./additive.ts";
export { type NeighbourOptions, neighbours } from "./neighbours.ts";
export { smoothPValues } from "./smooth-p.ts";
export { splineBasis } from "./splines.ts";
