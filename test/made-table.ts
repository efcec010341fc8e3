// A table whose columns are generated from one another.

import type { LoadedTable } from "../src/core/data/columns.ts";
import { matrix } from "../src/core/math/matrix.ts";
import { createRng } from "../src/core/math/rng.ts";

/** n rows of columns, each made of those before it and a noise of its own. */
export function tableOf(
  n: number,
  columns: Record<string, (row: Readonly<Record<string, number>>, noise: number) => number>,
  seed = "edges",
): LoadedTable {
  const names = Object.keys(columns);
  const rng = createRng(seed);
  const X = matrix(n, names.length);
  for (let i = 0; i < n; i++) {
    const row: Record<string, number> = {};
    names.forEach((name, j) => {
      row[name] = X.data[i * names.length + j] = columns[name](row, rng.normal());
    });
  }
  return { names, X };
}
