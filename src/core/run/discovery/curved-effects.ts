// Where lines do not fit the answer of a score of linear models: variables for which the squares of their causes explain a tenth or
// more of the variance that the causes themselves leave.
//
// Under a linear Gaussian model the expectation of a variable given any others is linear in these, so squares explain nothing
// beyond chance: n · share is then about chi-squared with as many degrees of freedom as there are squares. Undirected neighbours
// count as causes: in some graph of the class they are. Cost: n · (2k + 1)² / 2 for a variable with k causes.
//
// Ramsey, J. B. "Tests for specification errors in classical linear least-squares regression analysis." JRSS B 31(2), 1969.

import type { Table } from "../../data/table.ts";
import type { Pdag } from "../../graph/pdag.ts";
import { column, matrix, selectRows } from "../../math/matrix.ts";
import { scatterOf, weightedScatter } from "../../math/scatter.ts";
import { cellResiduals } from "../../score/cell-residuals.ts";
import { regression } from "../../score/regression.ts";

export interface CurvedEffect {
  readonly effect: number;
  /** The cause whose square explains most. */
  readonly cause: number;
  /** Share of the variance left by the causes that their squares explain. */
  readonly share: number;
}

/** Smallest share reported; and n · share must reach 25, five standard deviations squared, plus twice the number of squares. */
const leastShare = 0.1;
const leastStatistic = 25;

/** Largest share first. In tables with categories, of the residuals within each combination of labels among the causes. */
export function curvedEffects(table: Table, answer: Pdag): CurvedEffect[] {
  const { names, X, levels, weights } = table;
  const residuals = levels ? cellResiduals(table) : null;
  return names
    .flatMap((_, effect) => {
      const all = neighbours(answer, effect);
      const causes = all.filter((i) => !levels?.[i]);
      if (causes.length === 0 || levels?.[effect]) return [];
      const fit = residuals?.(effect, all);
      const values = fit ? fit.z : column(X, effect);
      const of = fit ? { X: selectRows(X, [...fit.rows]), weights: fit.weights } : { X, weights };
      return values.length === 0 ? [] : [{ effect, ...curvature(of, values, causes) }];
    })
    .filter(({ share, squares, n }) => share >= leastShare && n * share >= leastStatistic + 2 * squares)
    .map(({ effect, cause, share }) => ({ effect, cause, share }))
    .sort((a, b) => b.share - a.share);
}

/** Parents and undirected neighbours of the variable. */
function neighbours({ d, directed, undirected }: Pdag, j: number): number[] {
  const all: number[] = [];
  for (let i = 0; i < d; i++)
    if (directed[i * d + j] === 1 || undirected[i * d + j] === 1 || undirected[j * d + i] === 1) all.push(i);
  return all;
}

function curvature(
  { X, weights }: Pick<Table, "X"> & { readonly weights: Float64Array | undefined },
  effect: Float64Array,
  causes: readonly number[],
) {
  const k = causes.length;
  const width = 2 * k + 1;
  const all = matrix(X.rows, width);
  const put = (values: Float64Array, at: number) => {
    for (let row = 0; row < X.rows; row++) all.data[row * width + at] = values[row];
  };
  causes.forEach((i, c) => {
    const values = standardised(column(X, i));
    put(values, c);
    put(
      values.map((x) => x * x),
      k + c,
    );
  });
  put(standardised(effect), 2 * k);
  const { n, S } = weights ? weightedScatter(all, weights) : scatterOf(all);
  const lines = causes.map((_, c) => c);
  const squares = lines.map((c) => k + c);
  const rss = regression(S, 2 * k, lines).rss;
  const explained = (more: readonly number[]): number =>
    rss > 0 ? 1 - regression(S, 2 * k, [...lines, ...more]).rss / rss : 0;
  const alone = squares.map((square) => explained([square]));
  return {
    ...{ n, squares: k, share: explained(squares) },
    cause: causes[alone.indexOf(Math.max(...alone))],
  };
}

/** Mean 0 and variance 1, so that squares of large numbers lose no digits. */
function standardised(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0);
  const deviation = Math.sqrt(squares / values.length);
  return values.map((x) => (deviation > 0 ? (x - mean) / deviation : 0));
}
