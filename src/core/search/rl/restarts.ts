// Independent runs of the agent one after the other: the best is kept, all are told.
//
// Run k draws from a stream of its own, so that it is the same whatever the number of runs. Where the proven best score is
// known and reached, the rest is not run. A run's batches are already shared out among the threads, so runs take turns.

import { check } from "../../check.ts";
import { edgeList, graphFromEdges } from "../../graph/graph.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import { isBetter, type Score } from "../../score/score.ts";
import type { Polished } from "../polish.ts";
import { type Search, stateOf } from "../search.ts";
import type { AgentMachine } from "./agent.ts";
import { type RlOptions, type RlStep, rlRun } from "./rl.ts";

export interface RlSearchOptions extends RlOptions {
  readonly restarts?: number;
}

/** What one run ended with; null where no acyclic graph was seen. */
export interface RestartRow {
  readonly score: number | null;
  readonly polished: number | null;
  readonly iterations: number;
  /** Of the paper's agent: the λ update (its iteration) at which the graph of the best reward was first acyclic. */
  readonly firstDag?: number | null;
}

export interface RlSearchStep extends RlStep {
  readonly restarts: readonly RestartRow[];
}

/** Plain JSON. */
interface State {
  readonly run: number;
  readonly inner: unknown;
  readonly rows: readonly RestartRow[];
  readonly best: Kept | null;
  readonly polished: Kept | null;
}

interface Kept {
  readonly edges: readonly (readonly [number, number])[];
  readonly score: number;
}

export function* rlSearch(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: RlSearchOptions = {},
  machine: AgentMachine = {},
): Search<RlSearchStep> {
  const { restarts = 1, optimum, stop = "auto" } = options;
  check(
    Number.isInteger(restarts) && restarts >= 1,
    `rl: restarts must be a whole number from 1 on, got ${restarts}`,
  );
  const from = options.from as State | undefined;
  const rows: RestartRow[] = [...(from?.rows ?? [])];
  let best = opened(from?.best ?? null, score.d);
  let polished = opened(from?.polished ?? null, score.d);
  const told = (step: RlStep, run: number, isLast: boolean): RlSearchStep => {
    const shown = better(best, step.graph === null ? null : { graph: step.graph, score: step.score });
    const before = rows.reduce((sum, row) => sum + row.iterations, 0);
    return {
      ...step,
      graph: shown?.graph ?? null,
      score: shown?.score ?? Number.NEGATIVE_INFINITY,
      polished: better(polished, step.polished),
      iteration: isLast ? before : before + step.iteration,
      restarts: [...rows],
      progress: isLast ? 1 : (run + step.progress) / restarts,
      doing: restarts === 1 || isLast ? step.doing : `run ${run + 1} of ${restarts}, ${step.doing}`,
      state: (): State => ({
        run,
        inner: stateOf(step),
        rows: isLast ? rows.slice(0, -1) : [...rows],
        best: closed(best),
        polished: closed(polished),
      }),
    };
  };

  for (let k = from?.run ?? 0; ; k++) {
    const inner = k === from?.run ? from.inner : undefined;
    const stream = k === 0 ? rng : rng.fork(`restart/${k}`);
    const run = rlRun(score, X, stream, { ...options, from: inner }, machine);
    let step: RlStep;
    for (;;) {
      const next = run.next();
      step = next.value;
      if (next.done) break;
      yield told(step, k, false);
    }
    best = better(best, step.graph === null ? null : { graph: step.graph, score: step.score });
    polished = better(polished, step.polished);
    rows.push({
      score: step.graph === null ? null : step.score,
      polished: step.polished?.score ?? null,
      iterations: step.iteration,
      firstDag: step.firstDag,
    });
    const isEnough =
      stop === "auto" && optimum !== undefined && polished && !isBetter(optimum, polished.score);
    if (isEnough || k + 1 >= restarts) return told(step, k, true);
  }
}

function better(a: Polished | null, b: Polished | null): Polished | null {
  return a === null || (b !== null && isBetter(b.score, a.score)) ? b : a;
}

function closed(kept: Polished | null): Kept | null {
  return kept && { edges: edgeList(kept.graph), score: kept.score };
}

function opened(kept: Kept | null, d: number): Polished | null {
  return kept && { graph: graphFromEdges(d, kept.edges), score: kept.score };
}
