// What all forms of NOTEARS share: their options, and the steps of a loss made acyclic by an augmented Lagrangian.

import { check } from "../../../check.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { type AcyclicityName, acyclicityNames } from "../../../math/dense/dense.ts";
import { logarithm } from "../../../math/elementary.ts";
import { matrix } from "../../../math/matrix.ts";
import type { Score } from "../../../score/score.ts";
import type { ProblemWith, Search, SearchProblem, Step } from "../../search.ts";
import { type Cut, cutFrom, noCut } from "../weighted-dag.ts";
import type { ConstrainedLoss, LagrangianPoint } from "./lagrangian-state.ts";

export interface NotearsOptions {
  /** Weight of the sum of absolute weights. */
  readonly lambda1?: number;
  /** Weights below this are not edges. */
  readonly threshold?: number;
  /** h: tr e^B − d, or tr (I + B/d)^d − d. */
  readonly acyclicity?: AcyclicityName;
  /** Stops when h is at most this. */
  readonly hTolerance?: number;
  /** Stops when the penalty weight ρ reaches this. */
  readonly rhoMax?: number;
}

export interface NotearsStep extends Step, Cut {
  /** Whether h has fallen to its tolerance. */
  readonly converged: boolean;
  /** Before the threshold, row by row: entry (i, j) belongs to i → j. All 0 before there are any. */
  readonly weights: () => Float64Array;
}

export interface WeightedLoss extends ConstrainedLoss {
  /** The weight of every edge, row by row. */
  readonly weights: (x: Float64Array) => Float64Array;
  /** The loss with its penalties, without h. */
  readonly fit: (x: Float64Array) => number;
}

export type NotearsSettings = Required<NotearsOptions> & Pick<SearchProblem, "knowledge" | "from">;

/** The options with their defaults, checked. */
export function notearsOptions(
  where: string,
  { table, knowledge = noKnowledge(table.X.cols), from }: ProblemWith<"table" | "score">,
  options: NotearsOptions & { readonly lambda1: number },
): NotearsSettings {
  const { lambda1, threshold = 0.3 } = options;
  const { acyclicity = "exponential", hTolerance = 1e-8, rhoMax = 1e16 } = options;
  const settings = { lambda1, threshold, acyclicity, hTolerance, rhoMax };
  checkNotears(where, settings);
  return { ...settings, knowledge, from };
}

/** Steps with the graph of every point, recomputed only when the accepted weights have changed; null before there are any. */
export function* notearsSteps(
  points: Generator<LagrangianPoint, LagrangianPoint, void>,
  loss: WeightedLoss,
  { score, settings }: { readonly score: Score; readonly settings: NotearsSettings },
): Search<NotearsStep> {
  const { knowledge } = settings;
  const { d } = knowledge;
  let last: { readonly x: Float64Array; readonly cut: Cut } | undefined;
  const cutOf = ({ x, rounds, isOver }: LagrangianPoint): Cut => {
    if (rounds === 0 && !isOver) return noCut;
    if (last?.x !== x) last = { x, cut: cutFrom(matrix(d, d, loss.weights(x)), score, settings) };
    return last.cut;
  };
  for (;;) {
    const { value: point, done } = points.next();
    const step = {
      ...stepOf(point, cutOf(point), settings.hTolerance, loss.fit),
      weights: () => loss.weights(point.x),
    };
    if (done) return step;
    yield step;
  }
}

/** A step of NOTEARS, without its weights. */
function stepOf(
  { x, h, rho, alpha, rounds, iterations, evaluations, isOver, state }: LagrangianPoint,
  cut: Cut,
  hTolerance: number,
  fit: WeightedLoss["fit"],
): Omit<NotearsStep, "weights"> {
  const converged = isOver && (h ?? 0) <= hTolerance;
  return {
    ...cut,
    progress: isOver ? 1 : Math.min(0.99, Math.max(0, logarithm(h ?? 1) / logarithm(hTolerance))),
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

function checkNotears(
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
    `${where}: no acyclicity called "${acyclicity}"; known: ${acyclicityNames.join(", ")}`,
  );
}
