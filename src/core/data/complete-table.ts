// A table without gaps: the rows that have a value in every column.
//
// Only labels that still occur are kept, so that the same rows give the same table whatever their source.

import { check } from "../check.ts";
import { matrix } from "../math/matrix.ts";
import { levelsOf, type Table } from "./table.ts";

/** Number of missing cells in each column. */
export function gapsIn({ X }: Table): number[] {
  const { rows, cols, data } = X;
  const gaps = new Array<number>(cols).fill(0);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++) if (Number.isNaN(data[i * cols + j])) gaps[j]++;
  return gaps;
}

/** Number of rows with a value in every column. */
export function completeCount({ X: { rows, cols, data } }: Table): number {
  let count = 0;
  for (let i = 0; i < rows; i++) if (!data.subarray(i * cols, (i + 1) * cols).some(Number.isNaN)) count++;
  return count;
}

/** Positions of the rows with a value in every column. */
export function completeRowsOf({ rows, cols, data }: Table["X"]): number[] {
  return Array.from({ length: rows }, (_, i) => i).filter(
    (i) => !data.subarray(i * cols, (i + 1) * cols).some(Number.isNaN),
  );
}

/** Number of rows with a value in every column, in some and in none; the sum of their weights if rows have weights. */
export function rowsByGaps({ X: { rows, cols, data }, weights }: Table) {
  const counts = { complete: 0, partial: 0, empty: 0 };
  for (let i = 0; i < rows; i++) {
    let gaps = 0;
    for (let j = 0; j < cols; j++) if (Number.isNaN(data[i * cols + j])) gaps++;
    counts[gaps === 0 ? "complete" : gaps === cols ? "empty" : "partial"] += weights?.[i] ?? 1;
  }
  return counts;
}

export function completeRows<T extends Table>(table: T): T {
  const { rows, cols, data } = table.X;
  const complete = new Float64Array(data.length);
  const weights = table.weights && new Float64Array(rows);
  let count = 0;
  for (let i = 0; i < rows; i++) {
    const row = data.subarray(i * cols, (i + 1) * cols);
    if (row.some(Number.isNaN)) continue;
    complete.set(row, count * cols);
    if (weights) weights[count] = table.weights![i];
    count++;
  }
  if (count === rows) return table;
  check(
    count > 1,
    () => {
      const gaps = gapsIn(table);
      const byGaps = table.names.map((_, j) => j).sort((a, b) => gaps[b] - gaps[a]);
      const most = byGaps.slice(0, 3).map((j) => `"${table.names[j]}" ${gaps[j]}`);
      return `table: at least 2 rows must have a value in every column, got ${count} of ${rows} (missing in ${most.join(", ")})`;
    },
    {
      field: "missing",
      remedies: [{ act: "leave out the columns with most missing values", option: "exclude" }],
    },
  );
  const X = matrix(count, cols, complete.slice(0, count * cols));
  const levels = table.levels?.map((labels, j) => labels && occurring(X, j, labels));
  return { ...table, X, ...(weights && { weights: weights.slice(0, count) }), ...levelsOf(levels) };
}

/** The labels of column j that occur, in their order; recodes the column in place. */
function occurring(
  { rows, cols, data }: Table["X"],
  j: number,
  labels: readonly string[],
): readonly string[] {
  const occurs = new Uint8Array(labels.length);
  for (let i = 0; i < rows; i++) occurs[data[i * cols + j]] = 1;
  if (!occurs.includes(0)) return labels;
  const place = new Float64Array(labels.length);
  let next = 0;
  for (let code = 0; code < labels.length; code++) if (occurs[code] === 1) place[code] = next++;
  for (let i = 0; i < rows; i++) data[i * cols + j] = place[data[i * cols + j]];
  return labels.filter((_, code) => occurs[code] === 1);
}
