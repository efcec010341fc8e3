// NOTEARS: linear effects, found by minimising the residuals over all weights at once, under a smooth constraint that is 0 for
// acyclic weights alone.
//
//     min  ½/n ‖X − XW‖²_F + λ₁ ‖W‖₁   subject to   h(W) = tr e^{W∘W} − d = 0
//     by an augmented Lagrangian with L-BFGS-B inside; then the weights below 0.3 go (weighted-dag.ts)
//
// The loss is ½ tr((I − W)ᵀ C (I − W)) with the covariance C, so that the rows are read once: 9 d³ operations for an evaluation,
// whatever n. With λ₁ > 0, W = W⁺ − W⁻ with both ≥ 0, and the penalty is linear.
//
// The residuals are summed in the columns' own units: the order of the variances steers the directions, and another unit for a
// column can turn its edges (docs/algorithms/notears.md).
//
// Zheng, X., Aragam, B., Ravikumar, P., Xing, E. "DAGs with NO TEARS: continuous optimization for structure learning." NeurIPS 2018.
//
// Differs from xunzheng/notears and gCastle in centring the columns for every λ₁ (the first version did not), in weights that
// knowledge fixes at 0, in raising the threshold where the weights above it have a cycle (there the answer is cyclic), and in not
// penalising required edges. gCastle's h is the polynomial of Yu et al. 2019 (`acyclicity: "polynomial"`).

import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import { type Knowledge, noKnowledge } from "../graph/knowledge.ts";
import { type AcyclicityName, acyclicityNames, cycleTrace } from "../math/cycle-trace.ts";
import { denseWorkspace } from "../math/dense-workspace.ts";
import { type Matrix, matrix, sortedRows } from "../math/matrix.ts";
import { scatterOf } from "../math/scatter.ts";
import type { Score } from "../score/score.ts";
import {
  augmentedLagrangian,
  type ConstrainedLoss,
  type LagrangianOptions,
  type LagrangianPoint,
  type LagrangianState,
} from "./augmented-lagrangian.ts";
import type { Search, Step } from "./search.ts";
import { openEdges, weightedDag } from "./weighted-dag.ts";

export { type AcyclicityName, acyclicityNames };

export interface NotearsOptions extends LagrangianOptions {
  readonly knowledge?: Knowledge;
  /** Weight of the sum of absolute weights. */
  readonly lambda1?: number;
  /** Weights smaller than this are no edges. */
  readonly threshold?: number;
  /** h: tr e^B − d, or tr (I + B/d)^d − d. */
  readonly acyclicity?: AcyclicityName;
  /** State of an earlier step to go on from. */
  readonly from?: unknown;
}

export interface NotearsStep extends Step {
  /** Has h come down to its tolerance? */
  readonly converged: boolean;
  /** Before the threshold, row after row: entry (i, j) is that of i → j. All 0 before there are any. */
  readonly weights: () => Float64Array;
}

export function* notears(table: Table, score: Score, options: NotearsOptions = {}): Search<NotearsStep> {
  const d = table.X.cols;
  const { knowledge = noKnowledge(d), lambda1 = 0, threshold = 0.3 } = options;
  const { acyclicity = "exponential", hTolerance = 1e-8, rhoMax = 1e16, from } = options;
  checkNotears("notears", { lambda1, threshold, hTolerance, rhoMax, acyclicity });
  const C = covariance("notears", table);
  const loss = linearLoss(C, { lambda1, acyclicity, knowledge });
  const running = augmentedLagrangian(loss, { hTolerance, rhoMax }, from as LagrangianState | undefined);
  const shown = shownGraph(score, (x) =>
    weightedDag(matrix(d, d, loss.weights(x)), { threshold, knowledge }),
  );
  for (;;) {
    const { value: point, done } = running.next();
    const step = {
      ...stepOf(point, shown(point), { hTolerance, fit: loss.fit }),
      weights: () => loss.weights(point.x),
    };
    if (done) return step;
    yield step;
  }
}

export interface LinearLoss extends ConstrainedLoss {
  /** W, row after row. */
  readonly weights: (x: Float64Array) => Float64Array;
  /** ½/n ‖X − XW‖² + λ₁ ‖W‖₁. */
  readonly fit: (x: Float64Array) => number;
}

