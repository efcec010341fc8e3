// GraN-DAG: a network for every variable, trained together under a constraint that takes the cycles away.
//
//     minimise  loss(φ) + λ h(φ) + ½ μ h(φ)²       loss: gran-dag-model.ts; A_φ and h = tr e^A − d: gran-dag-paths.ts
//     every step: 64 rows, RMSprop; then every edge with A_φ ≤ 10⁻⁴ is closed for good
//     every 200 steps: where the same on held-out rows has risen or fallen by less than 10⁻⁴ a step over the last 200, the
//     subproblem is solved: λ += μ h; μ ×10 unless h fell by a tenth since the last; RMSprop starts anew
//     until h ≤ 10⁻⁸; then the edges that matter least go until no cycle is left (gran-dag-graph.ts)
//
// CAM pruning (prune-cam.ts) is to follow, as published. Without hidden layers this is GraN-DAG with linear functions.
//
// Lachapelle, Brouillard, Deleu & Lacoste-Julien, "Gradient-based neural DAG learning", ICLR 2020.
//
// Differs from the authors' code: the networks are float32; rows are sorted before they are shuffled, so that their order in
// the table does not matter; log σ has a floor; a run that ends before h is small is a result (`converged`), where theirs
// fails; numbers that overflow end it at the last good ones, where theirs stops with an error. Required edges are never closed, those
// that knowledge forbids never open. No score steers it.

import * as z from "zod";
import { check } from "../../../check.ts";
import { checkNumbers, type Table } from "../../../data/table.ts";
import { emptyGraph, type Graph, isAcyclic, sameGraph } from "../../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../../graph/knowledge.ts";
import { sortedRows } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import type { Score } from "../../../score/score.ts";
import type { AgentMachine } from "../../agents/agents.ts";
import { index, resumedState } from "../../resumed-state.ts";
import type { Search, Step } from "../../search.ts";
import { acyclicPart, addSensitivities } from "./gran-dag-graph.ts";
import { createModel } from "./gran-dag-model.ts";
import { openEdges, selecting } from "./gran-dag-neighbours.ts";
import { createTraining, type TrainingState, trainingState } from "./gran-dag-training.ts";

/** The authors' learning rates, of the first subproblem and of those after it: in their present code, and in that of May 2019. */
export const granDagRates = { head: [1e-3, 1e-3], "2019": [1e-2, 1e-4] } as const;

export interface GranDagOptions {
  readonly knowledge?: Knowledge;
  /** Hidden layers of a network; 0: linear functions. */
  readonly layers?: number;
  /** Units of a hidden layer. */
  readonly hidden?: number;
  /** Rows of a step. */
  readonly batch?: number;
  /** Most steps. */
  readonly iterations?: number;
  readonly rates?: keyof typeof granDagRates;
  /** A σ for every variable, as published, or 1 for all: then the loss is that of least squares, which equal variances make right. */
  readonly spreads?: "own" | "equal";
  /** Steps before the first edge may close. */
  readonly closeAfter?: number;
  /** Which others may cause a variable: all, or those of a preliminary selection by trees (the default from 50 variables). */
  readonly candidates?: "all" | "neighbours";
  /** Trees of that selection, for each variable. */
  readonly trees?: number;
  /** State of an earlier step to go on from. */
  readonly from?: unknown;
}

export interface GranDagStep extends Step {
  /** Did h fall to 10⁻⁸? */
  readonly converged: boolean;
  /** Did numbers overflow? The graph is then that of the last good ones. */
  readonly overflowed: boolean;
}

interface State {
  /** Candidates of the variables selected so far; all of them once training has begun. */
  readonly selected: readonly (readonly number[])[];
  readonly training: TrainingState | null;
  readonly edges: readonly number[] | null;
}

const stateSchema: z.ZodType<State> = z.strictObject({
  selected: z.array(z.array(index)),
  training: trainingState.nullable(),
  edges: z.array(index).nullable(),
});

/** From so many variables the authors select neighbours first. */
const selectedFrom = 50;

export function* granDag(
  table: Table,
  score: Score,
  rng: Rng,
  options: GranDagOptions = {},
  { build }: AgentMachine = {},
): Search<GranDagStep> {
  const { cols: d } = table.X;
  const { knowledge = noKnowledge(d), layers = 2, hidden = 10, iterations = 100_000, trees = 500 } = options;
  const { candidates = d >= selectedFrom ? "neighbours" : "all", rates = "head" } = options;
  const { spreads = "own", closeAfter = 0 } = options;
  checkInput(table, knowledge, options);
  const from = resumedState(stateSchema, options.from);
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
      const state: State = { selected, training: null, edges: null };
      const doing = `neighbours of ${table.names[Math.min(selected.length, d - 1)]}`;
      yield step({ doing, progress: 0.3 * now.done, values: { selected: selected.length }, state });
    }
  }

  const batch = Math.min(options.batch ?? 64, Math.max(1, Math.floor(0.8 * X.rows)));
  const model = createModel({ d, layers, hidden, batch, ownSpreads: spreads === "own" }, build);
  const open = openEdges(knowledge, candidates === "neighbours" ? selected : undefined);
  const training = createTraining(model, X, rng, {
    rates: granDagRates[rates],
    open,
    knowledge,
    closeAfter,
  });
  if (from?.training) training.restore(from.training);
  const state = (): State => ({
    selected,
    training: training.state(),
    edges: graph && Array.from(graph.edges),
  });
  const shown = (doing: string) => {
    const { values, isOver, overflowed, h } = training;
    const progress = isOver() ? 0.99 : 0.99 * Math.min(1, values().iteration / iterations);
    return step({
      doing,
      progress,
      values: values(),
      state,
      converged: h() <= training.tolerance,
      overflowed: overflowed(),
    });
  };
  while (!training.isOver() && training.values().iteration < iterations) {
    const hasSolved = training.run(iterations);
    if (hasSolved) show(acyclicPart(training.strength(), model.mask, knowledge));
    yield shown("training");
  }

  const sensitivities = new Float64Array(d * d);
  for (const rows of training.trainingRows()) {
    addSensitivities(sensitivities, model, rows.count);
    if (rows.pause) yield shown("sensitivities");
  }
  show(acyclicPart(sensitivities, model.mask, knowledge));
  return { ...shown("done"), progress: 1 };
}

function checkInput(table: Table, { d, required }: Knowledge, options: GranDagOptions): void {
  checkNumbers("gran-dag", table);
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
