// A table as read, cell by cell: numbers, labels where a column holds text, and gaps. Every reader returns this.

/** How a doubtful first record was read: an all-numeric one as names, or one with some numbers as data. */
export interface HeaderDoubt {
  readonly taken: "names" | "data";
  /** Every cell of the first record is a number. */
  readonly isAllNumbers: boolean;
}

/** What preceded the data in a text and was skipped. */
export interface Preface {
  /** Number of lines above the header, and the first of them. */
  readonly lines?: number;
  readonly first?: string;
  /** The record of units below the header. */
  readonly units?: readonly string[];
}

/** Encoding of a file that is not UTF-8. */
export type OtherEncoding = "windows-1252" | "utf-16le" | "utf-16be";

/** Which sheet of a workbook was read. */
export interface WorkbookSheet {
  readonly sheet: string;
  /** Names of all its sheets. */
  readonly sheets: readonly string[];
  /** Whether the caller named it. */
  readonly isChosen?: boolean;
  /** Number of formulas in it without a stored value, if there are any. */
  readonly uncomputed?: number;
}

/** Cells that mean "no value", in lower case and trimmed. */
export const missingMarkers: readonly string[] = [
  "",
  "na",
  "n/a",
  "n.a.",
  "nan",
  "+nan",
  "-nan",
  "null",
  "?",
  ".",
  "*",
  "-",
  "--",
  "–",
  "—",
  "<na>",
  "#n/a",
  "#na",
];

/** A column as read. */
export interface RawColumn {
  readonly name: string;
  /** NaN where missing. */
  readonly values: Float64Array;
  /** Labels of a column with text, sorted by code unit; its values are codes into them. */
  readonly labels?: readonly string[];
  /** Number of digits, where all numbers are written with the same number and some with leading zeros. */
  readonly width?: number | undefined;
  /** Present if not all rows of the file are here, and its numbers count all of them, from 0 or 1, in any order. */
  readonly isRowNumber?: true;
}

/** A table as read, before anything is refused. */
export interface Cells {
  readonly columns: readonly RawColumn[];
  readonly rows: number;
  /** Decimal mark of the file. */
  readonly decimal: "." | ",";
  /** Present if it is doubtful whether the first row names the columns. */
  readonly doubt?: HeaderDoubt | undefined;
  readonly preface?: Preface | undefined;
  /** Present if the file is not UTF-8. */
  readonly encoding?: OtherEncoding | undefined;
  /** Present if the file is a workbook. */
  readonly workbook?: WorkbookSheet | undefined;
}

/** Cells from columns whose labels are in any order: the labels are sorted and the values recoded. */
export function cellsOf(columns: readonly RawColumn[], how: Omit<Cells, "columns" | "rows">): Cells {
  return { columns: columns.map(sortedLabels), rows: columns[0]?.values.length ?? 0, ...how };
}

function sortedLabels(column: RawColumn): RawColumn {
  const { labels, values } = column;
  if (labels === undefined) return column;
  const order = labels.map((_, code) => code).sort((a, b) => (labels[a] < labels[b] ? -1 : 1));
  const place = new Float64Array(labels.length);
  order.forEach((code, k) => {
    place[code] = k;
  });
  return {
    ...column,
    labels: order.map((code) => labels[code]),
    values: values.map((code) => (Number.isNaN(code) ? code : place[code])),
  };
}
