// DAGMA: linear effects under a log-determinant that is 0 for acyclic weights alone, along a path from that constraint to the fit.
//
//     h_s(W) = −log det(s I − W∘W) + d log s,    defined where s I − W∘W is an M-matrix (math/dense/m-matrix.ts)
//     for µ = 1, 0.1, 0.01, …:   W ← argmin  µ (½/n ‖X − XW‖²_F + λ₁ ‖W‖₁) + h_s(W),   from the W before
//     then the weights below 0.3 go (weighted-dag.ts)
//
// Each is minimised by Adam with the subgradient of the penalty, until the objective changes by less than 1e-6 of itself in 1,000
// iterations, or 30,000 (the last: 60,000) are over. A step out of the domain is halved; where it leaves it at s ≤ 0.9, the problem
// starts anew with s + 0.1 and half the step. As in NOTEARS the rows are read once, and units matter (docs/algorithms/dagma.md).
// 2 d³ operations for an iteration, whatever n.
//
// Bello, K., Aragam, B., Ravikumar, P. "DAGMA: learning DAGs via M-matrices and a log-determinant acyclicity characterization."
// NeurIPS 2022; the package dagma 1.1.1, whose constants these are.
//
// Differs from the package in knowing an M-matrix by its pivots (there: by the signs of its inverse), in weights that knowledge
// fixes at 0, in not penalising required edges (there their penalty has the other sign), and in raising the threshold where the
// weights above it have a cycle.

import { check } from "../../../check.ts";
import type { Table } from "../../../data/table.ts";
import { type Knowledge, noKnowledge } from "../../../graph/knowledge.ts";
import { matrix } from "../../../math/matrix.ts";
import type { Score } from "../../../score/score.ts";
import { resumedState } from "../../resumed-state.ts";
import type { Search } from "../../search.ts";
import type { NotearsStep } from "../notears/notears.ts";
import { covariance } from "../notears/notears.ts";
import { type Cut, cutFrom, noCut, openEdges } from "../weighted-dag.ts";
import { type CentralPath, centralPath, centralPathState } from "./dagma-solver.ts";

export interface DagmaOptions {
  readonly knowledge?: Knowledge;
  /** Weight of the sum of absolute weights. */
  readonly lambda1?: number;
  /** Weights smaller than this are no edges. */
  readonly threshold?: number;
  /** Values of µ: 1 and its tenths. */
  readonly stages?: number;
  /** Iterations of every stage but the last, and of the last, at most. */
  readonly warmIterations?: number;
  readonly lastIterations?: number;
  /** Of Adam. */
  readonly learningRate?: number;
  /** State of an earlier step to go on from. */
  readonly from?: unknown;
}

export function* dagma(table: Table, score: Score, options: DagmaOptions = {}): Search<NotearsStep> {
  const d = table.X.cols;
  const { knowledge = noKnowledge(d), lambda1 = 0.03, threshold = 0.3, stages = 5 } = options;
  const { warmIterations = 30_000, lastIterations = 60_000, learningRate = 3e-4, from } = options;
  checkOptions({ lambda1, threshold, stages, warmIterations, lastIterations, learningRate });
  // Of the diagonal too, as published: h alone brings it to 0, and it is no edge.
  const open = openEdges(knowledge).map((e, k) => (k % (d + 1) === 0 ? 1 : e));
  const penalty = Float64Array.from(open, (e, k) => (e === 1 && knowledge.required[k] === 0 ? lambda1 : 0));
  const path = centralPath(covariance("dagma", table), {
    ...{ open, penalty, stages, warmIterations, lastIterations, learningRate },
    from: resumedState(centralPathState, from),
  });
  const cutAt = (W: Float64Array) => cutFrom(matrix(d, d, W), score, { threshold, knowledge });
  let shown = shownAt(path, cutAt);
  while (!path.place().isOver) {
    path.advance();
    if (shown.stage !== path.place().stage || path.place().isOver) shown = shownAt(path, cutAt);
    if (!path.place().isOver) yield stepOf(path, shown);
  }
  return stepOf(path, shown);
}

interface Shown extends Cut {
  readonly stage: number;
}

/** The graph of the last stage that is over; null before there is one. */
function shownAt(path: CentralPath, cutAt: (W: Float64Array) => Cut): Shown {
  const { stage, isOver } = path.place();
  return { stage, ...(stage === 0 && !isOver ? noCut : cutAt(path.settled())) };
}

function stepOf(path: CentralPath, { stage: _, ...shown }: Shown): NotearsStep {
  const { stage, stages, iteration, iterations, mu, s, isOver, left } = path.place();
  return {
    ...shown,
    progress: isOver ? 1 : Math.min(0.99, (stage + iteration / iterations) / (stages + 1)),
    doing: isOver
      ? left === 0
        ? "done"
        : `done; ${left} of ${stages} stages ended with their iterations`
      : `stage ${stage + 1} of ${stages}, iteration ${iteration}`,
    values: { stage, mu, s, iteration, left, ...path.losses() },
    state: path.state,
    converged: isOver && left === 0,
    weights: () => path.settled(),
  };
}

function checkOptions({
  lambda1,
  threshold,
  stages,
  warmIterations,
  lastIterations,
  learningRate,
}: Required<Omit<DagmaOptions, "knowledge" | "from">>): void {
  check(lambda1 >= 0, `dagma: lambda1 must be 0 or more, got ${lambda1}`);
  check(threshold >= 0, `dagma: the threshold must be 0 or more, got ${threshold}`);
  check(learningRate > 0, `dagma: the learning rate must be above 0, got ${learningRate}`);
  for (const [name, value] of Object.entries({ stages, warmIterations, lastIterations }))
    check(
      Number.isInteger(value) && value >= 1,
      `dagma: ${name} must be a whole number from 1 on, got ${value}`,
    );
}
