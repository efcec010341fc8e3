// The default search and the reason for it; and when a proof is worth its cost.

import type { Score } from "../../score/score.ts";
import { maxExactVariables, subsetProgramBytes, usualExactVariables } from "../../search/exact/exact.ts";
import type { SearchMachine } from "../../search/search.ts";
import type { RunSpec } from "../spec.ts";
import { written } from "../written.ts";

/** Largest number of variables for which the optimum is proven beside another search. */
export const gapVariables = 16;
/** Largest number of variables for which a score that is computed term by term is searched exactly by default. */
const mostVariables = 16;

/** The searches that auto may choose, by name: which one suits a table is decided here, not by each of them. */
export const choosable = ["exact", "order", "hill-climb"] as const;

/** The search and the reason for it: a proof if one is feasible, otherwise the search that gets furthest in the time. */
export function chosenSearch(
  spec: RunSpec,
  score: Score,
  machine: SearchMachine,
): { name: string; choice: string } {
  const { search: name, chosen: resolved = [] } = spec;
  if (name !== "auto" && !resolved.includes("search")) return { name, choice: "requested" };
  const fitting = chosen(score, machine);
  if (name === "auto" || name === fitting.name) return fitting;
  return { name, choice: "chosen by the machine that planned the task" };
}

/** The spec with the search that was chosen. */
export function withChosenSearch(spec: RunSpec, name: string): RunSpec {
  const { search, chosen: before = [] } = spec;
  return search === "auto" ? { ...spec, search: name, chosen: [...before, "search"] } : spec;
}

function chosen(
  score: Score,
  { memoryBytes = Number.POSITIVE_INFINITY, crew }: SearchMachine,
): { name: (typeof choosable)[number]; choice: string } {
  const { d, local } = score;
  if (local === undefined)
    return { name: "hill-climb", choice: "the score has no local terms, only a value for a graph" };
  if (local.gaussian === undefined && d > (score.exactVariables ?? mostVariables)) {
    const terms = d * 2 ** (d - 1);
    const number = terms < 1e12 ? written(terms) : terms.toExponential(0).replace("e+", "e");
    return { name: "order", choice: `a proof would need ${number} terms of the score ${score.name}` };
  }
  if (d > maxExactVariables)
    return {
      name: "order",
      choice: `a proof is possible up to ${maxExactVariables} variables, and there are ${d}`,
    };
  const bytes = subsetProgramBytes(d, local, crew?.threads);
  const size = `${Math.ceil(bytes / 1e6)} MB`;
  if (d <= usualExactVariables && bytes <= memoryBytes)
    return { name: "exact", choice: `${d} variables need ${size}, so the optimum can be proven` };
  return { name: "order", choice: `${d} variables would need ${size} for a proof` };
}

/** Is the proven optimum of this score worth having beside a search that proves nothing? */
export function isProofCheap(score: Score, memoryBytes: number): boolean {
  const { d, local, exactVariables = gapVariables } = score;
  return (
    local !== undefined &&
    d <= Math.min(gapVariables, exactVariables) &&
    subsetProgramBytes(d, local) <= memoryBytes
  );
}
