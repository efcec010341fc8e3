// GraN-DAG: a network for every variable, trained jointly under a constraint that removes cycles.
//
//     min   loss(φ)   subject to   h(φ) = tr e^{A_φ} − d = 0
//           loss: mean −log likelihood (gran-dag-model.ts); A_φ: how strongly each variable enters each network (gran-dag-paths.ts)
//
//     λ = 0, μ = 10⁻³; every step: 64 rows, RMSprop on loss + λ h + ½ μ h²; then every edge with A_φ ≤ 10⁻⁴ is closed permanently
//     every 200 steps: if the same on held-out rows has moved in one direction over the last 200, and risen or fallen by less
//     than 10⁻², the subproblem is solved: λ += μ h; μ ×10 unless h fell by a tenth since the last; RMSprop is reset
//     until h ≤ 10⁻⁸; then the edges that matter least are removed until no cycle is left (gran-dag-graph.ts)
//
// CAM pruning (prune-cam.ts) follows, as published. Without hidden layers this is GraN-DAG with linear functions.
//
// Lachapelle, Brouillard, Deleu & Lacoste-Julien, "Gradient-based neural DAG learning", ICLR 2020.
//
// Differs from the authors' code: the networks are float32; rows are sorted before they are shuffled, so that their order in
// the table does not matter; log σ has a lower bound; a run that ends before h is small gives a result (see `converged`), where
// theirs fails; an overflow ends the run at the last finite numbers, where theirs stops with an error. Required edges are never
// closed, edges that the knowledge forbids are never open. No score is used.

import { check } from "../../../check.ts";
import { checkNumbers, checkRows, type Table } from "../../../data/table.ts";
import { emptyGraph, type Graph, isAcyclic, sameGraph } from "../../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../../graph/knowledge.ts";
import { sortedRows } from "../../../math/matrix.ts";
import { resumedState } from "../../resumed-state.ts";
import type { ProblemWith, Search, SearchMachine, Step } from "../../search.ts";
import { acyclicPart, addSensitivities } from "./gran-dag-graph.ts";
import { createModel, type Model } from "./gran-dag-model.ts";
import { openEdges, selecting } from "./gran-dag-neighbours.ts";
import { type Paths, pathsOf } from "./gran-dag-paths.ts";
import { batchOf, createRows, type Rows } from "./gran-dag-rows.ts";
import {
  copiedNumbers,
  type GranDagState,
  granDagState,
  type Progress,
  restoredTraining,
  restoreNumbers,
  trainingState,
} from "./gran-dag-state.ts";

/** The authors' learning rates, for the first subproblem and for later ones: in their current code, and in that of May 2019. */
export const granDagRates = { head: [1e-3, 1e-3], "2019": [1e-2, 1e-4] } as const;

export interface GranDagOptions {
  /** Hidden layers of a network; 0: linear functions. */
  readonly layers?: number;
  /** Units of a hidden layer. */
  readonly hidden?: number;
  /** Rows per step. */
  readonly batch?: number;
  /** Maximum number of steps. */
  readonly iterations?: number;
  readonly rates?: keyof typeof granDagRates;
  /** A σ for every variable, as published, or 1 for all: then the loss is least squares, which is right for equal variances. */
  readonly spreads?: "own" | "equal";
  /** Steps before the first edge may close. */
  readonly closeAfter?: number;
  /** Candidate causes of a variable: all others, or a preliminary selection by trees (the default from 50 variables on). */
  readonly candidates?: "all" | "neighbours";
  /** Trees of that selection, for each variable. */
  readonly trees?: number;
}

export interface GranDagStep extends Step {
  /** Whether h fell to 10⁻⁸. */
  readonly converged: boolean;
  /** Whether numbers overflowed; the graph is then from the last finite ones. */
  readonly overflowed: boolean;
}

/** Number of variables from which the authors select neighbours first. */
const selectedFrom = 50;

/**
 * GraN-DAG.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const problem = { table, score: linearBic(table), rng: createRng(1) };
 * finish(granDag(problem, { iterations: 20 })).graph.d; // 3
 * ```
 */