/** The loss and the constraint as functions of the weights that knowledge leaves open. */
export function linearLoss(
  C: Matrix,
  {
    lambda1,
    acyclicity,
    knowledge,
  }: { readonly lambda1: number; readonly acyclicity: AcyclicityName; readonly knowledge: Knowledge },
): LinearLoss {
  const d = C.cols;
  const open = openEdges(knowledge);
  const at = Int32Array.from(open.keys()).filter((k) => open[k] === 1);
  const penalty = Float64Array.from(at, (k) => (knowledge.required[k] === 1 ? 0 : lambda1));
  const count = at.length;
  const isDoubled = lambda1 > 0;
  const size = isDoubled ? 2 * count : count;
  const space = denseWorkspace(d, { matrices: 3 });
  const { step } = space;
  // Where matrices in linear memory have an edge, and their transposes.
  const entry = at.map((k) => Math.floor(k / d) * step + (k % d));
  const turned = at.map((k) => (k % d) * step + Math.floor(k / d));
  const [c, w, r] = [space.matrix(), space.matrix(), space.matrix()];
  space.write(c, C);
  const [W, R] = [space.numbers(w, d * step), space.numbers(r, d * step)];
  const covariances = space.numbers(c, d * step);
  const { B, measure, slopes } = cycleTrace(d, acyclicity);
  const sizes = [d, d, d] as const;

  /** W from x, and (W ∘ W)ᵀ. */
  const place = (x: Float64Array): void => {
    for (let k = 0; k < count; k++) {
      const weight = isDoubled ? x[k] - x[count + k] : x[k];
      W[entry[k]] = weight;
      B[turned[k]] = weight * weight;
    }
  };
  /** ½ tr((I − W)ᵀ C (I − W)); R becomes C (W − I), its gradient. */
  const squares = (): number => {
    space.product(r, c, w, sizes);
    let sum = 0;
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        const k = i * step + j;
        R[k] -= covariances[k];
        sum += (W[k] - (i === j ? 1 : 0)) * R[k];
      }
    }
    return 0.5 * sum;
  };
  const evaluate: ConstrainedLoss["evaluate"] = (x, gradient, rho, alpha) => {
    place(x);
    const h = measure();
    const steep = slopes();
    const pull = 2 * (rho * h + alpha);
    let value = squares() + 0.5 * rho * h * h + alpha * h;
    for (let k = 0; k < count; k++) {
      const slope = R[entry[k]] + pull * steep[entry[k]] * W[entry[k]];
      if (isDoubled) {
        value += penalty[k] * (x[k] + x[count + k]);
        gradient[k] = penalty[k] + slope;
        gradient[count + k] = penalty[k] - slope;
      } else gradient[k] = slope;
    }
    return value;
  };
  const weights = (x: Float64Array): Float64Array => {
    const out = new Float64Array(d * d);
    for (let k = 0; k < count; k++) out[at[k]] = isDoubled ? x[k] - x[count + k] : x[k];
    return out;
  };
  return {
    size,
    ...(isDoubled && { low: new Float64Array(size) }),
    evaluate,
    constraint: (x) => {
      place(x);
      return measure();
    },
    // Small matrices take their time from what surrounds the products.
    cost: 2 * d * d * d + 20 * d * d + 5000,
    weights,
    fit: (x) => {
      place(x);
      return (
        squares() +
        weights(x).reduce((sum, e, k) => sum + (knowledge.required[k] ? 0 : lambda1) * Math.abs(e), 0)
      );
    },
  };
}

/** Covariances of the centred columns, the same for rows in any order. */
export function covariance(where: string, { names, X }: Table): Matrix {
  const { S, n } = scatterOf(sortedRows(X));
  const C = matrix(
    X.cols,
    X.cols,
    S.data.map((s) => s / Math.max(1, n)),
  );
  for (let j = 0; j < X.cols; j++)
    check(
      Number.isFinite(C.data[j * X.cols + j]),
      `${where}: column "${names[j]}" must be finite and so must its variance; scale it, or drop its rows`,
    );
  return C;
}

/** Graph and score of the accepted weights, made anew only where those have changed; null before there are any. */
export function shownGraph(
  score: Score,
  graphOf: (x: Float64Array) => NonNullable<Step["graph"]>,
): (point: LagrangianPoint) => Pick<Step, "graph" | "score"> {
  let last: { readonly x: Float64Array; readonly shown: Pick<Step, "graph" | "score"> } | undefined;
  return ({ x, rounds, isOver }) => {
    if (rounds === 0 && !isOver) return { graph: null, score: Number.NEGATIVE_INFINITY };
    if (last?.x !== x) {
      const graph = graphOf(x);
      last = { x, shown: { graph, score: score.ofGraph(graph) } };
    }
    return last.shown;
  };
}

/** What a step of NOTEARS tells, but for its weights. */
export function stepOf(
  { x, h, rho, alpha, rounds, iterations, evaluations, isOver, state }: LagrangianPoint,
  shown: Pick<Step, "graph" | "score">,
  { hTolerance, fit }: { readonly hTolerance: number; readonly fit: (x: Float64Array) => number },
): Omit<NotearsStep, "weights"> {
  const converged = isOver && (h ?? 0) <= hTolerance;
  return {
    ...shown,
    progress: isOver ? 1 : Math.min(0.99, Math.max(0, Math.log(h ?? 1) / Math.log(hTolerance))),
    doing: !isOver
      ? `round ${rounds + 1}, penalty ${rho.toExponential(0)}, iteration ${iterations}`
      : converged
        ? "done"
        : `done; h is still ${h!.toExponential(1)}`,
    values: { rounds, rho, alpha, iterations, evaluations, ...(h === null ? {} : { h, loss: fit(x) }) },
    state,
    converged,
  };
}

export function checkNotears(
  where: string,
  {
    lambda1,
    threshold,
    hTolerance,
    rhoMax,
    acyclicity,
  }: Required<Omit<NotearsOptions, "knowledge" | "from">>,
): void {
  check(lambda1 >= 0, `${where}: lambda1 must be 0 or more, got ${lambda1}`);
  check(threshold >= 0, `${where}: the threshold must be 0 or more, got ${threshold}`);
  check(
    hTolerance > 0 && hTolerance < 1,
    `${where}: hTolerance must be above 0 and below 1, got ${hTolerance}`,
  );
  check(rhoMax > 1, `${where}: rhoMax must be above 1, got ${rhoMax}`);
  check(
    acyclicityNames.includes(acyclicity),
    `${where}: no acyclicity called "${acyclicity}"; (known: ${acyclicityNames.join(", ")})`,
  );
}
