// The description of a score, stated once, beside its formula. The command line and its help, the fields of the page, the HTTP
// schema, the tables in the docs and error messages are generated from it. A new score needs its file and a line in scores.ts.
// Definitions of one family look alike but share no lines, so that each can be read on its own.

import type * as z from "zod";
import type { Table } from "../data/table.ts";
import type { MethodFacts } from "../references.ts";
import type { ParentSetValues, SetWorkers, StoredSets } from "./parent-sets.ts";
import { scorable, type Takes } from "./scorable.ts";
import type { Score } from "./score.ts";
import type { Beat } from "./watched-terms.ts";

/** Groups of scores, in the order in which they are shown. */
export const scoreGroups = {
  lines: {
    title: "Numbers, straight-line effects",
    help: "Twice the cause, twice the effect. Start here.",
  },
  curves: {
    title: "Numbers, curved effects",
    help: "Curves can identify directions that straight lines cannot.",
  },
  any: {
    title: "Numbers, any dependence",
    help: "Few assumptions, long computation: for tables of few columns and at most 2,000 rows.",
  },
  categories: {
    title: "Categories",
    help: "Every column is a set of labels; a column of numbers gets a label for each distinct value.",
  },
  mixed: { title: "Categories and numbers", help: "Labels stay labels, numbers stay numbers." },
  published: {
    title: "Only to compare with the paper",
    help: "As published, with a flaw that is described in the documentation.",
  },
} as const;

/** Resources that slow scores may use. */
export interface ScoreMachine {
  /** Precomputed values of parent sets. */
  readonly sets?: ParentSetValues | undefined;
  /** Workers that compute the values of several parent sets in parallel. */
  readonly workers?: SetWorkers | undefined;
  /** Storage for such values between runs. */
  readonly kept?: StoredSets | undefined;
  /** The float64 kernels compiled to 256-bit instructions. */
  readonly wide?: WebAssembly.Module | undefined;
  /** Called during the computation of a slow term. */
  readonly beat?: Beat | undefined;
}

export interface ScoreDefinition<N extends string = string, O extends z.ZodObject = z.ZodObject> {
  readonly name: N;
  readonly group: keyof typeof scoreGroups;
  /** What it is, in one line. */
  readonly summary: string;
  /** What a methods section says about it; default: its name. */
  readonly method?: MethodFacts;
  /** When to use it, in one line. */
  readonly when: string;
  /** The type of columns it takes; default: numbers. */
  readonly takes?: Takes;
  /** Whether the effects in its model are linear; default: no. */
  readonly isLinear?: boolean;
  /** Whether it reads the rows, so that a scatter matrix is not enough; default: only if it takes categories. */
  readonly needsRows?: boolean;
  /** Its terms add squares in the columns' units, so that a change of units can change the best graph; default: no. */
  readonly hasUnits?: boolean;
  /** Default method for the confidence in edges: the best calibrated one (experiments/calibration). If absent: subsample. */
  readonly confidence?: "posterior" | "bootstrap";
  readonly options: O;
  /** Whether the size of the table chooses the weight of its penalty by default, unless an agent searches; default: no. */
  readonly isWeighedBySize?: boolean;
  /** Whether its penalty differs between the paper's equation and the published runs; default: no. */
  readonly hasPenaltyForms?: boolean;
  /** The pruning method used with it in place of a search's default threshold. */
  readonly prune?: string;
  readonly make: (table: Table, options: z.output<O>, machine: ScoreMachine) => Score;
  /** For a slow score: the values of each parent set, which `make` uses if precomputed. */
  readonly sets?: (table: Table, options: z.output<O>, machine: ScoreMachine) => ParentSetValues;
}

/** A definition with options of any type. */
export type AnyScore = ScoreDefinition;

/** The definition, with tables converted to the column types that the score takes. */
export function defineScore<const N extends string, O extends z.ZodObject>(
  definition: ScoreDefinition<N, O>,
): ScoreDefinition<N, O> {
  const { make, sets } = definition;
  const tableFor = (table: Table, options: { readonly categorical?: readonly string[] }) =>
    scorable(table, definition, options.categorical);
  return {
    ...definition,
    make: (table, options, machine) => make(tableFor(table, options), options, machine),
    ...(sets && { sets: (table, options, machine) => sets(tableFor(table, options), options, machine) }),
  };
}
