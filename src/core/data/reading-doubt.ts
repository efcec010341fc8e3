// Where a column can be read in several ways: which one was taken, as data, for the doctor to say with the way to another.

/** Of one cell: as it stands, and what it was taken for. */
interface Example {
  readonly written: string;
  readonly read: string;
}

export type ReadingDoubt =
  /** Every date of the column is one with the day first and one with the month first. */
  | ({ readonly about: "date-order"; readonly taken: DateOrder } & Example)
  /** Years of two digits lie in the hundred years from one on; `tighter`: from which on they would lie closer together. */
  | ({ readonly about: "two-digit-years"; readonly tighter: number | null } & YearWindow & Example)
  /** A date that is farther from all others than these are from each other. */
  | ({ readonly about: "far-date"; readonly date: string; readonly rows: number } & DateRange)
  /** Digits of one width, some with zeros in front: labels. */
  | { readonly about: "leading-zeros"; readonly written: string }
  /** Numbers with another decimal mark than the file's. */
  | ({ readonly about: "decimal-mark"; readonly mark: "." | "," } & Example)
  /** Cells that give only a bound, "<5". */
  | { readonly about: "bounds"; readonly written: string; readonly rows: number }
  /** The last cell is the sum of all others. */
  | { readonly about: "total-row"; readonly total: number }
  /** By name and values it says how much each row counts. */
  | { readonly about: "weights"; readonly mean: number; readonly rows: number };

/** Goes on from "the month" or "the day": "date: day first" is how the other is asked for. */
export type DateOrder = "day first" | "month first";

interface YearWindow {
  /** The first of the hundred years. */
  readonly from: number;
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
}

/** Of all other dates. */
interface DateRange {
  readonly first: string;
  readonly last: string;
}

export type ColumnDoubt = ReadingDoubt & { readonly column: string };
