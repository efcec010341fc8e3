// Columns that can be read in several ways: which reading was chosen, as data, from which the doctor explains how to get another.

/** An example cell: as written, and as read. */
interface Example {
  readonly written: string;
  readonly read: string;
}

export type ReadingDoubt =
  /** Every date of the column is valid with the day first and with the month first. */
  | ({ readonly about: "date-order"; readonly taken: DateOrder } & Example)
  /** Two-digit years lie in the hundred years beginning with `from`; beginning with `tighter`, they would lie closer together. */
  | ({ readonly about: "two-digit-years"; readonly tighter: number | null } & YearWindow & Example)
  /** A date farther from the others than these are from each other. */
  | ({ readonly about: "far-date"; readonly date: string; readonly rows: number } & DateRange)
  /** Digits of one width, some with leading zeros, read as labels. */
  | { readonly about: "leading-zeros"; readonly written: string }
  /** Numbers with another decimal mark than the file's. */
  | ({ readonly about: "decimal-mark"; readonly mark: "." | "," } & Example)
  /** Cells that give only a bound, "<5". */
  | { readonly about: "bounds"; readonly written: string; readonly rows: number }
  /** Cells of text that count as missing: in how many rows. */
  | { readonly about: "text"; readonly rows: number }
  /** The last cell is the sum of all others. */
  | { readonly about: "total-row"; readonly total: number }
  /** By its name and values, the column holds the weights of the rows. */
  | { readonly about: "weights"; readonly mean: number; readonly rows: number };

/** As written in a kind: "date: day first" requests that order. */
export type DateOrder = "day first" | "month first";

interface YearWindow {
  /** The first of the hundred years. */
  readonly from: number;
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
}

/** First and last of all other dates. */
interface DateRange {
  readonly first: string;
  readonly last: string;
}

export type ColumnDoubt = ReadingDoubt & { readonly column: string };
