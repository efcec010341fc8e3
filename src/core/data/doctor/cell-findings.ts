// The data doctor's findings about cells, before there is a table: text, infinities and gaps, column by column.

import { setTo } from "../../check.ts";
import type { ColumnFacts } from "../columns.ts";
import { type Finding, finding } from "./findings.ts";

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
  const when = "where the column holds categories";
  for (const { name, text, infiniteRow } of facts) {
    if (text !== undefined) {
      out.push(
        finding({
          kind: "text",
          severity: "fatal",
          columns: [name],
          rows: [text.row],
          message: `column "${name}" must hold numbers, got "${text.value}" in row ${text.row}`,
          meaning: "A score of numbers (bic, gp, …) cannot be computed from text; a score of categories can.",
          remedies: isAllText
            ? [
                { act: "correct the cell" },
                ...setTo("score", ["bdeu", "bic-discrete"], when),
                { drop: [name] },
              ]
            : [{ act: "correct the cell" }, { drop: [name] }, { when, set: { score: "bic-mixed" } }],
        }),
      );
    }
    if (infiniteRow !== undefined) {
      out.push(
        finding({
          kind: "not-finite",
          severity: "fatal",
          columns: [name],
          rows: [infiniteRow],
          message: `column "${name}" must be finite, got infinity in row ${infiniteRow}`,
          meaning: "No score can be computed from such a cell.",
          remedies: [{ act: "correct the cell" }, { drop: [name] }],
        }),
      );
    }
  }
  for (const { name, missing: count, missingRow } of facts) {
    if (count === 0) continue;
    const isEmpty = count === rows;
    out.push(
      finding({
        kind: "missing",
        severity: missing === "drop" && !isEmpty ? "note" : "fatal",
        columns: [name],
        rows: missingRow === undefined ? [] : [missingRow],
        message: `column "${name}" has no value in ${count} of ${rows} rows`,
        meaning:
          "Rows with a gap cannot be used; if values are missing for a reason that has to do with the variables, the rest is a biased sample.",
        remedies: [
          ...(isEmpty || missing === "drop" ? [] : [{ set: { missing: "drop" } }]),
          { drop: [name] },
        ],
      }),
    );
  }
  return out;
}
