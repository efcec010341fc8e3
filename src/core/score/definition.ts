// What there is to know about a score without computing it, said once, beside its formula. The command line, its help, the
// fields of the page, the HTTP schema, the docs' tables and refusals are made of it. A score is added by its file and a line
// in scores.ts. Definitions of a family look alike and share no lines: each is read alone.

import type * as z from "zod";
import type { Table } from "../data/table.ts";
import type { MethodFacts } from "../references.ts";
import type { ParentSetValues, SetWorkers, StoredSets } from "./parent-sets.ts";
import { scorable, type Takes } from "./scorable.ts";
import type { Score } from "./score.ts";
import type { Beat } from "./watched-terms.ts";

/** Kinds of scores, in the order in which a person is shown them. */
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

/** What slow scores may use. */
export interface ScoreMachine {
  /** Numbers of parent sets, computed before. */
  readonly sets?: ParentSetValues | undefined;
  /** Who computes numbers of parent sets that are asked for at once. */
  readonly workers?: SetWorkers | undefined;
  /** Where such numbers are kept between runs. */
  readonly kept?: StoredSets | undefined;
  /** The float64 kernels as 256-bit instructions. */
  readonly wide?: WebAssembly.Module | undefined;
  /** Called in the middle of a term that takes long. */
  readonly beat?: Beat | undefined;
}

export interface ScoreDefinition<N extends string = string, O extends z.ZodObject = z.ZodObject> {
  readonly name: N;
  readonly group: keyof typeof scoreGroups;
  /** What it is, in a line. */
  readonly summary: string;
  /** What a methods section says of it; absent: its name. */
  readonly method?: MethodFacts;
  /** When one takes it, in a line. */
  readonly when: string;
  /** What its columns are: numbers, where absent. */
  readonly takes?: Takes;
  /** Are the effects in its model linear? No, where absent. */
  readonly isLinear?: boolean;
  /** Does it read the rows, so that their scatter matrix is not enough? Yes of one that takes categories; otherwise no, where absent. */
  readonly needsRows?: boolean;
  /** How it is told how sure edges are where no method is named: what was closest to the truth (experiments/calibration). Absent: subsample. */
  readonly confidence?: "posterior" | "bootstrap";
  readonly options: O;
  /** Is its penalty another one in the paper's equation than in the published runs? No, where absent. */
  readonly hasPenaltyForms?: boolean;
  /** The pruning that goes with it where a search prunes by a threshold by default. */
  readonly prune?: string;
  readonly make: (table: Table, options: z.output<O>, machine: ScoreMachine) => Score;
  /** Of a slow score: the numbers of each parent set, which `make` takes where they were computed before. */
  readonly sets?: (table: Table, options: z.output<O>, machine: ScoreMachine) => ParentSetValues;
}

/** A definition whose options are its own affair. */
export type AnyScore = ScoreDefinition;

/** The definition, its score made of a table as it takes it. */
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
