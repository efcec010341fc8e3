// A column read as one kind, and helpers that all readings share.

import type { RawColumn } from "../cells.ts";
import type { KeptInstead, Kind } from "../column-kind.ts";
import type { ReadingDoubt } from "../reading-doubt.ts";
import type { Panel } from "./panels.ts";

/** A column read as one kind. */
export interface ReadAs {
  readonly kind: Kind;
  readonly isUsed: boolean;
  /** Why it is not used, or a note on how it is read. */
  readonly reason?: string;
  /** Number of subjects, for an identifier of subjects with several rows each. */
  readonly subjects?: number;
  /** Present in the column that names the units of a panel. */
  readonly panel?: Panel;
  /** For dates: the day that is 0, as 2024-03-05. */
  readonly firstDay?: string;
  /** True if the user has set the kind. */
  readonly isSet?: true;
  /** For a copy: how to keep it instead of another column. */
  readonly instead?: KeptInstead;
  /** Other ways in which the column could be read. */
  readonly doubts?: readonly ReadingDoubt[];
  /** Numbers, or codes into the levels; NaN where missing. */
  readonly values: Float64Array;
  readonly levels: readonly string[] | null;
}

/** A column with more distinct whole numbers than this is numeric rather than ordered. */
export const mostOrdered = 10;
/** If a larger share of the cells is text, the column is read as labels. */
export const mostText = 0.1;

export function used(kind: Kind, { values, labels }: RawColumn): ReadAs {
  return { kind, isUsed: true, values, levels: labels ?? null };
}

export function unused(kind: Kind, { values, labels }: RawColumn, reason: string): ReadAs {
  return { kind, isUsed: false, reason, values, levels: labels ?? null };
}

/** The first `most` distinct values, in order of appearance. */
export function distinctUpTo(values: Float64Array, most: number): number[] {
  const seen: number[] = [];
  for (const x of values) {
    if (Number.isNaN(x) || seen.includes(x)) continue;
    seen.push(x);
    if (seen.length === most) break;
  }
  return seen;
}

/** The column as ordered labels; a label that is not in `order` is "no answer" and counts as missing. */
export function inOrder(column: RawColumn, order: readonly string[]): ReadAs {
  const place = column.labels!.map((label) => order.indexOf(label));
  const values = column.values.map((code) => (place[code] >= 0 ? place[code] : Number.NaN));
  const none = column.labels!.filter((_, k) => place[k] < 0);
  const rows = missingIn(values) - missingIn(column.values);
  const reason = `${order.join(" < ")}${rows === 0 ? "" : `; ${textNote(rows, none)}`}`;
  const doubts = rows === 0 ? {} : { doubts: [{ about: "text", rows } as const] };
  return { kind: "ordered", isUsed: true, reason, ...doubts, values, levels: order };
}

export function missingIn(values: Float64Array): number {
  let count = 0;
  for (const x of values) if (Number.isNaN(x)) count++;
  return count;
}

export function textNote(cells: number, labels: readonly string[]): string {
  return `${cells} ${cells === 1 ? "cell" : "cells"} with text (${quoted(labels)}) count${cells === 1 ? "s" : ""} as missing`;
}

function quoted(labels: readonly string[]): string {
  const some = labels.slice(0, 3).map((label) => `"${shortened(label)}"`);
  return some.join(", ") + (labels.length > 3 ? ` and ${labels.length - 3} more` : "");
}

export function shortened(label: string): string {
  return label.length > 30 ? `${label.slice(0, 30)}…` : label;
}

/** A column of numbers as labels, one per distinct number, with its leading zeros. */
export function withLabels({ name, values, width = 0 }: RawColumn): RawColumn {
  const distinct = [...new Set(values)].filter((x) => !Number.isNaN(x)).sort((a, b) => a - b);
  const code = new Map(distinct.map((x, k) => [x, k]));
  return {
    name,
    labels: distinct.map((x) => String(x).padStart(width, "0")),
    values: values.map((x) => code.get(x) ?? Number.NaN),
  };
}
