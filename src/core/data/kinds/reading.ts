// A column read as one kind, and the small questions that all ways of reading ask.

import type { RawColumn } from "../cells.ts";
import type { KeptInstead, Kind } from "../column-kind.ts";
import type { ReadingDoubt } from "../reading-doubt.ts";

/** A column read as one kind. */
export interface ReadAs {
  readonly kind: Kind;
  readonly isUsed: boolean;
  /** Why it takes no part, or what is to be known of how it is read. */
  readonly reason?: string;
  /** Of an identifier that names several rows each: how many it names. */
  readonly subjects?: number;
  /** Of a copy: how it is kept instead of another column. */
  readonly instead?: KeptInstead;
  /** Where it could be read in another way too. */
  readonly doubts?: readonly ReadingDoubt[];
  /** Numbers, or codes into the levels; NaN where there is no value. */
  readonly values: Float64Array;
  readonly levels: readonly string[] | null;
}

/** More distinct whole numbers than this are numbers on a line. */
export const mostOrdered = 10;
/** Text in a larger share of the cells makes labels of all of them. */
export const mostText = 0.1;

export function used(kind: Kind, { values, labels }: RawColumn): ReadAs {
  return { kind, isUsed: true, values, levels: labels ?? null };
}

export function unused(kind: Kind, { values, labels }: RawColumn, reason: string): ReadAs {
  return { kind, isUsed: false, reason, values, levels: labels ?? null };
}

/** The distinct values in the order in which they come, no more than so many. */
export function distinctUpTo(values: Float64Array, most: number): number[] {
  const seen: number[] = [];
  for (const x of values) {
    if (Number.isNaN(x) || seen.includes(x)) continue;
    seen.push(x);
    if (seen.length === most) break;
  }
  return seen;
}

/** Labels in their order; one that is not in it is no answer, and counts as missing. */
export function inOrder(column: RawColumn, order: readonly string[]): ReadAs {
  const place = column.labels!.map((label) => order.indexOf(label));
  const values = column.values.map((code) => (place[code] >= 0 ? place[code] : Number.NaN));
  const none = column.labels!.filter((_, k) => place[k] < 0);
  const note = none.length === 0 ? "" : `; ${textNote(missingIn(values) - missingIn(column.values), none)}`;
  return { kind: "ordered", isUsed: true, reason: `${order.join(" < ")}${note}`, values, levels: order };
}

export function missingIn(values: Float64Array): number {
  let count = 0;
  for (const x of values) if (Number.isNaN(x)) count++;
  return count;
}

export function textNote(cells: number, labels: readonly string[]): string {
  return `${cells} ${cells === 1 ? "cell" : "cells"} with text (${quoted(labels)}) count${cells === 1 ? "s" : ""} as missing`;
}

export function quoted(labels: readonly string[]): string {
  const some = labels.slice(0, 3).map((label) => `"${shortened(label)}"`);
  return some.join(", ") + (labels.length > 3 ? ` and ${labels.length - 3} more` : "");
}

export function shortened(label: string): string {
  return label.length > 30 ? `${label.slice(0, 30)}…` : label;
}

/** A column of numbers with a label for each distinct one, with the zeros that stood in front. */
export function withLabels({ name, values, width = 0 }: RawColumn): RawColumn {
  const distinct = [...new Set(values)].filter((x) => !Number.isNaN(x)).sort((a, b) => a - b);
  const code = new Map(distinct.map((x, k) => [x, k]));
  return {
    name,
    labels: distinct.map((x) => String(x).padStart(width, "0")),
    values: values.map((x) => code.get(x) ?? Number.NaN),
  };
}
