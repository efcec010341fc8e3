// The estimate of one effect in a linear model: least squares of the effect on its causes, as in a regression table.
//
//     coefficient         β, in the columns' units: the change in the effect per unit of the cause, other causes held fixed
//     standard error      √(s² [S_PP⁻¹]_cc),  s² = residual sum of squares / (n − k − 1)
//     95 % interval       β ± t(0.975, n − k − 1) · standard error
//                         for rows with gaps, n is the number of complete rows that would be as informative: n · V / V′, with
//                         V and V′ the large-sample variances for n complete rows and for these rows (gap-variance.ts)
//     standardised        β · sd(cause) / sd(effect): unitless
//     partial correlation of two variables given others: unitless and without direction

import type { Matrix } from "../math/matrix.ts";
import { choleskyOf, inverseDiagonal } from "../math/solve.ts";
import { studentBound } from "../math/student.ts";
import type { CoefficientVariance } from "./gap-variance.ts";
import { coefficientsOf, regression } from "./regression.ts";

export interface LinearEffect {
  readonly coefficient: number;
  readonly standardised: number;
  /** Null without residual degrees of freedom, or if the causes are collinear. */
  readonly standardError: number | null;
  readonly interval: readonly [number, number] | null;
}

const tail = 0.05;

/** Half-width of an interval in standard errors, by degrees of freedom; cached, since many links have the same. */
export function intervalReach(): (freedom: number) => number {
  const reaches = new Map<number, number>();
  return (freedom) => {
    const reach = reaches.get(freedom) ?? studentBound(tail, freedom);
    reaches.set(freedom, reach);
    return reach;
  };
}

export interface EffectOptions {
  readonly reachOf?: (freedom: number) => number;
  /** The coefficient's variance for rows with gaps, and their number, if the scatter counts as fewer. */
  readonly varianceOf?: CoefficientVariance | undefined;
  readonly rows?: number | undefined;
}

/** The effect of `cause`, one of the parents, on `node`, from the scatter matrix of n rows. */
export function linearEffect(
  { S, n }: { readonly S: Matrix; readonly n: number },
  node: number,
  { parents, cause }: { readonly parents: readonly number[]; readonly cause: number },
  { reachOf = intervalReach(), varianceOf, rows = n }: EffectOptions = {},
): LinearEffect {
  const at = parents.indexOf(cause);
  const k = parents.length;
  const { L, dropped } = choleskyOf(S, parents);
  const coefficient = coefficientsOf(S, node, parents)[at];
  const squares = (j: number): number => S.data[j * S.cols + j];
  const standardised = coefficient * Math.sqrt(squares(cause) / squares(node));
  const unknown = { coefficient, standardised, standardError: null, interval: null };
  if (dropped.length > 0) return unknown;
  const { rss } = regression(S, node, parents);
  const unit = inverseDiagonal(L, k)[at];
  const variance = varianceOf?.(node, { parents, cause });
  if (variance === null) return unknown;
  // Rows with gaps tell no more than as many complete ones.
  const informative = variance === undefined ? n : Math.min(rows, (rss * unit) / variance);
  const freedom = informative - 1 - k;
  if (!(freedom >= 1)) return unknown;
  const standardError = Math.sqrt((rss / freedom) * unit);
  const reach = reachOf(freedom) * standardError;
  return { coefficient, standardised, standardError, interval: [coefficient - reach, coefficient + reach] };
}

/** The partial correlation of two variables given others; 0 if one of them is a linear combination of the others. */
export function partialCorrelation(
  S: Matrix,
  [a, b]: readonly [number, number],
  Z: readonly number[],
): number {
  const others = [...Z, a].sort((i, j) => i - j);
  const without = regression(S, b, Z).rss;
  const residual = regression(S, a, Z).rss;
  const slope = coefficientsOf(S, b, others)[others.indexOf(a)];
  // Rounding may give a value outside [−1, 1].
  return Math.max(-1, Math.min(1, slope * Math.sqrt(residual / without)));
}
