// A table of observations: a name for each column and X, [n, d].

import { check } from "../check.ts";
import { type Matrix, selectColumns } from "../math/matrix.ts";
import { columnMeans } from "../math/scatter.ts";

export interface Table {
  readonly names: readonly string[];
  /** n rows (samples) by d columns (variables). */
  readonly X: Matrix;
}

export function createTable(names: readonly string[], X: Matrix): Table {
  check(names.length === X.cols, `table: ${X.cols} columns need as many names, got ${names.length}`);
  const seen = new Set<string>();
  for (const name of names) {
    check(
      !seen.has(name),
      `table: two columns are called "${name}"; rename one, or leave one out with --columns`,
    );
    seen.add(name);
  }
  return { names, X };
}

/** The table with only the columns at `indices`, in that order. */
export function withColumns({ names, X }: Table, indices: readonly number[]): Table {
  return { names: indices.map((j) => names[j]!), X: selectColumns(X, indices) };
}

/** Positions of the columns in the order of their names (by code unit), the order every search works in. */
export function nameOrder(names: readonly string[]): number[] {
  return names.map((_, j) => j).sort((a, b) => (names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : 0));
}

/** Each column with mean 0 and population standard deviation 1. A constant column becomes 0. */
export function standardised({ names, X }: Table): Table {
  const { rows: n, cols: d } = X;
  const data = new Float64Array(X.data);
  const mean = columnMeans(X);
  for (let j = 0; j < d; j++) {
    let squares = 0;
    for (let i = 0; i < n; i++) {
      data[i * d + j] -= mean[j];
      squares += data[i * d + j] * data[i * d + j];
    }
    const scale = squares > 0 ? 1 / Math.sqrt(squares / n) : 0;
    for (let i = 0; i < n; i++) data[i * d + j] *= scale;
  }
  return { names, X: { rows: n, cols: d, data } };
}
