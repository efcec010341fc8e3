// NOTEARS: linear effects, found by minimising the residuals over all weights at once, under a smooth constraint that is 0 only
// for acyclic weights.
//
//     min   ½/n ‖X − XW‖²_F + λ₁ ‖W‖₁   subject to   h(W) = 0                    program 9 of the paper
//           h(W) = tr e^{W∘W} − d,   ∇h(W) = (e^{W∘W})ᵀ ∘ 2W                      Theorem 1
//
//     L(W, α) = loss + α h + ½ ρ h²                                              the augmented Lagrangian, Eqs. 10 to 12
//     W ← argmin L(W, α), with ρ large enough that h falls to a quarter          Algorithm 1, step 2 (a)
//     α ← α + ρ h                                                                Eq. 14; step 2 (b)
//     until h ≤ 1e-8; then weights below 0.3 are removed (weighted-dag.ts)       steps 2 (c) and 3
//
// The minimum is found by L-BFGS-B (math/optimise), starting from the last accepted W. If ρ reaches its limit first, the
// last W is accepted as it is.
//
// The residuals are summed in the columns' own units: the order of the variances influences the directions, and changing the
// unit of a column can reverse its edges (docs/algorithms/notears.md).
//
// Zheng, X., Aragam, B., Ravikumar, P., Xing, E. "DAGs with NO TEARS: continuous optimization for structure learning." NeurIPS 2018.
//
// Differs from xunzheng/notears and gCastle: the columns are centred for every λ₁ (the first version did not); the knowledge
// fixes weights at 0; the threshold rises if the weights above it have a cycle (there the result is cyclic); required edges
// are not penalised. gCastle's h is the polynomial of Yu et al. 2019 (`acyclicity: "polynomial"`).

import type { Score } from "../../../score/score.ts";
import { resumedState } from "../../resumed-state.ts";
import type { ProblemWith, Search } from "../../search.ts";
import {
  type ConstrainedLoss,
  type LagrangianPoint,
  type LagrangianState,
  lagrangianState,
  pointOf,
  resumedLagrangian,
  solverAt,
  startedAt,
} from "./lagrangian-state.ts";
import { covariance, linearLoss } from "./linear-loss.ts";
import {
  type NotearsOptions,
  type NotearsSettings,
  type NotearsStep,
  notearsOptions,
  notearsSteps,
  type WeightedLoss,
} from "./notears-steps.ts";

export { type ConstrainedLoss, startedAt } from "./lagrangian-state.ts";
export { covariance } from "./linear-loss.ts";
export {
  type NotearsOptions,
  type NotearsSettings,
  type NotearsStep,
  notearsOptions,
  type WeightedLoss,
} from "./notears-steps.ts";

/**
 * NOTEARS.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(notears({ table, score: linearBic(table) })).graph.d; // 3
 * ```
 */
export function* notears(
  problem: ProblemWith<"table" | "score">,
  options: NotearsOptions = {},
): Search<NotearsStep> {
  const settings = notearsOptions("notears", problem, { lambda1: 0, ...options });
  return yield* weightSearch(
    linearLoss(covariance("notears", problem.table), settings),
    problem.score,
    settings,
  );
}

/** The search of any form of NOTEARS: minimises its loss under the constraint, and reports the graph of every point. */
export function weightSearch(
  loss: WeightedLoss,
  score: Score,
  settings: NotearsSettings,
): Search<NotearsStep> {
  const points = augmentedLagrangian(loss, settings, resumedState(lagrangianState, settings.from));
  return notearsSteps(points, loss, { score, settings });
}

/** Share of the previous h that the next accepted W may have. */
const progress = 0.25;
const mostRounds = 100;
/** Operations that take some tens of milliseconds. */
const breath = 2e7;

/** Algorithm 1, for any loss: yields a point after every stretch of work and returns the last one. */
export function* augmentedLagrangian(
  loss: ConstrainedLoss,
  { hTolerance = 1e-8, rhoMax = 1e16 }: Pick<NotearsOptions, "hTolerance" | "rhoMax">,
  from: LagrangianState = startedAt(new Float64Array(loss.size)),
): Generator<LagrangianPoint, LagrangianPoint, void> {
  const now = resumedLagrangian(loss, from);
  const stretch = Math.max(1, Math.round(breath / (loss.cost + 150 * loss.size)));
  while (!now.isOver) {
    now.solver ??= solverAt(loss, now); // 2 (a): argmin L(W, α)
    for (let k = 1; now.solver.iterate(); k++) if (k % stretch === 0) yield pointOf(now);
    const { x, iterations, evaluations } = now.solver;
    now.iterations += iterations();
    now.evaluations += evaluations();
    now.solver = null;
    const h = loss.constraint(x);
    const isEnough = h <= progress * (now.h ?? Number.POSITIVE_INFINITY);
    if (!isEnough) now.rho *= 10;
    if (isEnough || now.rho >= rhoMax) {
      now.x = x.slice();
      now.h = h;
      now.alpha += now.rho * h; // 2 (b)
      now.rounds++;
      now.isOver = h <= hTolerance || now.rho >= rhoMax || now.rounds >= mostRounds; // 2 (c)
    }
    if (!now.isOver) yield pointOf(now);
  }
  return pointOf(now);
}
