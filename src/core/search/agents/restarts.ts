// Independent runs of an agent: the best graph is kept, all runs are told.
//
// Run k draws from a stream of its own, so it is the same whatever the number of runs and wherever it is made. The first run,
// by its number, that reaches the proven best score ends the search. So runs made side by side (a pool of workers, each with
// a run of its own) end in the same bytes as runs made in turn; what had been begun of later ones is then given up.

import * as z from "zod";
import { check } from "../../check.ts";
import type { Table } from "../../data/table.ts";
import type { Rng } from "../../math/rng.ts";
import { isBetter } from "../../score/score.ts";
import type { Polished } from "../order/order.ts";
import { index, maybe, restoredGraph, resumedState, scoredEdges, storedGraph } from "../resumed-state.ts";
import { finish, type ProblemWith, type Search, type Step, stateOf } from "../search.ts";
import type { AgentMachine } from "./agent.ts";
import type { Proposition } from "./rl/rl.ts";

/** Each better polished graph of a run: the iteration, and the score. */
export const courseSchema = z.array(z.tuple([index, z.number()]).readonly()).readonly();

export type Course = z.infer<typeof courseSchema>;

/** A step of one run of an agent. */
export interface AgentStep extends Step {
  /** Batches that it has learned from. */
  readonly iteration: number;
  /** The best graph with its best parents, and its score; null before there is one. */
  readonly polished: Polished | null;
  /** Has it reached the proven best score, and was to stop there? */
  readonly isReached: boolean;
  /** The parameters of the policy as bytes. */
  readonly weights: () => Uint8Array;
  /** Order searches that it made at stalls: with none, what it found it found by itself. */
  readonly looks: number;
  readonly course: Course;
  /** What the policy makes of each edge i → j, at i·d + j: its probability, mean over the last batch. */
  readonly probabilities?: () => Float64Array;
  /** Of the paper's agent: the λ update (its iteration) at which the graph of the best reward was first acyclic. */
  readonly firstDag?: number | null;
  /** Of the paper's agent: do the penalties, as they are now, make every cyclic graph worse than the best DAG? */
  readonly proposition?: () => Proposition;
}

/** What the run of any agent can be asked. */
export interface AgentRunOptions {
  /** At most so many batches. */
  readonly iterations?: number;
  /** auto: order search at stalls; end at the proven best score or, where none is known, after two stalls in a row that found nothing better. never: all iterations, nothing else. */
  readonly stop?: "auto" | "never";
  /** Iterations without a better (polished) graph that make a stall. */
  readonly patience?: number;
}

/** What an agent reads of a problem: of the table, the rows alone. */
export type AgentProblem = ProblemWith<"score" | "rng"> & { readonly table: Pick<Table, "X"> };

/** Run k of an agent, anew or from the state of one of its steps. A state of its last step gives that step at once. */
export type AgentRuns = (k: number, from?: unknown) => Search<AgentStep>;

/** What one run ended with; a score is null where no graph with a finite one was seen. */
const rowSchema = z.strictObject({
  score: maybe,
  polished: maybe,
  iterations: index,
  /** Order searches at its stalls. */
  looks: index,
  course: courseSchema,
  firstDag: index.nullable().optional(),
});

export type RestartRow = Readonly<z.infer<typeof rowSchema>>;

/** Of all runs together: the best graph, the sum of their iterations. */
export interface RestartedStep extends AgentStep {
  readonly kind: "agent";
  readonly restarts: readonly RestartRow[];
}

/** Workers that make whole runs, or starts of a search. */
export interface RunPool {
  /** How many runs it makes at a time. */
  readonly size: number;
  readonly start: (k: number, from: unknown) => void;
  /** What the runs have told since it was last asked; waits a little where that is nothing. Throws when a worker is lost. */
  readonly news: () => readonly RunNews[];
}

/** Where a run is, as plain data. */
export interface RunNews {
  readonly k: number;
  /** Workers elsewhere tell of the end alone, by its state. */
  readonly step?: Pick<
    AgentStep,
    "graph" | "score" | "polished" | "iteration" | "looks" | "course" | "progress" | "doing" | "values"
  >;
  /** Not in all news. */
  readonly state?: unknown;
  /** The run has ended; the news have its state. */
  readonly isDone: boolean;
}

const stateSchema = z.strictObject({
  /** Run `run` is at `inner`; later ones that were begun are `ahead`. */
  run: index,
  inner: z.unknown(),
  ahead: z.record(z.string().regex(/^\d+$/), z.unknown()).optional(),
  rows: z.array(rowSchema).readonly(),
  best: scoredEdges.nullable(),
  polished: scoredEdges.nullable(),
});

type State = Readonly<z.infer<typeof stateSchema>>;

/** One run of an agent. */
type AgentRun<Options> = (
  problem: AgentProblem,
  options: Options,
  machine: AgentMachine,
) => Search<AgentStep>;

