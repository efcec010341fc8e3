// The data doctor's finding about rows that repeat an earlier one, unless columns of few values make that likely.

import { column } from "../../math/matrix.ts";
import type { Table } from "../table.ts";
import { type ColumnSummary, repeatedRows } from "./column-summary.ts";
import { type Finding, finding } from "./findings.ts";

export function repeatedFindings(
  { X }: Table,
  summaries: readonly ColumnSummary[],
  repeats = repeatedRows(summaries.map((_, j) => column(X, j))),
): Finding[] {
  if (summaries.every(({ isDiscrete, isConstant }) => isDiscrete || isConstant)) return [];
  const { count, first, byChance = 0 } = repeats;
  if (count < Math.max(1, 0.01 * X.rows) || byChance > 0.1 * count) return [];
  return [
    finding({
      kind: "repeated-rows",
      severity: "note",
      columns: [],
      rows: first,
      message: `${count} rows repeat an earlier row in every column`,
      meaning: "Each copy counts as new evidence, so the result looks more certain than it is.",
      remedies: [{ when: "if the copies come from a join or a file read twice", act: "remove them" }],
    }),
  ];
}
