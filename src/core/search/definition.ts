// Everything about a search that is known without running it, in one place, beside its algorithm. The command line, its help, the
// fields of the page, the HTTP schema, the tables in the docs and the refusals are generated from it. To add a search, add its
// file, its definition, and a line in searches.ts. Definitions of a family look alike but share no lines: each can be read on its
// own, and everything in it applies to its search.

import type * as z from "zod";
import type { Graph } from "../graph/graph.ts";
import type { Knowledge } from "../graph/knowledge.ts";
import type { OptionValues } from "../option.ts";
import type { MethodFacts } from "../references.ts";
import type { Score } from "../score/score.ts";
import type { AgentRuns } from "./agents/agents.ts";
import type { PruneOptions } from "./prune/prune.ts";
import type { Search, SearchMachine, SearchProblem, SearchStep } from "./search.ts";

/** Kinds of searches, in the order in which they are shown. */
export const searchGroups = {
  proof: {
    title: "Finds the best score, with a proof",
    help: "Covers all graphs without enumerating them, and writes a proof.",
  },
  steps: {
    title: "Steps from graph to graph",
    help: "Improves a graph or an order step by step. Fast, also with many variables; without a proof.",
  },
  learns: {
    title: "Learns",
    help: "A network proposes graphs and learns from their scores. The most to watch; without a proof.",
  },
  tests: {
    title: "By tests of independence",
    help: "Tests which variables are conditionally independent. Uses no score.",
  },
  noise: {
    title: "For non-Gaussian noise",
    help: "Linear effects with clearly non-Gaussian noise: then all directions are identified.",
  },
  curves: {
    title: "For additive curved effects",
    help: "Each cause has a smooth effect, and the effects add up. Uses no score.",
  },
  gradients: {
    title: "By gradients",
    help: "Fits weights or networks under a penalty on cycles. Mostly to compare with the literature.",
  },
} as const;

/** What a search may need of the table and of the score. */
export const searchNeeds = {
  rows: "the rows of the table",
  numbers: "columns of numbers",
  terms: "a score with local terms",
  equivalence: "a score that is the same for all members of a class",
} as const;

export type Need = keyof typeof searchNeeds;

export interface SearchDefinition<
  N extends string = string,
  O extends z.ZodObject = z.ZodObject,
  S extends SearchStep = SearchStep,
> {
  readonly name: N;
  readonly group: keyof typeof searchGroups;
  /** A description in one line. */
  readonly summary: string;
  /** Its description in a methods section; default: its name. */
  readonly method?: MethodFacts;
  /** When to use it, in one line. */
  readonly when: string;
  /** What it returns: a graph; a class of graphs; or either, depending on what the score can distinguish. */
  readonly finds: "dag" | "class" | "as the score";
  /** What it optimises: a score; or its own criterion on the rows, with the score only evaluating the resulting graph. */
  readonly uses: "score" | "rows";
  readonly options: O;
  /** Defaults of options that depend on other options. */
  readonly filled?: (settings: z.output<O>) => OptionValues;
  /** Default number of starts (for an agent: of runs); absent if there is only one. */
  readonly restarts?: number;
  /** The pruning that follows it by default. */
  readonly prune?: string;
  /** Pruning options that it sets. */
  readonly pruning?: (options: z.output<O>) => Partial<PruneOptions>;
  /** Whether the polished graph is its result by default. Default: no. */
  readonly isPolished?: (options: z.output<O>) => boolean;
  /** For a search by rows: whether the effects in its model are linear. Default: no. */
  readonly isLinear?: (options: z.output<O>) => boolean;
  /** What it cannot do without; a table or score without that is refused before the search starts. Default: nothing. */
  readonly needs?: (options: z.output<O>) => readonly Need[];
  /** Its criterion adds squares in the columns' units, so that a change of units can reverse edges. */
  readonly hasUnits?: boolean;
  /** Whether it has a network, which threads can share and whose arithmetic can be strict. Default: no. */
  readonly hasNetwork?: (options: z.output<O>) => boolean;
  /** Throws if so many variables need more memory than there is, before anything is computed. */
  readonly refuse?: (score: Score, machine: SearchMachine) => void;
  /** Number of score terms that it will evaluate one by one; undefined, or the function absent, if not known beforehand. */
  readonly terms?: (score: Score, knowledge: Knowledge) => number | undefined;
  /** Whether it could return this graph with its options. Default: yes. */
  readonly reaches?: (graph: Graph, options: z.output<O>) => boolean;
  readonly run: (problem: SearchProblem, options: z.output<O>, machine: SearchMachine) => Search<S>;
  /** For an agent: its independent runs, which workers can execute. */
  readonly runs?: (problem: SearchProblem, options: z.output<O>, machine: SearchMachine) => AgentRuns;
  /** For a search whose starts workers can execute: the end of start k, as JSON. */
  readonly starts?: (problem: SearchProblem, options: z.output<O>) => (k: number) => unknown;
  /** For a search whose work is in tasks that workers can execute: the result of one. */
  readonly tasks?: (problem: SearchProblem, options: z.output<O>) => (task: unknown) => unknown;
  /** Whether it sweeps over all subsets of the variables, in memory that threads can share. Default: no. */
  readonly hasSweeps?: boolean;
  /** The agent whose runs, which workers can execute, form its last phase. */
  readonly endsWithAgent?: string;
  /** Maximum number of variables, and of edges per variable, for which it is fast; absent if it may always take long. */
  readonly isQuickFor?: { readonly variables: number; readonly edges: number };
  /** Whether it can end long before its predicted work is done. Default: no. */
  readonly mayEndEarly?: boolean;
  /** Notes on how it ended, in sentences. */
  readonly notes?: (step: S, names: readonly string[]) => readonly string[];
  /** What in the rows violates its model, in sentences for the head of the answer. */
  readonly warnings?: (step: S, names: readonly string[]) => readonly string[];
}

/** A definition with unspecified types of options and steps. */
export type AnySearch = SearchDefinition;

export function defineSearch<const N extends string, O extends z.ZodObject, S extends SearchStep>(
  definition: SearchDefinition<N, O, S>,
): SearchDefinition<N, O, S> {
  return definition;
}
