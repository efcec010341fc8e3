// Names to functions: the one place where a string chooses an algorithm. The scores' names stand in scores.ts.

import type * as z from "zod";
import type { Table } from "../data/table.ts";
import type { Graph } from "../graph/graph.ts";
import type { Knowledge } from "../graph/knowledge.ts";
import type { Rng } from "../math/rng.ts";
import type { Score } from "../score/score.ts";
import { bothSearches } from "../search/both.ts";
import { cam } from "../search/cam.ts";
import { directLingam } from "../search/direct-lingam.ts";
import { exactSearch } from "../search/exact.ts";
import { ges } from "../search/ges.ts";
import { hillClimb } from "../search/hill-climb.ts";
import { icaLingam } from "../search/ica-lingam.ts";
import { orderSearch } from "../search/order.ts";
import { pc } from "../search/pc.ts";
import { type PruneOptions, pruneByFit, pruneByScore, pruneByThreshold } from "../search/prune.ts";
import { pruneByCam } from "../search/prune-cam.ts";
import { pruneByQuadratic } from "../search/prune-quadratic.ts";
import type { AgentMachine } from "../search/rl/agent.ts";
import { corlRuns } from "../search/rl/corl.ts";
import { presets } from "../search/rl/presets.ts";
import { type AgentRuns, restarted } from "../search/rl/restarts.ts";
import { rlRuns } from "../search/rl/rl.ts";
import { rlOrderRuns } from "../search/rl/rl-order.ts";
import type { Search } from "../search/search.ts";
import * as settings from "./settings.ts";
import type { RunSpec } from "./spec.ts";

export { type ScoreEntry, type ScoreMachine, scores } from "./scores.ts";

export interface SearchContext {
  readonly table: Table;
  readonly score: Score;
  readonly knowledge: Knowledge;
  readonly rng: Rng;
  readonly spec: RunSpec;
  readonly memoryBytes: number;
  readonly from?: unknown;
  /** The proven best score, for searches that want it beforehand and where it could be had. */
  readonly optimum?: number;
  /** How networks are computed. */
  readonly machine?: AgentMachine;
}

/** Options of the searches that learn. */
type AgentOptions = NonNullable<RunSpec["rl"]>;

export interface SearchEntry {
  readonly describes: string;
  /** The options of an agent that it reads, by what else was said of them; another given is refused. */
  readonly reads?: (given: AgentOptions) => readonly (keyof AgentOptions)[];
  /** The pruning and the number of starts that go with it unless others are asked for. */
  readonly prune?: string;
  readonly restarts?: number;
  /** Is the polished graph its result, unless said otherwise? No, where absent. */
  readonly polish?: (given: AgentOptions) => boolean;
  /** It has a rule of its own for what a good graph is; the score only tells what that one is worth. */
  readonly ignoresScore?: boolean;
  /** What can be set of it, where that is something (settings.ts). */
  readonly settings?: z.ZodObject;
  /** A search is one or the other. Of an agent, the runs that restarts are made of. */
  readonly run?: (context: SearchContext) => Search;
  readonly agent?: (context: SearchContext) => AgentRuns;
}

/** A search with settings of its own. */
function tuned<S extends z.ZodObject>(
  schema: S,
  run: (context: SearchContext, given: z.output<S>) => Search,
): Pick<SearchEntry, "settings" | "run"> {
  // The spec's settings have been held against the schema.
  return { settings: schema, run: (context) => run(context, (context.spec.settings ?? {}) as z.output<S>) };
}

/** What every agent with a network reads of that. */
const networkOptions = ["batch", "inputSamples", "hidden", "stacks", "strict"] as const;

