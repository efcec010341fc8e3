// What the data doctor says of a table: of its cells as they were read, and of the columns and rows that are left.

import { check, suggestion } from "../check.ts";
import { type Cells, categorisedTable, checkColumns, type TableOptions } from "../data/columns.ts";
import type { Finding } from "../data/doctor/doctor.ts";
import { cellFindings, examination, headerFindings, scoreFindings } from "../data/doctor/doctor.ts";
import { createTable } from "../data/table.ts";
import { isOwnScore, type RunSpec, runSpec } from "../run/spec.ts";
import { tableFor } from "../run/table-for.ts";
import { scores } from "../score/scores.ts";

export interface ExamineOptions {
  /** Only these columns. */
  readonly columns?: readonly string[] | undefined;
  /** What is to become of rows with missing values. */
  readonly missing?: "fail" | "drop" | undefined;
  /** Columns of numbers that are categories. */
  readonly categorical?: readonly string[] | undefined;
  /** Examine it for this score: what it takes differs. */
  readonly score: string;
}

export interface Examined {
  readonly rows: number;
  readonly names: readonly string[];
  readonly findings: readonly Finding[];
}

/** The cells of a table, read in this way. */
export type ReadCells = (
  options: Pick<TableOptions, "categorical"> & Pick<ExamineOptions, "columns">,
) => Cells | Promise<Cells>;

/** Reads a table and tells the share of its columns that are examined, at last what was found. */
export async function tableExamination(
  read: ReadCells,
  options: ExamineOptions,
): Promise<Generator<number, Examined, void>> {
  const { score, columns, categorical: named } = options;
  specOf(options); // a name that is none is refused before the file is read
  const categorical = categoriesFor([score], named);
  const cells = await read({ columns, categorical });
  const sound = soundColumns(cells, options);
  if (sound.length === cells.names.length) return cellsExamination(cells, cells, options);
  const left = sound.length < 2 ? null : await read({ columns: sound, categorical });
  return cellsExamination(cells, left, options);
}

/** Those that a table can be made of. Refuses what even the doctor cannot look at. */
function soundColumns(cells: Cells, { missing = "fail", categorical }: ExamineOptions): string[] {
  const { facts, rows, names } = cells;
  if (rows < 2) checkColumns(facts, { rows, completeRows: cells.X.rows, missing });
  createTable(names, cells.X); // refuses two columns of one name
  const unknown = categorical?.find((name) => !names.includes(name));
  check(
    unknown === undefined,
    () => `table: no column is called "${unknown}"; ${suggestion(unknown!, names)}`,
    { field: "categorical" },
  );
  return facts
    .filter((f) => f.text === undefined && f.infiniteRow === undefined && f.missing < rows)
    .map(({ name }) => name);
}

/**
 * Findings of a table and of its sound columns, read by themselves: rows may be whole in them that are not in all (null
 * where they are fewer than two). Tells the share of the columns that are examined.
 */
function* cellsExamination(
  { facts, rows, names, doubt }: Cells,
  sound: Cells | null,
  { missing = "fail", ...options }: ExamineOptions,
): Generator<number, Examined, void> {
  const left = sound && examinedTable(sound, specOf(options));
  const inTable = left ? [...(yield* examination(left)), ...scoreFindings(left)] : [];
  const findings = [...cellFindings(facts, rows, { missing }), ...inTable, ...headerFindings(doubt, names)];
  return {
    rows,
    names,
    findings: findings.toSorted((p, q) => severities[p.severity] - severities[q.severity]),
  };
}

/** What is read as categories for some scores: all text where one of them takes that, only what is named for one's own. */
export function categoriesFor(
  names: readonly string[],
  named: readonly string[] | undefined,
): TableOptions["categorical"] {
  if (names.some((name) => (scores[name]?.takes ?? "numbers") !== "numbers")) return "text";
  return names.some(isOwnScore) ? named : undefined;
}

function specOf({ score, categorical }: ExamineOptions): RunSpec {
  return runSpec({ score, categorical: categorical && [...categorical] });
}

/** What is left as the score takes it; of the columns that were named as categories, those that are there. */
function examinedTable(cells: Cells, { score, categorical = [] }: Pick<RunSpec, "score" | "categorical">) {
  const there = categorical.filter((name) => cells.names.includes(name));
  return tableFor(categorisedTable(cells, "text"), { score, categorical: there });
}

const severities = { fatal: 0, warning: 1, note: 2 };
