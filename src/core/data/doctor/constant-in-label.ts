// The data doctor's finding about labels of few rows in which a number is constant.

import type { Table } from "../table.ts";
import { type Finding, finding } from "./findings.ts";
import { listed } from "./gap-findings.ts";

/** A Gaussian within a label needs at least so many rows. */
const rowsPerGaussian = 5;

/** Labels of two to four rows in which a number, elsewhere varying, is constant. */
export function constantInLabelFindings(
  { names, X, levels }: Table,
  columns: readonly number[],
  counts: ReadonlyMap<number, Int32Array>,
): Finding[] {
  const numbers = names.map((_, i) => i).filter((i) => !levels?.[i]);
  const found = columns.flatMap((j) =>
    levels![j]!.flatMap((label, code) => {
      const count = counts.get(j)![code];
      if (count < 2 || count >= rowsPerGaussian) return [];
      const same = numbers.filter((i) => isConstantIn(j, code, i));
      return same.length === 0 ? [] : [{ j, label, same }];
    }),
  );
  if (found.length === 0) return [];
  const parts = found.map(
    ({ j, label, same }) =>
      `"${names[same[0]]}"${same.length > 1 ? ` and ${same.length - 1} more` : ""} in "${label}" of "${names[j]}"`,
  );
  return [
    finding({
      kind: "rare-labels",
      severity: "warning",
      columns: [...new Set(found.map(({ j }) => names[j]))],
      message: `numbers that are constant within a label of fewer than ${rowsPerGaussian} rows: ${listed(parts)}`,
      meaning:
        "Where a Gaussian is estimated within each label, its variance is then almost 0, which counts as strong evidence for a link, though so few rows may be equal by chance.",
      remedies: [{ act: "merge rare labels" }, { act: "leave the rows of such labels out", option: "where" }],
    }),
  ];

  /** Is column i constant in the rows with this label, at a value that fewer than half of all rows have? */
  function isConstantIn(j: number, code: number, i: number): boolean {
    let [value, rows, equal, present] = [Number.NaN, 0, 0, 0];
    for (let row = 0; row < X.rows; row++) {
      const x = X.data[row * X.cols + i];
      if (X.data[row * X.cols + j] !== code || Number.isNaN(x)) continue;
      if (rows++ === 0) value = x;
      else if (x !== value) return false;
    }
    if (rows < 2) return false;
    for (let row = 0; row < X.rows; row++) {
      const x = X.data[row * X.cols + i];
      if (Number.isNaN(x)) continue;
      present++;
      if (x === value) equal++;
    }
    return 2 * equal < present;
  }
}
