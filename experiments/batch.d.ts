import type { BatchOptions, Grid, Library, Run } from "./experiment.js";

/** Executes the runs that have no result in the store; returns the reasons of failed runs. */
export function runBatch(
  library: Library,
  grid: Grid,
  runs: readonly Run[],
  options: BatchOptions,
): Promise<string[]>;
