// From columns as they were read to a table fit to be searched, or one sentence saying why not.
//
// Every reader (CSV text in core, files through DuckDB) ends here, so the same bad input gives the same sentence
// whichever way it came. A reader that holds its columns calls tableFromColumns; one that streams collects only the
// facts and calls chosenColumns and checkColumns itself.
//
// Rows are data rows counted from 1: the header is not one of them.

import { check, setTo, suggestion } from "../check.ts";
import { type Matrix, matrix } from "../math/matrix.ts";
import { sortCodesInto, withCategories } from "./categories.ts";
import { createTable, droppable, type Levels, type Table } from "./table.ts";
import type { HeaderChoice, HeaderDoubt } from "./text/text.ts";

/** Cells that stand for "no value", in lower case and without the spaces around them. */
export const missingMarkers: readonly string[] = ["", "na", "n/a", "nan", "+nan", "-nan", "null", "?", "."];

export interface TextCell {
  readonly row: number;
  readonly value: string;
}

/** A column as read. */
export interface RawColumn {
  readonly name: string;
  /** NaN where there is no number. */
  readonly values: Float64Array;
  /** Of a column with text that is read as categories: the values are codes into these, in any order. */
  readonly labels?: readonly string[];
  /** The first cell that is neither a number nor a missing marker. */
  readonly text?: TextCell;
  /** How many cells have no value. */
  readonly missing: number;
  /** First row without a value, from 1; in a column with text it must be said. */
  readonly missingRow?: number;
}

/** All that must be known of a column to accept or refuse it. */
export interface ColumnFacts {
  readonly name: string;
  readonly text?: TextCell;
  readonly missing: number;
  /** First row without a value. */
  readonly missingRow?: number;
  /** First row that is infinite. */
  readonly infiniteRow?: number;
}

/** What `missing: "drop"` took away. */
export interface Dropped {
  /** Rows dropped, of so many. */
  readonly rows: number;
  readonly of: number;
  /** The columns that had cells without a value, and how many. */
  readonly missing: readonly { readonly name: string; readonly count: number }[];
}

/** A table that remembers what was dropped on the way in, and how a doubtful first row was taken; nothing such, no field. */
export interface LoadedTable extends Table {
  readonly dropped?: Dropped;
  readonly doubt?: HeaderDoubt;
}

export interface TableOptions {
  /** Refuse a table with missing values, or drop the rows that have them. */
  readonly missing?: "fail" | "drop";
  /** Keep only these columns, in this order. */
  readonly columns?: readonly string[];
  /** Read these columns, whether they hold text or numbers, as categories; "text": every column that holds text. */
  readonly categorical?: readonly string[] | "text";
  /** Does the first row of CSV name the columns? "auto": by the rule of csv-header.ts. */
  readonly header?: HeaderChoice | undefined;
}

/** Is text in this column to be read as a category? */
export function takesText(name: string, categorical: TableOptions["categorical"]): boolean {
  return categorical === "text" || (categorical?.includes(name) ?? false);
}

/** A table as it was read, before anything is refused: what is wrong in which column, and the rows with a number in each. */
export interface Cells {
  readonly names: readonly string[];
  readonly facts: readonly ColumnFacts[];
  readonly rows: number;
  /** The complete rows. */
  readonly X: Matrix;
  /** Labels of the columns with text that were read as categories, null for the others. */
  readonly levels: Levels;
  /** Where it was in doubt whether the first row names the columns. */
  readonly doubt?: HeaderDoubt | undefined;
}

export interface ColumnsOptions extends TableOptions {
  readonly doubt?: HeaderDoubt | undefined;
}

export function tableFromColumns(columns: readonly RawColumn[], options: ColumnsOptions = {}): LoadedTable {
  const { doubt } = options;
  return tableFromCells({ ...cellsFromColumns(columns, options.columns), doubt }, options);
}

