// Independent runs of an agent: the best graph is the result, and every run is reported.
//
// Run k has its own random stream, so it does not depend on the number of runs or on where it is executed. The first run, by
// number, that reaches the proven best score ends the search. So runs in parallel (a pool of workers, one run each) give the
// same bytes as runs in sequence; later runs that have already started are then discarded.

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

/** The improvements of a run's polished graph: iteration and score of each. */
export const courseSchema = z.array(z.tuple([index, z.number()]).readonly()).readonly();

export type Course = z.infer<typeof courseSchema>;

/** A step of one run of an agent. */
export interface AgentStep extends Step {
  /** Number of batches it has learned from. */
  readonly iteration: number;
  /** The best graph with its best parents, and its score; null before there is one. */
  readonly polished: Polished | null;
  /** Whether it has reached the proven best score and is set to stop there. */
  readonly isReached: boolean;
  /** The parameters of the policy as bytes. */
  readonly weights: () => Uint8Array;
  /** Number of order searches at stalls; if 0, the policy found the result by itself. */
  readonly looks: number;
  readonly course: Course;
  /** Probability of each edge i → j under the policy, at i·d + j, averaged over the last batch. */
  readonly probabilities?: () => Float64Array;
  /** Only the paper's agent: the iteration of the λ update at which the graph with the best reward was first acyclic. */
  readonly firstDag?: number | null;
  /** Only the paper's agent: whether the current penalties make every cyclic graph worse than the best DAG. */
  readonly proposition?: () => Proposition;
}

/** Options that the runs of all agents share. */
export interface AgentRunOptions {
  /** Maximum number of batches. */
  readonly iterations?: number;
  /**
   * auto: order search at stalls; ends at the proven best score or, if that is unknown, after two stalls in a row without
   * improvement. never: all iterations and nothing else.
   */
  readonly stop?: "auto" | "never";
  /** Iterations without a better (polished) graph that count as a stall. */
  readonly patience?: number;
}

/** The parts of a problem that an agent reads; from the table only the rows. */
export type AgentProblem = ProblemWith<"score" | "rng"> & { readonly table: Pick<Table, "X"> };

/** Run k of an agent, new or resumed from the state of one of its steps. The state of its last step yields that step at once. */
export type AgentRuns = (k: number, from?: unknown) => Search<AgentStep>;

/** The result of one run; a score is null if no graph with a finite score was seen. */
const rowSchema = z.strictObject({
  score: maybe,
  polished: maybe,
  iterations: index,
  /** Number of order searches at stalls. */
  looks: index,
  course: courseSchema,
  firstDag: index.nullable().optional(),
});

export type RestartRow = Readonly<z.infer<typeof rowSchema>>;

/** A step of all runs together: the best graph, and the sum of the iterations. */
export interface RestartedStep extends AgentStep {
  readonly kind: "agent";
  readonly restarts: readonly RestartRow[];
}

/** Workers that execute whole runs, or starts of a search. */
export interface RunPool {
  /** Number of runs in parallel. */
  readonly size: number;
  readonly start: (k: number, from: unknown) => void;
  /** Reports since the last call; waits briefly if there are none. Throws when a worker is lost. */
  readonly news: () => readonly RunNews[];
}

/** Progress of a run, as plain data. */
export interface RunNews {
  readonly k: number;
  /** Absent from remote workers, which report only the end, by its state. */
  readonly step?: Pick<
    AgentStep,
    "graph" | "score" | "polished" | "iteration" | "looks" | "course" | "progress" | "doing" | "values"
  >;
  /** Present in some reports only. */
  readonly state?: unknown;
  /** Whether the run has ended; the report then includes its state. */
  readonly isDone: boolean;
}

const stateSchema = z.strictObject({
  /** Run `run` is at `inner`; later runs that have started are in `ahead`. */
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

/** The runs of an agent, each with its own random stream, and the search that combines them. */
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
      // The proposition of a run is about that run's own graph.
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

/** For a run that has not reported yet. */
const noStep: LatestStep = {
  ...{ graph: null, score: Number.NEGATIVE_INFINITY, polished: null, iteration: 0, looks: 0, course: [] },
  ...{ progress: 0, doing: "waiting for workers", values: {} },
};

/** Runs executed by a pool: waits for the end of run k and meanwhile reports the progress of all. */
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
    // Resumed from its last state, the run ends at once with the same result.
    return finish(runs(k, states.get(k)));
  };
}

function better(a: Polished | null, b: Polished | null): Polished | null {
  return a === null || (b !== null && isBetter(b.score, a.score)) ? b : a;
}

function finite(score: number): number | null {
  return Number.isFinite(score) ? score : null;
}
