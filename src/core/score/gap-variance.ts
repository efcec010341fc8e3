// The variance of a coefficient if the covariances were estimated by EM from rows with gaps, by the observed information
// (math/gap-information.ts) and the delta method.
//
//     β = Σ_PP⁻¹ Σ_Pj,    dβ_c = hᵀ (dΣ_Pj − dΣ_PP β),    h = column c of Σ_PP⁻¹
//
// For up to 40 variables, the information is that of all of them, like the estimate. For more it would have too many parameters, and 16
// variables are used: the effect, its causes, and the variables that best predict those of them with gaps, by partial correlation given
// all others. Fewer variables carry less information, so the variance then tends to be too large rather than too small. Cost: for all
// variables patterns · d⁴ / 8 once; otherwise patterns · 16⁴ / 8 per effect.

import type { TableScatter } from "../data/table.ts";
import { type GapInformation, gapInformation, type Slope } from "../math/gap-information.ts";
import { type Matrix, selectColumns } from "../math/matrix.ts";
import { type Scatter, selectScatter, unitDiagonal } from "../math/scatter.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto, inverseDiagonal } from "../math/solve.ts";
import { coefficientsOf } from "./regression.ts";

/** Variance of the coefficient of `cause`, one of the parents; null if the rows do not identify it, or there are too many parents. */
export type CoefficientVariance = (
  node: number,
  family: { readonly parents: readonly number[]; readonly cause: number },
) => number | null;

export interface GapVarianceOptions {
  /** Maximum number of variables for which the joint information of all is used. */
  readonly mostVariables?: number;
  /** Number of variables used if there are more. */
  readonly takenVariables?: number;
  readonly beat?: (() => void) | undefined;
}

/** Undefined if the scatter does not come with rows with gaps. */
export function gapVariance(
  { cells, ...scatter }: TableScatter,
  { mostVariables = 40, takenVariables = 16, beat }: GapVarianceOptions = {},
): CoefficientVariance | undefined {
  if (cells === undefined) return undefined;
  const d = cells.cols;
  const known = new Map<string, GapInformation | null>();
  const nearest = d > mostVariables ? nearestOf(scatter, cells) : undefined;
  const informationOf = (columns: readonly number[]): GapInformation | null => {
    const key = columns.join();
    if (!known.has(key))
      known.set(key, gapInformation(selectColumns(cells, columns), selectScatter(scatter, columns), beat));
    return known.get(key)!;
  };
  return (node, { parents, cause }) => {
    const family = [...parents, node];
    if (family.length > mostVariables) return null;
    const columns = nearest?.(family, takenVariables) ?? Array.from({ length: d }, (_, j) => j);
    const slopes = coefficientSlopes(scatter, node, { parents, cause });
    const placed = slopes.map(({ i, j, by }) => ({ i: columns.indexOf(i), j: columns.indexOf(j), by }));
    return informationOf(columns)?.variance(placed) ?? null;
  };
}

function coefficientSlopes(
  { S, n }: Scatter,
  node: number,
  { parents, cause }: Parameters<CoefficientVariance>[1],
): Slope[] {
  const { L } = choleskyOf(S, parents);
  const h = new Float64Array(parents.length);
  h[parents.indexOf(cause)] = n; // S is n · Σ
  forwardSolveInto(h, L);
  backwardSolveInto(h, L);
  const beta = coefficientsOf(S, node, parents);
  return parents.flatMap((i, a) => [
    { i, j: node, by: h[a] },
    ...parents.map((j, b) => ({ i, j, by: -h[a] * beta[b] })),
  ]);
}

/** Selects the family and enough others to make `count` variables: those closest to its members with gaps. */
function nearestOf({ S }: Scatter, cells: Matrix): (family: readonly number[], count: number) => number[] {
  const d = S.cols;
  const all = Array.from({ length: d }, (_, j) => j);
  const { L } = choleskyOf(unitDiagonal(S).R, all);
  const diagonal = inverseDiagonal(L, d);
  const hasGaps = all.map((j) => hasGap(cells, j));
  /** Squared partial correlations with column m. */
  const squares = (m: number): Float64Array => {
    const x = new Float64Array(d);
    x[m] = 1;
    forwardSolveInto(x, L);
    backwardSolveInto(x, L);
    return x.map((k, j) => (k * k) / (diagonal[m] * diagonal[j]));
  };
  return (family, count) => {
    const ties = family.filter((m) => hasGaps[m]).map(squares);
    const others = ties.length === 0 ? [] : all.filter((j) => !family.includes(j));
    const nearness = (j: number): number => ties.reduce((most, of) => Math.max(most, of[j] || 0), 0);
    const ranked = others
      .map((j) => ({ j, near: nearness(j) }))
      .sort((p, q) => q.near - p.near || p.j - q.j)
      .map(({ j }) => j);
    return [...family, ...ranked.slice(0, Math.max(0, count - family.length))].sort((p, q) => p - q);
  };
}

function hasGap({ rows, cols, data }: Matrix, j: number): boolean {
  for (let i = 0; i < rows; i++) if (Number.isNaN(data[i * cols + j])) return true;
  return false;
}
