// All pruning rules; to add one, add its line here.

import type { AnyPruning } from "./definition.ts";
import { cam } from "./prune-cam.ts";
import { greedy, greedyFit, none, threshold } from "./prune-edges.ts";
import { quadratic } from "./prune-quadratic.ts";

/** By name, in the order in which they are shown. */
export const pruningDefinitions = {
  none,
  threshold,
  greedy,
  "greedy-fit": greedyFit,
  quadratic,
  cam,
} as const;

export type PruningName = keyof typeof pruningDefinitions;

/** The same without their specific types: options are validated by the schema first. */
export const prunings = pruningDefinitions as unknown as Readonly<Record<string, AnyPruning>>;
