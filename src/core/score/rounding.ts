// A bound on the rounding error in the total cost (−Σ terms) of a graph under a Gaussian score.
//
// Residuals are differences: with unit diagonal, eliminating parents leaves an error of about d · 2⁻⁵² in a residual
// share s, so log s is uncertain by d · 2⁻⁵² / s. The smallest share that any parents can leave is the one left by all
// other variables, 1/(R⁻¹)ⱼⱼ. On ordinary data this is 1e-10 of a score; on nearly deterministic columns (s = 1e-9) it
// decides whether two ways of computing the same score agree.

import { unitDiagonal } from "../math/scatter.ts";
import { choleskyOf, inverseDiagonal, pivotTolerance } from "../math/solve.ts";
import type { Local } from "./score.ts";

export function costRounding({ gaussian }: Local): number {
  if (gaussian === undefined) return 0;
  const { M, kind, a } = gaussian;
  const d = M.cols;
  const { R, scale } = unitDiagonal(M);
  const unit = 4 * d * 2 ** -52;
  if (kind === "linear") return unit * scale.reduce((sum, s) => sum + s, 0);
  const { L, dropped } = choleskyOf(
    R,
    Array.from({ length: d }, (_, j) => j),
  );
  const shares =
    dropped.length === 0 ? inverseDiagonal(L, d).map((x) => 1 / x) : new Float64Array(d).fill(pivotTolerance);
  const largest = a.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return unit * largest * shares.reduce((sum, s) => sum + 1 / Math.max(s, pivotTolerance), 0);
}