/** Of these columns, or of those wanted among them. */
export function cellsFromColumns(columns: readonly RawColumn[], wanted?: readonly string[]): Cells {
  const chosen = chosenColumns(
    columns.map((column) => column.name),
    wanted,
  ).map((k) => columns[k]);
  const rows = chosen[0].values.length;
  const complete = completeRows(chosen, rows);
  const d = chosen.length;
  const X = matrix(complete.length, d);
  chosen.forEach(({ values }, j) => {
    for (let i = 0; i < complete.length; i++) X.data[i * d + j] = values[complete[i]];
  });
  const levels = chosen.map(({ labels }, j) => (labels === undefined ? null : sortCodesInto(X, j, labels)));
  return { names: chosen.map(({ name }) => name), facts: chosen.map(factsOf), rows, X, levels };
}

/** The table of what was read; refuses what no search can work on. */
export function tableFromCells(
  { facts, rows, doubt, ...cells }: Cells,
  { missing = "fail", categorical }: Pick<TableOptions, "missing" | "categorical"> = {},
): LoadedTable {
  const completeRows = cells.X.rows;
  checkColumns(facts, { rows, completeRows, missing });
  return {
    ...categorisedTable(cells, categorical),
    ...droppedFrom(facts, rows, completeRows),
    ...(doubt && { doubt }),
  };
}

/** The table of what was read, with the columns of numbers that were named as categories. */
export function categorisedTable(
  { names, X, levels }: Required<Omit<Table, "scatter">>,
  categorical: TableOptions["categorical"],
): Table {
  const table = createTable(names, X, levels);
  return categorical === undefined || categorical === "text" ? table : withCategories(table, categorical);
}

/** Positions of the columns to keep: all, or those wanted. Refuses too few, unknown and ambiguous ones. */
export function chosenColumns(names: readonly string[], wanted?: readonly string[]): number[] {
  check(names.length > 0, "table: a header and rows of numbers must be there, got an empty file", {
    remedies: [{ act: "write the data first" }],
  });
  for (const name of wanted ?? []) {
    check(names.includes(name), () => `table: no column is called "${name}"; ${suggestion(name, names)}`, {
      field: "columns",
    });
  }
  const repeats = repeatedNames(names);
  for (const name of wanted ?? names) {
    check(name.length <= mostNameLength, () => tooLongName(name));
    check(!repeats.has(name), `table: two columns are called "${name}"`, {
      remedies: [{ act: "rename one" }, { drop: [name] }],
    });
  }
  const repeated = wanted?.find((name, k) => wanted.indexOf(name) !== k);
  check(repeated === undefined, `table: "${repeated}" is named twice among the columns`, {
    field: "columns",
    remedies: [{ act: "name each column once" }],
  });
  const chosen = wanted?.map((name) => names.indexOf(name)) ?? names.map((_, k) => k);
  const got = chosen.length === 1 ? `1 ("${names[chosen[0]]}")` : chosen.length;
  const way =
    names.length > 1
      ? { act: "name more columns", option: "columns" }
      : { act: "give a table with more of them, its cells separated by comma, semicolon, tab or |" };
  check(chosen.length >= 2, `table: at least 2 columns are needed to find causes among, got ${got}`, {
    remedies: [way],
  });
  return chosen;
}

/** Characters of a column's name. */
const mostNameLength = 1000;

function tooLongName(name: string): string {
  return `table: a column's name must have at most ${mostNameLength} characters, got ${name.length} (${JSON.stringify(name.slice(0, 40))}…); rename the column`;
}

