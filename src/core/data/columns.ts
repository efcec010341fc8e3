// Turns columns as read into a table that can be searched, or refuses them in one sentence.
//
// Every reader (CSV and JSON text in core, files through DuckDB) returns raw cells: numbers, or labels where a cell holds text, and
// gaps. The kind of each column and whether it is used are decided here for all readers, so the same file gives the same table
// whichever reader it came through. A table may have gaps; a run fills them or drops their rows (complete-table.ts).

import { check, listedWith, suggestion } from "../check.ts";
import { matrix } from "../math/matrix.ts";
import type { Cells, HeaderDoubt, OtherEncoding, Preface, WorkbookSheet } from "./cells.ts";
import { type ColumnKind, waysToKeep } from "./column-kind.ts";
import { type RepeatedRows, repeatedRows } from "./doctor/doctor.ts";
import { columnKinds, type KindChoices, type NamedReading } from "./kinds/kinds.ts";
import { withSheets } from "./other-sheets.ts";
import type { ColumnDoubt } from "./reading-doubt.ts";
import { rowWeights } from "./row-weights.ts";
import { createTable, type Table } from "./table.ts";
import { cellsFromCsv, type HeaderChoice } from "./text/text.ts";

/** A table with the kinds of its columns, including those left out, and what was doubtful in reading it. */
export interface LoadedTable extends Table {
  readonly kinds?: readonly ColumnKind[];
  readonly doubt?: HeaderDoubt;
  readonly preface?: Preface;
  readonly encoding?: OtherEncoding;
  readonly workbook?: WorkbookSheet;
  /** Columns that could also be read in another way. */
  readonly readings?: readonly ColumnDoubt[];
  /** Number of rows in the file, if the table does not hold them all. */
  readonly rowsRead?: number;
  /** Rows that equal an earlier one in every column, including the columns left out. */
  readonly repeats?: RepeatedRows;
}

export interface TableOptions {
  /** Keep only these columns, in this order. */
  readonly columns?: readonly string[] | undefined;
  /** Leave these columns out. */
  readonly exclude?: readonly string[] | undefined;
  /** Kinds of columns, by name: number, category, binary, ordered, date, weight; detected from the cells by default. */
  readonly kinds?: KindChoices | undefined;
  /** Does the first row of CSV name the columns? "auto": by the rule of csv-header.ts. */
  readonly header?: HeaderChoice | undefined;
}

/** The kinds of the columns, without building a table. */
export function readKinds(cells: Cells, options: TableOptions): ColumnKind[] {
  try {
    return kindsOf(kindsIn(chosenCells(cells, options), options));
  } catch (error) {
    throw withSheets(error, cells.workbook);
  }
}

function kindsIn(cells: Cells, { kinds, columns }: TableOptions): NamedReading[] {
  checkRows(cells);
  return columnKinds(cells, { kinds, isChosen: columns !== undefined });
}

function kindsOf(kinds: readonly NamedReading[]): ColumnKind[] {
  return kinds.map(({ values: _, levels: __, doubts: ___, ...kind }) => kind);
}

/** The table of the selected columns; refuses what no search can handle. */
export function tableFromCells(cells: Cells, options: TableOptions = {}): LoadedTable {
  try {
    return tableOf(cells, options);
  } catch (error) {
    throw withSheets(error, cells.workbook);
  }
}

function tableOf(cells: Cells, options: TableOptions): LoadedTable {
  const { doubt, preface, encoding, workbook, ...read } = chosenCells(cells, options);
  const kinds = kindsIn(read, options);
  const used = kinds.filter(({ isUsed }) => isUsed);
  checkUsed(used, kinds);
  const d = used.length;
  const weight = kinds.find(({ kind }) => kind === "weight");
  const weighed = weight && rowWeights(weight);
  const counted = weighed?.rows ?? Array.from({ length: read.rows }, (_, i) => i);
  // For a column that is left out, how it was read matters only if that is the reason.
  const readings = kinds.flatMap(({ name, isUsed, doubts = [] }) =>
    doubts
      .filter(({ about }) => isUsed || about === "leading-zeros")
      .map((doubt) => ({ column: name, ...doubt })),
  );
  const X = matrix(counted.length, d);
  used.forEach(({ values }, j) => {
    counted.forEach((i, at) => {
      X.data[at * d + j] = values[i];
    });
  });
  return {
    ...createTable(
      used.map(({ name }) => name),
      X,
      used.map(({ levels }) => levels),
    ),
    ...(weighed && { weights: weighed.weights, rowsRead: read.rows }),
    kinds: kindsOf(kinds),
    repeats: repeatedRows(read.columns.map(({ values }) => values)),
    ...(doubt && { doubt }),
    ...(preface && { preface }),
    ...(encoding && { encoding }),
    ...(workbook && { workbook }),
    ...(readings.length > 0 && { readings }),
  };
}

