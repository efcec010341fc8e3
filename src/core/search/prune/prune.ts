// Rules for dropping edges that the data do not need.

export { defaultThreshold } from "./definition.ts";
export { additivePValues, type PruneCamOptions, pruneByCam } from "./prune-cam.ts";
export { type PruneOptions, pruneByFit, pruneByScore, pruneByThreshold } from "./prune-edges.ts";
export { pruneByQuadratic } from "./prune-quadratic.ts";
export { type PruningName, pruningDefinitions, prunings } from "./prunings.ts";
