import type { BatchOptions, Grid, Library, Run } from "./experiment.js";

/** Makes the runs that have no result in the store; gives why runs failed, where they did. */
export function runBatch(
  library: Library,
  grid: Grid,
  runs: readonly Run[],
  options: BatchOptions,
): Promise<string[]>;
