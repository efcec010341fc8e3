// The data doctor's examination of a table: the kinds of its columns, and what would distort a result in those that are used.

import type { Cells } from "../data/cells.ts";
import type { ColumnKind } from "../data/column-kind.ts";
import type { TableOptions } from "../data/columns.ts";
import { readKinds, tableFromCells } from "../data/columns.ts";
import { rowsByGaps } from "../data/complete-table.ts";
import type { Finding } from "../data/doctor/doctor.ts";
import { examination, gapFindings, leftOutFindings, sheetFindings } from "../data/doctor/doctor.ts";
import { rowsUsed } from "../data/table.ts";
import { runFindings } from "../run/run-findings.ts";
import type { RunOptions } from "../run/spec.ts";
import { specFor } from "../run/spec-for.ts";
import { observedIn, shapedFor, tableFor } from "../run/table-for.ts";

export interface ExamineOptions extends Pick<TableOptions, "columns" | "exclude" | "kinds"> {
  /** How missing values are handled. */
  readonly missing?: RunOptions["missing"];
  /** Columns of numbers to treat as categories. */
  readonly categorical?: readonly string[] | undefined;
  /** Examine the table for this score: scores differ in what they take. */
  readonly score?: string | undefined;
  /** Other options of the run: its search may need the rows, and then those with gaps are dropped. */
  readonly options?: RunOptions | undefined;
}

export interface Examined {
  readonly rows: number;
  readonly names: readonly string[];
  readonly kinds: readonly ColumnKind[];
  /** The requested score, or the one that fits the columns, and why. */
  readonly score: string;
  readonly reason: string;
  /** Number of rows that a search would use. */
  readonly usedRows: number;
  readonly findings: readonly Finding[];
}

/** Yields the share of the columns examined; returns the findings. */
export function* tableExamination(
  cells: Cells,
  { score, missing, categorical, options, ...how }: ExamineOptions,
): Generator<number, Examined, void> {
  const facts = { rows: cells.rows, names: cells.columns.map(({ name }) => name) };
  const kinds = readKinds(cells, how);
  if (kinds.filter(({ isUsed }) => isUsed).length < 2)
    return {
      ...facts,
      kinds,
      score: score ?? "auto",
      reason: "",
      usedRows: 0,
      findings: [...leftOutFindings(kinds), ...sheetFindings(cells.workbook)],
    };
  const table = tableFromCells(cells, how);
  const { spec, reason } = specFor(table, {
    ...options,
    score,
    missing,
    categorical: categorical && [...categorical],
  });
  const gaps = gapFindings(table, spec.missing);
  const chosen = { ...facts, kinds, score: spec.score, reason };
  if (gaps.some(({ severity }) => severity === "fatal"))
    return { ...chosen, usedRows: 0, findings: bySeverity([...gaps, ...leftOutFindings(kinds)]) };
  const isFilled = spec.missing === "impute";
  const used = isFilled ? shapedFor(table, spec) : tableFor(table, spec);
  const { observed } = observedIn(table, spec);
  const results = yield* examination(used, { ...used, observed });
  const findings = runFindings(results, { table: { ...table, kinds }, used, spec });
  const { empty } = rowsByGaps(table);
  const usedRows = isFilled ? facts.rows - empty : rowsUsed(used);
  return { ...chosen, usedRows, findings: bySeverity(findings) };
}

const severities = { fatal: 0, warning: 1, note: 2 };

function bySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((p, q) => severities[p.severity] - severities[q.severity]);
}
