// Names to functions: the one place where a string chooses a search. The names of scores stand in scores.ts, of prunings in
// prunings.ts, and what can be set of a search in settings.ts.

import type * as z from "zod";
import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import type { Knowledge } from "../graph/knowledge.ts";
import type { Rng } from "../math/rng.ts";
import type { Score } from "../score/score.ts";
import type { Beat } from "../score/watched-terms.ts";
import type { AgentMachine } from "../search/agents/agents.ts";
import {
  type AgentRuns,
  corlRuns,
  presets,
  restarted,
  rlOrderRuns,
  rlRuns,
} from "../search/agents/agents.ts";
import { cam } from "../search/cam/cam.ts";
import { pc } from "../search/constraint/constraint.ts";
import {
  dagGnn,
  dagma,
  granDag,
  notears,
  notearsMlp,
  notearsQuadratic,
} from "../search/continuous/continuous.ts";
import { exactSearch } from "../search/exact/exact.ts";
import { ges, hillClimb } from "../search/greedy/greedy.ts";
import { directLingam, icaLingam } from "../search/lingam/lingam.ts";
import { orderSearch } from "../search/order/order.ts";
import { bothSearches } from "../search/order-then-agent.ts";
import type { Search } from "../search/search.ts";
import * as settings from "./settings.ts";
import type { RunSpec } from "./spec.ts";

export { prunings } from "./prunings.ts";
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
  /** For searches whose steps take long. */
  readonly beat?: Beat;
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
  /** It chooses an equivalence class, not a member of it, whatever the score could tell. */
  readonly findsClass?: boolean;
  /** Of a search with a rule of its own, by its settings: are the effects in its model linear? No, where absent. */
  readonly isLinear?: (settings: NonNullable<RunSpec["settings"]>) => boolean;
  /** Its rule adds squares in the columns' units, so that another unit can turn edges. */
  readonly hasUnits?: boolean;
  /** It draws rows in batches, so that another order of the rows gives another run. */
  readonly hasBatches?: boolean;
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
    describes:
      "insertion hill climbing over causal orders, from random ones and from shaken ones; hundreds of variables, no proof",
    ...tuned(settings.orderSettings, ({ score, knowledge, rng, spec, from }, given) =>
      orderSearch(score, rng.fork("order"), { ...given, knowledge, restarts: spec.restarts, from }),
    ),
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
    findsClass: true,
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
    isLinear: ({ test }) => test !== "kci",
    ...tuned(settings.pcSettings, ({ table, score, knowledge, from, beat }, given) => {
      const isOfCategories = table.levels?.every((labels) => labels !== null) === true;
      const { test = isOfCategories ? "g-square" : "fisher-z" } = given;
      return pc(table, score, { ...given, test, knowledge, from, beat });
    }),
  },
  cam: {
    describes:
      "additive models: edges added one by one, the most explanatory first, then pruned; no score steers it",
    ignoresScore: true,
    prune: "cam",
    ...tuned(settings.camSettings, ({ table, score, knowledge, from, beat }, given) =>
      cam(table, score, { ...given, knowledge, from, beat }),
    ),
  },
  "direct-lingam": {
    describes: "linear effects, non-Gaussian noise: the order from its first cause on; no score steers it",
    ignoresScore: true,
    isLinear: () => true,
    ...tuned(settings.directLingamSettings, ({ table, score, knowledge, from }, given) =>
      directLingam(table, score, { ...given, knowledge, from }),
    ),
  },
  "ica-lingam": {
    describes: "linear effects, non-Gaussian noise, by independent component analysis; no score steers it",
    ignoresScore: true,
    isLinear: () => true,
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
  notears: {
    describes: "linear effects: least squares under a smooth constraint (NOTEARS); no score steers it",
    ignoresScore: true,
    isLinear: () => true,
    hasUnits: true,
    ...tuned(settings.notearsSettings, ({ table, score, knowledge, from }, given) =>
      notears(table, score, { ...given, knowledge, from }),
    ),
  },
  "notears-quadratic": {
    describes: "the same with effects of first and second order (NOTEARS-3 of the paper)",
    ignoresScore: true,
    hasUnits: true,
    ...tuned(settings.notearsSettings, ({ table, score, knowledge, from, beat }, given) =>
      notearsQuadratic(table, score, { ...given, knowledge, from, beat }),
    ),
  },
  "notears-mlp": {
    describes: "the same with a network for every variable (nonlinear NOTEARS)",
    ignoresScore: true,
    hasUnits: true,
    ...tuned(settings.notearsMlpSettings, ({ table, score, knowledge, rng, from }, given) =>
      notearsMlp(table, score, rng.fork("notears-mlp"), { ...given, knowledge, from }),
    ),
  },
  dagma: {
    describes: "linear effects: least squares inside the acyclic graphs' log-determinant barrier (DAGMA)",
    ignoresScore: true,
    isLinear: () => true,
    hasUnits: true,
    ...tuned(settings.dagmaSettings, ({ table, score, knowledge, from }, given) =>
      dagma(table, score, { ...given, knowledge, from }),
    ),
  },
  "dag-gnn": {
    describes: "an autoencoder around a weighted graph (DAG-GNN); no score steers it",
    ignoresScore: true,
    hasUnits: true,
    hasBatches: true,
    ...tuned(settings.dagGnnSettings, ({ table, score, knowledge, rng, from }, given) =>
      dagGnn(table, score, rng.fork("dag-gnn"), { ...given, knowledge, from }),
    ),
  },
  "gran-dag": {
    describes: "a network for every variable, cycles penalised by its paths, then pruned (GraN-DAG)",
    ignoresScore: true,
    prune: "cam",
    ...tuned(settings.granDagSettings, ({ table, score, knowledge, rng, from, machine }, given) =>
      granDag(table, score, rng.fork("gran-dag"), { ...given, knowledge, from }, machine),
    ),
  },
  rl: {
    describes: "the paper's agent: a network proposes graphs and learns from their rewards; no proof",
    reads: ({ preset = "fast", ...given }) => {
      const {
        encoder,
        decoder = "single-layer",
        logitBias,
        stop,
      } = { ...presets[preset].options(30), ...given };
      return [
        ...(["preset", "iterations", "lambda", "lambdaEvery", "stop", "encoder", "decoder", "step"] as const),
        ...(["learningRate", "heads", "logitBias", "distance", "polishEvery"] as const),
        ...networkOptions,
        ...(encoder === "graph-attention" ? [] : (["inner"] as const)),
        ...(["single-layer", "ntn"].includes(decoder)
          ? (["decoderHidden", "decoderActivation"] as const)
          : []),
        ...(logitBias === undefined ? [] : (["isLogitBiasConstant"] as const)),
        ...(stop === "never" ? [] : (["patience"] as const)),
      ];
    },
    prune: "threshold",
    restarts: 1,
    polish: ({ preset = "fast" }) => presets[preset].isPolished === true,
    agent: ({ table, score, knowledge, rng, spec, optimum, machine = {} }) => {
      const { preset = "fast", strict: _, ...given } = spec.rl ?? {};
      // The published Transformer decoder has no bias; one that is asked for is added.
      const { logitBias: bias, ...rest } = presets[preset].options(score.d);
      const { logitBias = given.decoder === "transformer" ? undefined : bias } = given;
      check(
        given.isLogitBiasConstant === undefined || logitBias !== undefined,
        "discover: isLogitBiasConstant would change nothing without a logit bias, and this run has none; set logitBias too, or leave it out",
      );
      const options = { ...rest, ...given, logitBias, knowledge, optimum };
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