/** Runs of an agent, each from a stream of its own, and the search that they make together. */
export function repeated<Options extends object>(
  run: AgentRun<Options>,
  streamOf: (rng: Rng, k: number) => Rng,
) {
  const runs =
    (problem: AgentProblem, options: Options, machine: AgentMachine): AgentRuns =>
    (k, from) =>
      run({ ...problem, rng: streamOf(problem.rng, k), from }, options, machine);
  const search = (
    problem: AgentProblem,
    options: Options = {} as Options,
    machine: AgentMachine = {},
  ): Search<RestartedStep> => restarted(runs(problem, options, machine), problem, machine.pool);
  return { runs, search };
}

export function* restarted(
  runs: AgentRuns,
  { score: { d }, restarts = 1, from: checkpoint }: ProblemWith<"score">,
  pool?: RunPool,
): Search<RestartedStep> {
  check(
    Number.isInteger(restarts) && restarts >= 1,
    `agent: restarts must be a whole number from 1 on, got ${restarts}`,
  );
  const from = resumedState(stateSchema, checkpoint);
  const rows: RestartRow[] = [...(from?.rows ?? [])];
  let best = restoredGraph(from?.best, d);
  let polished = restoredGraph(from?.polished, d);
  const states = new Map(Object.entries(from?.ahead ?? {}).map(([k, state]) => [Number(k), state]));
  if (from) states.set(from.run, from.inner);

  const restartedStep = (step: AgentStep, run: number, isLast: boolean): RestartedStep => {
    const leader = better(best, step.graph === null ? null : { graph: step.graph, score: step.score });
    const isOwn = (leader?.graph ?? null) === step.graph;
    const before = rows.reduce((sum, row) => sum + row.iterations, 0);
    const state = step.state;
    return {
      ...step,
      kind: "agent",
      graph: leader?.graph ?? null,
      score: leader?.score ?? Number.NEGATIVE_INFINITY,
      // What is said of a run's penalties is about its own graph.
      proposition: isOwn ? step.proposition : undefined,
      polished: better(polished, step.polished),
      iteration: isLast ? before : before + step.iteration,
      restarts: [...rows],
      progress: isLast ? 1 : (run + step.progress) / restarts,
      doing: restarts === 1 || isLast ? step.doing : `run ${run + 1} of ${restarts}, ${step.doing}`,
      state: (): State => ({
        run,
        inner: stateOf({ state }),
        ahead: Object.fromEntries([...states].filter(([k]) => k > run)),
        rows: isLast ? rows.slice(0, -1) : [...rows],
        best: storedGraph(best),
        polished: storedGraph(polished),
      }),
    };
  };
  const side = pool && restarts > 1 ? sideBySide(pool, restarts, states) : undefined;

  for (let k = from?.run ?? 0; ; k++) {
    const run = side ? side(k, runs) : runs(k, states.get(k));
    let step: AgentStep;
    for (;;) {
      const next = run.next();
      step = next.value;
      if (next.done) break;
      yield restartedStep(step, k, false);
    }
    best = better(best, step.graph === null ? null : { graph: step.graph, score: step.score });
    polished = better(polished, step.polished);
    rows.push({
      score: step.graph === null ? null : finite(step.score),
      polished: step.polished && finite(step.polished.score),
      iterations: step.iteration,
      looks: step.looks,
      course: step.course,
      ...(step.firstDag === undefined ? {} : { firstDag: step.firstDag }),
    });
    if (step.isReached || k + 1 >= restarts) return restartedStep(step, k, true);
  }
}

type LatestStep = NonNullable<RunNews["step"]>;

/** Of a run that nothing was heard of yet. */
const noStep: LatestStep = {
  ...{ graph: null, score: Number.NEGATIVE_INFINITY, polished: null, iteration: 0, looks: 0, course: [] },
  ...{ progress: 0, doing: "waiting for workers", values: {} },
};

/** Runs made by a pool: each waits for its own end and meanwhile tells of all. */
function sideBySide(pool: RunPool, restarts: number, states: Map<number, unknown>) {
  const started = new Set<number>();
  const done = new Set<number>();
  const latest = new Map<number, LatestStep>();
  const fill = (first: number): void => {
    for (let k = first; k < restarts && started.size - done.size < pool.size; k++) {
      if (started.has(k)) continue;
      started.add(k);
      pool.start(k, states.get(k));
    }
  };
  return function* side(k: number, runs: AgentRuns): Search<AgentStep> {
    while (!done.has(k)) {
      fill(k);
      for (const news of pool.news()) {
        if (news.step) latest.set(news.k, news.step);
        if (news.state !== undefined) states.set(news.k, news.state);
        if (news.isDone) done.add(news.k);
      }
      const current = latest.get(k) ?? noStep;
      const others = [...latest].filter(([each]) => each >= k).map(([, step]) => step);
      const leading = others.reduce((a, b) => (isBetter(b.score, a.score) ? b : a), current);
      yield {
        ...current,
        graph: leading.graph,
        score: leading.score,
        polished: others.map((step) => step.polished).reduce(better, null),
        isReached: false,
        weights: () => new Uint8Array(0),
        state: states.get(k) ?? null,
      };
    }
    // From its last state the run ends at once, here as there.
    return finish(runs(k, states.get(k)));
  };
}

function better(a: Polished | null, b: Polished | null): Polished | null {
  return a === null || (b !== null && isBetter(b.score, a.score)) ? b : a;
}

function finite(score: number): number | null {
  return Number.isFinite(score) ? score : null;
}