export function* granDag(
  {
    table,
    score,
    rng,
    knowledge = noKnowledge(table.X.cols),
    from: state,
  }: ProblemWith<"table" | "score" | "rng">,
  options: GranDagOptions = {},
  { build }: SearchMachine = {},
): Search<GranDagStep> {
  const { cols: d } = table.X;
  const { layers = 2, hidden = 10, iterations = 100_000, trees = 500 } = options;
  const { candidates = d >= selectedFrom ? "neighbours" : "all", rates = "head" } = options;
  const { spreads = "own", closeAfter = 0 } = options;
  checkInput(table, knowledge, options);
  const from = resumedState(granDagState, state);
  let graph: Graph | null = from?.edges ? { d, edges: Uint8Array.from(from.edges) } : null;
  let worth = graph ? score.ofGraph(graph) : Number.NEGATIVE_INFINITY;
  const show = (next: Graph) => {
    if (graph === null || !sameGraph(graph, next)) worth = score.ofGraph(next);
    graph = next;
  };
  const step = (
    now: Pick<Step, "doing" | "progress" | "values" | "state"> & Partial<GranDagStep>,
  ): GranDagStep => ({ graph, score: worth, converged: false, overflowed: false, ...now });
  if (d === 1) {
    show(emptyGraph(1));
    return step({ doing: "done", progress: 1, values: {}, state: null, converged: true });
  }

  const X = sortedRows(table.X);
  let selected = from?.selected ?? [];
  if (candidates === "neighbours") {
    for (const now of selecting(X, rng.fork("trees"), { trees, selected })) {
      selected = now.selected;
      const state: GranDagState = { selected, training: null, edges: null };
      const doing = `neighbours of ${table.names[Math.min(selected.length, d - 1)]}`;
      yield step({ doing, progress: 0.3 * now.done, values: { selected: selected.length }, state });
    }
  }

  const batch = batchOf(X.rows, options.batch ?? 64);
  const model = createModel({ d, layers, hidden, batch, learnsSpreads: spreads === "own" }, build);
  const paths = pathsOf(model);
  const rows = createRows(X, rng, model);
  model.mask.set(openEdges(knowledge, candidates === "neighbours" ? selected : undefined));
  model.start(rng.fork("start"));
  model.closeMasked();
  const now = from?.training ? restoredTraining(model, from.training) : fresh();
  const iterate = training({ model, paths, rows }, { rates: granDagRates[rates], closeAfter, knowledge });
  const stepFor = (doing: string) => {
    const { iteration, loss, h, lambda, mu, isOver, overflowed } = now;
    return step({
      doing,
      progress: isOver ? 0.99 : 0.99 * Math.min(1, iteration / iterations),
      values: { iteration, loss, h, lambda, mu, edges: model.mask.reduce((sum, m) => sum + m, 0) },
      state: (): GranDagState => ({
        selected,
        training: trainingState(now, model),
        edges: graph && Array.from(graph.edges),
      }),
      converged: h <= schedule.tolerance,
      overflowed,
    });
  };

  const perPause = pauseOf(model);
  while (!now.isOver && now.iteration < iterations) {
    const good = copiedNumbers(model);
    let hasSolved = false;
    do hasSolved = iterate(now) || hasSolved;
    while (!now.isOver && now.iteration < iterations && now.iteration % perPause !== 0);
    if (now.overflowed) restoreNumbers(model, good);
    if (hasSolved) show(acyclicPart(paths.A, model.mask, knowledge));
    yield stepFor("training");
  }

  const sensitivities = new Float64Array(d * d);
  let batches = 0;
  for (const count of rows.all()) {
    addSensitivities(sensitivities, model, count);
    if (batches++ % perPause === perPause - 1) yield stepFor("sensitivities");
  }
  show(acyclicPart(sensitivities, model.mask, knowledge));
  return { ...stepFor("done"), progress: 1 };
}

/** The published schedule. */
const schedule = {
  mu: 1e-3,
  closed: 1e-4, // A at or below which an edge is closed
  tolerance: 1e-8, // of h
  window: 100, // iterations between evaluations on the held-out rows
  flat: 1e-4, // change of the Lagrangian over two windows, divided by one, that counts as none
  enough: 0.9, // share of the previous subproblem's h above which μ rises
};

function fresh(): Progress {
  return {
    ...{ iteration: 0, lambda: 0, mu: schedule.mu, solved: 0, solvedAt: null, recent: [] },
    ...{ loss: 0, h: 0, isOver: false, overflowed: false },
  };
}

