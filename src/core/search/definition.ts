// What there is to know about a search without running it, said once, beside its algorithm. The command line, its help, the
// fields of the page, the HTTP schema, the docs' tables and refusals are made of it. A search is added by its file, its
// definition, and a line in searches.ts. Definitions of a family look alike and share no lines: each is read alone, and what
// is written in it is what holds of its search.

import type * as z from "zod";
import type { Graph } from "../graph/graph.ts";
import type { Knowledge } from "../graph/knowledge.ts";
import type { OptionValues } from "../option.ts";
import type { MethodFacts } from "../references.ts";
import type { Score } from "../score/score.ts";
import type { AgentRuns } from "./agents/agents.ts";
import type { PruneOptions } from "./prune/prune.ts";
import type { Search, SearchMachine, SearchProblem, SearchStep } from "./search.ts";

/** Kinds of searches, in the order in which a person is shown them. */
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

export interface SearchDefinition<
  N extends string = string,
  O extends z.ZodObject = z.ZodObject,
  S extends SearchStep = SearchStep,
> {
  readonly name: N;
  readonly group: keyof typeof searchGroups;
  /** What it is, in a line. */
  readonly summary: string;
  /** What a methods section says of it; absent: its name. */
  readonly method?: MethodFacts;
  /** When one takes it, in a line. */
  readonly when: string;
  /** What it returns: a graph; a class of graphs; or what its score can tell apart. */
  readonly finds: "dag" | "class" | "as the score";
  /** What steers it: a score; or a rule of its own on the rows, and the score only tells what the graph is worth. */
  readonly uses: "score" | "rows";
  readonly options: O;
  /** What options are where they are not given, if that depends on the others. */
  readonly filled?: (settings: z.output<O>) => OptionValues;
  /** Starts (of an agent: runs) by default; absent where it has but one. */
  readonly restarts?: number;
  /** The pruning that goes with it by default. */
  readonly prune?: string;
  /** What it sets of pruning. */
  readonly pruning?: (options: z.output<O>) => Partial<PruneOptions>;
  /** Is the polished graph its result by default? No, where absent. */
  readonly isPolished?: (options: z.output<O>) => boolean;
  /** Of a search by rows: are the effects in its model linear? No, where absent. */
  readonly isLinear?: (options: z.output<O>) => boolean;
  /** Does it read the rows, so that their scatter matrix is not enough? No, where absent. */
  readonly needsRows?: (options: z.output<O>) => boolean;
  /** Its rule adds squares in the columns' units, so that another unit can turn edges. */
  readonly hasUnits?: boolean;
  /** It draws rows in batches, so that another order of the rows gives another run. */
  readonly hasBatches?: boolean;
  /** Has it a network, which threads can share and whose arithmetic can be strict? No, where absent. */
  readonly hasNetwork?: (options: z.output<O>) => boolean;
  /** Refuses a score, or a size, that it cannot take, before anything is computed. */
  readonly refuse?: (score: Score, machine: SearchMachine) => void;
  /** The terms of the score that it will ask for one by one, where that is known beforehand; absent: not known. */
  readonly terms?: (score: Score, knowledge: Knowledge) => number | undefined;
  /** Could it return this graph, as its options are? Yes, where absent. */
  readonly reaches?: (graph: Graph, options: z.output<O>) => boolean;
  readonly run: (problem: SearchProblem, options: z.output<O>, machine: SearchMachine) => Search<S>;
  /** Of an agent: its independent runs, which can be made apart. */
  readonly runs?: (problem: SearchProblem, options: z.output<O>, machine: SearchMachine) => AgentRuns;
  /** Of a search with starts that can be made apart: what start k ends at, as JSON. */
  readonly starts?: (problem: SearchProblem, options: z.output<O>) => (k: number) => unknown;
  /** Of a search whose work is in tasks that can be made apart: what comes of one. */
  readonly tasks?: (problem: SearchProblem, options: z.output<O>) => (task: unknown) => unknown;
  /** Does it sweep over all subsets of the variables, in memory that threads can share? No, where absent. */
  readonly hasSweeps?: boolean;
  /** The agent whose runs it makes at its end, which can be made apart. */
  readonly endsWithAgent?: string;
  /** Most variables, and most edges for each of them, for which it takes little time; absent: it may always take long. */
  readonly isQuickFor?: { readonly variables: number; readonly edges: number };
  /** Can it end long before its work is done, as far as it tells that beforehand? No, where absent. */
  readonly mayEndEarly?: boolean;
  /** What it has to say about its own end, in sentences. */
  readonly notes?: (step: S, names: readonly string[]) => readonly string[];
}

/** A definition whose options and steps are its own affair. */
export type AnySearch = SearchDefinition;

export function defineSearch<const N extends string, O extends z.ZodObject, S extends SearchStep>(
  definition: SearchDefinition<N, O, S>,
): SearchDefinition<N, O, S> {
  return definition;
}
