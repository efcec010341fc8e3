// Rules by which edges are dropped that the data do not need.

export { additivePValues, defaultAlpha, type PruneCamOptions, pruneByCam } from "./prune-cam.ts";
export {
  defaultThreshold,
  type PruneOptions,
  pruneByFit,
  pruneByScore,
  pruneByThreshold,
} from "./prune-edges.ts";
export { pruneByQuadratic } from "./prune-quadratic.ts";