interface TrainingOptions {
  /** Learning rates of the first subproblem and of later ones. */
  readonly rates: readonly [number, number];
  readonly closeAfter: number;
  readonly knowledge: Knowledge;
}

/** Returns the function that makes one training step and returns whether it has solved a subproblem. */
function training(
  { model, paths, rows }: { readonly model: Model; readonly paths: Paths; readonly rows: Rows },
  { rates, closeAfter, knowledge }: TrainingOptions,
): (now: Progress) => boolean {
  const { mask } = model;
  const close = (isClosed: (A: number) => boolean): void => {
    let count = 0;
    for (let e = 0; e < mask.length; e++) {
      if (mask[e] === 0 || knowledge.required[e] === 1 || !isClosed(paths.A[e])) continue;
      mask[e] = 0;
      count++;
    }
    if (count > 0) model.closeMasked();
  };
  return (now) => {
    const loss = rows.loss(now.iteration);
    const h = paths.measure();
    if (!Number.isFinite(loss) || !Number.isFinite(h)) {
      now.isOver = now.overflowed = true;
      return false;
    }
    now.loss = loss;
    now.h = h;
    model.differentiate();
    paths.addGradient(now.lambda + now.mu * h); // of λ h + ½ μ h²
    model.update(rates[now.solved === 0 ? 0 : 1]);
    if (now.iteration >= closeAfter) close((A) => A <= schedule.closed);
    if (now.iteration % schedule.window === 0)
      now.recent = [...now.recent, rows.heldOutLoss() + penalty(now)].slice(-3);
    const hasSolved = h > schedule.tolerance && isSolved(now);
    if (hasSolved) {
      const before = penalty(now);
      now.lambda += now.mu * h;
      if (now.solvedAt !== null && h > schedule.enough * now.solvedAt) now.mu *= 10;
      now.solvedAt = h;
      now.solved++;
      now.recent[2] += penalty(now) - before; // in terms of the new multipliers
      model.restartOptimiser();
    }
    if (h <= schedule.tolerance) {
      close((A) => !(A > 0));
      now.isOver = true;
    }
    now.iteration++;
    return hasSolved;
  };
}

function penalty({ lambda, mu, h }: Progress): number {
  return lambda * h + 0.5 * mu * h * h;
}

/** Whether the held-out Lagrangian is monotone over the last two windows, and flat or rising. */
function isSolved({ iteration, recent }: Progress): boolean {
  const { window, flat } = schedule;
  if (iteration < 2 * window || iteration % (2 * window) !== 0) return false;
  const [first, middle, last] = recent;
  const slope = (last - first) / window;
  const isMonotone = Math.min(first, last) < middle && middle < Math.max(first, last);
  return isMonotone && (Math.abs(slope) < flat || slope > 0);
}

/** Number of iterations that take some tens of milliseconds. */
function pauseOf({ d, batch, layers, hidden }: Model): number {
  const operations =
    6 * batch * d * (hidden * (layers > 0 ? d : 1) + layers * hidden * hidden) + 16 * d * d * d;
  return Math.max(1, Math.min(100, Math.floor(2e8 / operations)));
}

function checkInput(table: Table, { d, required }: Knowledge, options: GranDagOptions): void {
  checkNumbers("gran-dag", table);
  checkRows("gran-dag", table);
  const { names, X } = table;
  const { layers = 2, hidden = 10, batch = 64, iterations = 1, trees = 1, closeAfter = 0 } = options;
  check(isAcyclic({ d, edges: required }), "gran-dag: the required edges must have no cycle");
  for (const [name, value, least] of [
    ["layers", layers, 0],
    ["hidden", hidden, 1],
    ["batch", batch, 1],
    ["iterations", iterations, 1],
    ["trees", trees, 1],
    ["closeAfter", closeAfter, 0],
  ] as const)
    check(
      Number.isInteger(value) && value >= least,
      `gran-dag: ${name} must be a whole number from ${least}, got ${value}`,
    );
  const large = X.data.findIndex((x) => !(Math.abs(x) <= largest));
  check(
    large < 0,
    `gran-dag: networks in float32 take numbers up to ${largest} in size, got ${X.data[large]} in column "${names[large % d]}"`,
    { remedies: [{ set: { standardise: true } }] },
  );
}

const largest = 1e9;
