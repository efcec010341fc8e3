// The data doctor's findings about cells, before there is a table: text, infinities and gaps, column by column.

import type { ColumnFacts } from "../columns.ts";
import type { Finding } from "./findings.ts";

export interface CellFindingsOptions {
  /** What is to become of rows with missing values. */
  readonly missing?: "fail" | "drop";
}

export function cellFindings(
  facts: readonly ColumnFacts[],
  rows: number,
  { missing = "fail" }: CellFindingsOptions = {},
): Finding[] {
  const out: Finding[] = [];
  const isAllText = facts.every(({ text }) => text !== undefined);
  const fitting = isAllText ? "--score bdeu or bic-discrete" : "--score bic-mixed";
  for (const { name, text, infiniteRow } of facts) {
    if (text !== undefined) {
      out.push({
        kind: "text",
        severity: "fatal",
        columns: [name],
        rows: [text.row],
        message: `column "${name}" must hold numbers, got "${text.value}" in row ${text.row}`,
        meaning: "A score of numbers (bic, gp, …) cannot be computed from text; a score of categories can.",
        remedy: `correct the cell, or, where the column holds kinds, use ${fitting}, which takes it as a category, or leave the column out with --columns`,
      });
    }
    if (infiniteRow !== undefined) {
      out.push({
        kind: "not-finite",
        severity: "fatal",
        columns: [name],
        rows: [infiniteRow],
        message: `column "${name}" must be finite, got infinity in row ${infiniteRow}`,
        meaning: "No score can be computed from such a cell.",
        remedy: "correct the cell, or leave the column out with --columns",
      });
    }
  }
  for (const { name, missing: count, missingRow } of facts) {
    if (count === 0) continue;
    const isEmpty = count === rows;
    out.push({
      kind: "missing",
      severity: missing === "drop" && !isEmpty ? "note" : "fatal",
      columns: [name],
      rows: missingRow === undefined ? [] : [missingRow],
      message: `column "${name}" has no value in ${count} of ${rows} rows`,
      meaning:
        "Rows with a gap cannot be used; if values are missing for a reason that has to do with the variables, the rest is a biased sample.",
      remedy: isEmpty
        ? "leave the column out with --columns"
        : "drop such rows with --missing drop, or leave the column out with --columns",
    });
  }
  return out;
}
