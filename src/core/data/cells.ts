// A table as it was read, cell by cell: numbers, labels where a column holds text, and gaps. Every reader gives this.

/** What the rule decided in a case of doubt: that all numbers are names, or that a record with numbers in it is data. */
export interface HeaderDoubt {
  readonly taken: "names" | "data";
  /** Every cell of the first record is a number. */
  readonly isAllNumbers: boolean;
}

/** What stood in a text before its data and was passed over. */
export interface Preface {
  /** Lines above the header, and the first of them. */
  readonly lines?: number;
  readonly first?: string;
  /** The record of units below the header. */
  readonly units?: readonly string[];
}

/** In which a file was read, where that is not UTF-8. */
export type OtherEncoding = "windows-1252" | "utf-16le" | "utf-16be";

/** Cells that stand for "no value", in lower case and without the spaces around them. */
export const missingMarkers: readonly string[] = [
  "",
  "na",
  "n/a",
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
  /** NaN where there is no value. */
  readonly values: Float64Array;
  /** Of a column with text: the values are codes into these, which are sorted by code unit. */
  readonly labels?: readonly string[];
  /** Of numbers that are written with digits of one width, some with zeros in front: the width. */
  readonly width?: number | undefined;
}

/** A table as it was read, before anything is refused. */
export interface Cells {
  readonly columns: readonly RawColumn[];
  readonly rows: number;
  /** How the file writes numbers. */
  readonly decimal: "." | ",";
  /** Where it was in doubt whether the first row names the columns. */
  readonly doubt?: HeaderDoubt | undefined;
  readonly preface?: Preface | undefined;
  /** Of a file that is not UTF-8: how it was read. */
  readonly encoding?: OtherEncoding | undefined;
}

/** Cells of columns whose labels are in any order; only labels that occur are kept. */
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