function repeatedNames(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

/** Refuses what no search can work on, in one sentence. */
export function checkColumns(
  facts: readonly ColumnFacts[],
  { rows, completeRows, missing }: { rows: number; completeRows: number; missing: "fail" | "drop" },
): void {
  const onlyNames = `table: rows of numbers must follow the header, got only the names ${listed(facts)}`;
  check(rows > 0, onlyNames, { remedies: [{ act: "add the observations" }] });
  check(rows > 1, "table: at least 2 rows are needed, got 1", {
    remedies: [{ act: "add observations, a row for each" }],
  });
  checkNumeric(facts);
  for (const { name, infiniteRow } of facts) {
    check(
      infiniteRow === undefined,
      `table: column "${name}" must be finite, got infinity in row ${infiniteRow}`,
      { remedies: [{ act: "correct the cell" }, { drop: [name] }] },
    );
  }
  const gaps = facts.filter((column) => column.missing > 0);
  if (gaps.length === 0) return;
  const empty = gaps.filter((column) => column.missing === rows);
  check(empty.length === 0, () => `table: column "${empty[0].name}" has no value in any row`, {
    remedies: [{ drop: namesOf(empty) }],
  });
  if (missing === "fail") {
    const { name, missing: count, missingRow } = gaps[0];
    const notes = [
      ...(count > 1 ? [`in ${count} of ${rows} rows`] : []),
      ...(gaps.length > 1 ? [`gaps also in ${listed(gaps.slice(1))}`] : []),
    ];
    const more = notes.length > 0 ? ` (${notes.join("; ")})` : "";
    check(false, `table: column "${name}" has no value in row ${missingRow}${more}`, {
      field: "missing",
      remedies: [{ set: { missing: "drop" } }, ...droppable(namesOf(gaps), facts.length)],
    });
  }
  const byGaps = gaps.toSorted((a, b) => b.missing - a.missing);
  check(
    completeRows > 1,
    () => `table: at least 2 rows must have a value in every column, got ${completeRows} of ${rows}`,
    { remedies: [{ act: `leave out the columns with most gaps (${listed(byGaps)})`, option: "columns" }] },
  );
}

/** The `dropped` field, present only when rows were dropped. */
export function droppedFrom(
  facts: readonly ColumnFacts[],
  rows: number,
  completeRows: number,
): { dropped?: Dropped } {
  if (completeRows === rows) return {};
  const missing = facts
    .filter((column) => column.missing > 0)
    .map(({ name, missing: count }) => ({ name, count }));
  return { dropped: { rows: rows - completeRows, of: rows, missing } };
}

function checkNumeric(facts: readonly ColumnFacts[]): void {
  const texts = facts.filter((column) => column.text !== undefined);
  if (texts.length === 0) return;
  const { name, text } = texts[0];
  const others = texts.length > 1 ? ` (text also in ${listed(texts.slice(1))})` : "";
  const fitting = texts.length === facts.length ? ["bdeu", "bic-discrete"] : ["bic-mixed"];
  check(
    false,
    `table: column "${name}" must be numeric, got "${shortened(text!.value)}" in row ${text!.row}${others}`,
    {
      field: "score",
      remedies: [
        { act: "correct the cell" },
        ...droppable(namesOf(texts), facts.length),
        ...setTo("score", fitting, "where it holds categories"),
      ],
    },
  );
}

function factsOf({ name, values, text, missing, missingRow: said }: RawColumn): ColumnFacts {
  const missingRow = missing === 0 ? 0 : (said ?? values.findIndex((x) => Number.isNaN(x)) + 1);
  const infiniteRow = values.findIndex((x) => x === Infinity || x === -Infinity) + 1;
  return {
    name,
    missing,
    ...(text === undefined ? {} : { text }),
    ...(missingRow > 0 ? { missingRow } : {}),
    ...(infiniteRow > 0 ? { infiniteRow } : {}),
  };
}

/** Positions of the rows that have a number in every column. */
function completeRows(columns: readonly RawColumn[], rows: number): Uint32Array {
  const kept = new Uint32Array(rows);
  let count = 0;
  for (let i = 0; i < rows; i++) {
    if (columns.every(({ values }) => !Number.isNaN(values[i]))) kept[count++] = i;
  }
  return kept.subarray(0, count);
}

function namesOf(columns: readonly ColumnFacts[]): string[] {
  return columns.map(({ name }) => name);
}

function listed(columns: readonly { readonly name: string }[]): string {
  const names = columns.slice(0, 5).map(({ name }) => `"${name}"`);
  return names.join(", ") + (columns.length > 5 ? ` and ${columns.length - 5} more` : "");
}

function shortened(value: string): string {
  const line = value.replace(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}