/**
 * A table from the text of a CSV file.
 *
 * @example
 * ```js
 * tableFromCsv("x,y\n1,2.5\n2,3.5\n4,1.5\n").names; // ["x", "y"]
 * ```
 */
export function tableFromCsv(text: string, options: TableOptions = {}): LoadedTable {
  return tableFromCells(cellsFromCsv(text, options), options);
}

/** The cells of the selected columns. */
function chosenCells(cells: Cells, { columns, exclude, kinds }: TableOptions): Cells {
  const names = cells.columns.map(({ name }) => name);
  const wanted = withWeight(columns, kinds);
  return { ...cells, columns: chosenColumns(names, wanted, exclude).map((k) => cells.columns[k]) };
}

/** The selected columns and the weight column, which is not itself used in the search. */
export function withWeight(
  columns: readonly string[] | undefined,
  kinds: KindChoices = {},
): readonly string[] | undefined {
  const weights = Object.keys(kinds).filter((name) => kinds[name] === "weight" && !columns?.includes(name));
  return columns && [...columns, ...weights];
}

function checkRows({ columns, rows }: Cells): void {
  const names = columns.map(({ name }) => `"${name}"`);
  const onlyNames = `table: rows of cells must follow the header, got only the names ${listedWith("and", names)}`;
  check(rows > 0, onlyNames, { remedies: [{ act: "add the observations" }] });
  check(rows > 1, "table: at least 2 rows are needed, got 1", {
    remedies: [{ act: "add observations, one per row" }],
  });
}

function checkUsed(used: readonly NamedReading[], kinds: readonly NamedReading[]): void {
  const out = kinds.filter(({ isUsed }) => !isUsed).map(({ name, reason }) => `"${name}" ${reason}`);
  const count = used.length === 1 ? `1 ("${used[0].name}")` : "none";
  const isKeepable = kinds.some((kind) => waysToKeep(kind).length > 0);
  check(
    used.length >= 2,
    () => `table: at least 2 columns are needed, got ${count}: ${out.slice(0, 5).join("; ")}`,
    isKeepable
      ? {
          field: "kinds",
          remedies: [{ act: "specify the kind of a column that should be used", option: "kinds" }],
        }
      : { remedies: [{ act: "give a table with at least two columns that vary" }] },
  );
}

/** Positions of the columns to keep: all, or those in `wanted`, except those excluded. Refuses too few, unknown and ambiguous ones. */
export function chosenColumns(
  names: readonly string[],
  wanted?: readonly string[],
  exclude: readonly string[] = [],
): number[] {
  check(names.length > 0, "table: a header and rows of cells are required, got an empty file", {
    remedies: [{ act: "write the data first" }],
  });
  for (const [field, listed] of Object.entries({ columns: wanted ?? [], exclude })) {
    for (const name of listed)
      check(names.includes(name), () => `table: no column is called "${name}"; ${suggestion(name, names)}`, {
        field,
      });
  }
  const repeats = repeatedNames(names);
  for (const name of (wanted ?? names).filter((each) => !exclude.includes(each))) {
    check(name.length <= mostNameLength, () => tooLongName(name));
    check(!repeats.has(name), `table: two columns are called "${name}"`, {
      remedies: [{ act: "rename one" }, { drop: [name] }],
    });
  }
  const repeated = wanted?.find((name, k) => wanted.indexOf(name) !== k);
  check(repeated === undefined, `table: "${repeated}" is listed twice among the columns`, {
    field: "columns",
    remedies: [{ act: "list each column once" }],
  });
  const all = wanted?.map((name) => names.indexOf(name)) ?? names.map((_, k) => k);
  const chosen = all.filter((k) => !exclude.includes(names[k]));
  const got = chosen.length === 1 ? `1 ("${names[chosen[0]]}")` : chosen.length;
  const way =
    names.length > 1
      ? { act: "list more columns", option: "columns" }
      : { act: "give a table with more of them, its cells separated by comma, semicolon, tab or |" };
  check(chosen.length >= 2, `table: at least 2 columns are needed, got ${got}`, {
    remedies: [way],
  });
  return chosen;
}

/** Maximum number of characters in a column's name. */
const mostNameLength = 1000;

function tooLongName(name: string): string {
  return `table: a column's name must have at most ${mostNameLength} characters, got ${name.length} (${JSON.stringify(name.slice(0, 40))}…); rename the column`;
}

function repeatedNames(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}
