// The limits of exact search: the number of variables, and the memory.

import { check } from "../../check.ts";
import type { Local, Score } from "../../score/score.ts";
import type { SearchMachine } from "../search.ts";
import { costChunk } from "./subset-costs.ts";
import { subsetProgramBytes, threadedVariables } from "./subset-program.ts";

/** The largest number tested; the tables take 16 GB. */
export const maxExactVariables = 27;

/** Most variables for which a proof is attempted by default; their tables fit into one memory. */
export const usualExactVariables = 25;

/** Number of threads that the sweeps over the subsets of d variables can keep busy. */
export function sweepThreads(d: number): number {
  return d >= threadedVariables && d <= maxExactVariables ? 2 ** d / costChunk : 1;
}

/** Throws, before anything is allocated, if exact search cannot handle the score or the number of variables. */
export function checkExact(
  score: Score,
  { memoryBytes = Number.POSITIVE_INFINITY, crew }: SearchMachine,
): Local {
  const { local, d, name } = score;
  check(
    local !== undefined,
    `exact: the score "${name}" has no local terms, so nothing can be proven; use another search`,
  );
  const bytes = subsetProgramBytes(d, local, crew?.threads);
  check(
    d <= maxExactVariables,
    `exact: ${d} variables need ${gigabytes(bytes)} of memory, and at most ${maxExactVariables} variables are supported`,
    tooLarge,
  );
  check(
    bytes <= memoryBytes,
    () =>
      `exact: ${d} variables need ${gigabytes(bytes)} of memory and ${gigabytes(memoryBytes)} are available`,
    tooLarge,
  );
  return local;
}

const tooLarge = {
  field: "search",
  remedies: [{ set: { search: "order" } }, { act: "use fewer columns", option: "columns" }],
};

function gigabytes(bytes: number): string {
  return bytes >= 1e15
    ? `${(bytes / 1e9).toExponential(1)} GB`
    : `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;
}
