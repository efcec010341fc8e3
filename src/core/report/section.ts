// A section of the report as plain data: the report renders it as HTML (section-html.ts), the page with its own components.

import type { Finding } from "../data/doctor/doctor.ts";
import type { Phrase } from "./phrase.ts";

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly text: Text; readonly look?: "soft" | "warning" }
  | { readonly heading: string }
  | { readonly list: readonly Text[]; readonly look?: "pairs" | "statements" | "references" }
  | { readonly table: SectionTable }
  | { readonly facts: readonly Fact[] }
  | { readonly code: string }
  | { readonly findings: readonly Pick<Finding, "severity" | "message" | "meaning" | "remedy">[] };

/** A sentence, possibly with marked words. */
export type Text = string | Phrase;

/** A term and its value. */
export type Fact = readonly [string, Text];

export interface SectionTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Text[])[];
  /** Index of the row of the result itself, among others. */
  readonly resultRow?: number;
  /** Number of rows above which the table scrolls. */
  readonly scrollAbove?: number;
}

export interface Column {
  readonly title: string;
  /** Numbers are right-aligned, digits below digits; bars are omitted if the page is narrow. */
  readonly kind?: "text" | "number" | "bar" | "remark";
}

export const number = (title: string): Column => ({ title, kind: "number" });

/** What the other cells of a row mean. */
export const remark: Column = { title: "", kind: "remark" };

/** A value that may be missing. */
export function orDash(value: number | null, write: (value: number) => string): string {
  return value === null ? "–" : write(value);
}
