// Tables whose columns are functions of independent normals.

import type { Table } from "../src/core/data/table.ts";
import { matrix } from "../src/core/math/matrix.ts";
import { createRng } from "../src/core/math/rng.ts";

/** n rows of columns made from independent standard normals z[0], z[1], … and the row's number. */
export function tableOf(
  n: number,
  columns: Record<string, (z: readonly number[], i: number) => number>,
  seed = 1,
): Table {
  const names = Object.keys(columns);
  const rng = createRng(seed);
  const X = matrix(n, names.length);
  for (let i = 0; i < n; i++) {
    const z = Array.from({ length: 6 }, rng.normal);
    names.forEach((name, j) => {
      X.data[i * names.length + j] = columns[name](z, i);
    });
  }
  return { names, X };
}