export const searches: Readonly<Record<string, SearchEntry>> = {
  exact: {
    describes: "the best of all graphs, with proof; up to 25 variables",
    run: ({ score, knowledge, memoryBytes, from }) => exactSearch(score, { knowledge, memoryBytes, from }),
  },
  order: {
    describes: "insertion hill climbing over causal orders; hundreds of variables, no proof",
    run: ({ score, knowledge, rng, spec, from }) =>
      orderSearch(score, rng.fork("order"), { knowledge, restarts: spec.restarts, from }),
  },
  both: {
    describes: "order search, then the order-decoded agent with restarts; the better graph, no proof",
    reads: () => ["iterations"],
    run: ({ table, score, knowledge, rng, spec, from, machine }) => {
      const options = { knowledge, restarts: spec.restarts, iterations: spec.rl?.iterations, from };
      return bothSearches(score, table.X, rng, options, machine);
    },
  },
  ges: {
    describes:
      "greedy equivalence search: insert, delete and turn edges of equivalence classes; hundreds of variables, no proof",
    ...tuned(settings.gesSettings, ({ score, knowledge, from }, given) =>
      ges(score, { ...given, knowledge, from }),
    ),
  },
  "hill-climb": {
    describes:
      "one edge at a time, with a tabu list; for any score that is a function of the graph, no proof",
    ...tuned(settings.hillClimbSettings, ({ score, knowledge, rng, spec, from }, given) =>
      hillClimb(score, rng.fork("hill-climb"), { ...given, knowledge, restarts: spec.restarts, from }),
    ),
  },
  pc: {
    describes:
      "tests of conditional independence, then directions (PC): an equivalence class; no score steers it",
    ignoresScore: true,
    ...tuned(settings.pcSettings, ({ table, score, knowledge, from }, given) => {
      const isOfCategories = table.levels?.every((labels) => labels !== null) === true;
      const { test = isOfCategories ? "g-square" : "fisher-z" } = given;
      return pc(table, score, { ...given, test, knowledge, from });
    }),
  },
  cam: {
    describes:
      "additive models: edges added one by one, the most explanatory first, then pruned; no score steers it",
    ignoresScore: true,
    prune: "cam",
    ...tuned(settings.camSettings, ({ table, score, knowledge, from }, given) =>
      cam(table, score, { ...given, knowledge, from }),
    ),
  },
  "direct-lingam": {
    describes: "linear effects, non-Gaussian noise: the order from its first cause on; no score steers it",
    ignoresScore: true,
    ...tuned(settings.directLingamSettings, ({ table, score, knowledge, from }, given) =>
      directLingam(table, score, { ...given, knowledge, from }),
    ),
  },
  "ica-lingam": {
    describes: "linear effects, non-Gaussian noise, by independent component analysis; no score steers it",
    ignoresScore: true,
    restarts: 3,
    ...tuned(settings.icaLingamSettings, ({ table, score, knowledge, rng, spec, from }, given) =>
      icaLingam(table, score, rng.fork("ica-lingam"), {
        ...given,
        knowledge,
        restarts: spec.restarts,
        from,
      }),
    ),
  },
  rl: {
    describes: "the paper's agent: a network proposes graphs and learns from their rewards; no proof",
    reads: () => [
      "preset",
      "iterations",
      "lambda",
      "lambdaEvery",
      "stop",
      "encoder",
      "decoder",
      "step",
      "learningRate",
      ...networkOptions,
      "heads",
      "inner",
      "decoderHidden",
      "logitBias",
      "isLogitBiasConstant",
      "distance",
      "polishEvery",
      "patience",
    ],
    prune: "threshold",
    restarts: 1,
    polish: ({ preset = "fast" }) => presets[preset].isPolished === true,
    agent: ({ table, score, knowledge, rng, spec, optimum, machine = {} }) => {
      const { preset = "fast", strict: _, ...given } = spec.rl ?? {};
      const options = { ...presets[preset].options(score.d), ...given, knowledge, optimum };
      return rlRuns(score, table.X, rng.fork("rl"), options, machine);
    },
  },
  "rl-order": {
    describes: "an agent whose graphs are read as causal orders, without cycles to unlearn; no proof",
    reads: ({ policy }) => [
      ...(["policy", "iterations", "stop", "learningRate", "patience"] as const),
      ...(policy === "encoder" ? networkOptions : (["batch"] as const)),
    ],
    restarts: 1,
    agent: ({ table, score, knowledge, rng, spec, optimum, machine = {} }) => {
      const { strict: _, preset: __, ...given } = spec.rl ?? {};
      const options = { ...given, knowledge, optimum };
      return rlOrderRuns(score, table.X, rng.fork("rl-order"), options, machine);
    },
  },
  corl: {
    describes: "an agent that draws causal orders variable by variable (CORL); no proof",
    reads: () => [
      ...(["reward", "iterations", "stop", "learningRate", "patience", "heads", "inner"] as const),
      ...networkOptions,
    ],
    restarts: 1,
    agent: ({ table, score, knowledge, rng, spec, optimum, machine = {} }) => {
      const { strict: _, preset: __, ...given } = spec.rl ?? {};
      const options = { ...given, knowledge, optimum };
      return corlRuns(score, table.X, rng.fork("corl"), options, machine);
    },
  },
};

/** A search by its name, with the restarts of its spec. */
export function searchOf(name: string, context: SearchContext): Search {
  const { run, agent } = searches[name];
  if (run) return run(context);
  const { score, spec, from, machine } = context;
  return restarted(agent!(context), score.d, { restarts: spec.restarts, from }, machine?.pool);
}

export interface PruningEntry {
  readonly describes: string;
  readonly prune: (graph: Graph, score: Score, options: PruneOptions, table: Table) => Graph;
}

export const prunings: Readonly<Record<string, PruningEntry>> = {
  none: { describes: "keep every edge", prune: (graph) => graph },
  threshold: {
    describes: "drop edges whose coefficient is at most --threshold in size, one shot (as in the paper)",
    prune: pruneByThreshold,
  },
  greedy: {
    describes: "drop edges while the score does not fall by more than --tolerance (0)",
    prune: pruneByScore,
  },
  "greedy-fit": {
    describes: "drop edges while a node's residuals rise by no more than the share --tolerance (0.01)",
    prune: pruneByFit,
  },
  quadratic: {
    describes:
      "as threshold, of quadratic fits: drop parents all of whose terms are at most --threshold in size",
    prune: (graph, _, options, table) => pruneByQuadratic(graph, table, options),
  },
  cam: {
    describes: "drop parents whose smooth term has a p-value of --alpha (0.001) or more, one shot (CAM)",
    prune: (graph, _, { knowledge, alpha }, table) => pruneByCam(graph, table, { knowledge, alpha }),
  },
};
