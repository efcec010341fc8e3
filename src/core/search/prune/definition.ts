// Everything about a pruning rule, in one place, beside it. To add a rule, add its file and a line in prunings.ts.

import type * as z from "zod";
import { type Refusal, setTo } from "../../check.ts";
import type { Table } from "../../data/table.ts";
import type { Graph } from "../../graph/graph.ts";
import { filledOption, option, size } from "../../option.ts";
import type { Score } from "../../score/score.ts";
import type { PruneOptions } from "./prune-edges.ts";

/** What is pruned, and the settings that all rules share: knowledge, smoothing, a beat. */
export interface PruneProblem {
  readonly graph: Graph;
  readonly score: Score;
  readonly table: Table;
  readonly common: Omit<PruneOptions, "threshold" | "tolerance" | "alpha">;
}

export interface PruningDefinition<N extends string = string, O extends z.ZodObject = z.ZodObject> {
  readonly name: N;
  /** A description in one line. */
  readonly summary: string;
  readonly options: O;
  /** Whether it reads the rows, so that their scatter matrix is not enough. Default: no. */
  readonly needsRows?: boolean;
  readonly prune: (problem: PruneProblem, options: z.output<O>) => Graph;
}

/** A definition with unspecified options. */
export type AnyPruning = PruningDefinition;

export function definePruning<const N extends string, O extends z.ZodObject>(
  definition: PruningDefinition<N, O>,
): PruningDefinition<N, O> {
  return definition;
}

/** The refusal of a rule that cannot be used here, with those that can. */
export function otherPruning(...names: readonly string[]): Refusal {
  return { field: "prune", remedies: setTo("prune", names) };
}

const group = "Pruning";

/** The paper's value: coefficients up to this absolute value are pruned. */
export const defaultThreshold = 0.3;

export const threshold = filledOption(size, {
  title: "Threshold of pruning",
  help: "coefficients up to this size are dropped",
  default: defaultThreshold,
  flag: "--threshold <size>",
  group,
});

export const tolerance = (value: number, help: string) =>
  option(size, {
    title: "Tolerance of pruning",
    help,
    default: value,
    flag: "--tolerance <amount>",
    group,
  });
