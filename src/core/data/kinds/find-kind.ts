// What kind of column one is, from its cells alone.
//
//     number       more than ten distinct numbers; text in at most a tenth of the cells counts as missing
//     ordered      up to ten distinct whole numbers, or labels of a scale that everybody knows (low, medium, high)
//     binary       two values
//     category     labels
//     date         labels that are dates: a number of days, or of hours
//     identifier   1 … n, or another label in every row: names the rows, says nothing of them
//     text         labels of many words, most of them in one row only
//     constant     one value, or none
//
// What cannot take part has a reason. Whoever knows better says so: kinds a=number, b=category.

import type { RawColumn } from "../cells.ts";
import type { KeptInstead, Kind } from "../column-kind.ts";
import { cellNumber } from "../text/text.ts";
import { datesOf } from "./dates.ts";
import { numberIn } from "./number-in.ts";
import { scaleOrder } from "./ordered-labels.ts";

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
  /** Numbers, or codes into the levels; NaN where there is no value. */
  readonly values: Float64Array;
  readonly levels: readonly string[] | null;
}

/** More distinct whole numbers than this are numbers on a line. */
const mostOrdered = 10;
/** More labels than this, or fewer rows for each, are too many to learn from. */
const mostLabels = 50;
const rowsPerLabel = 5;
/** A column without a value in a larger share of the rows would take most of them with it. */
const mostMissing = 0.5;
/** Fewer rows than this can differ from each other by chance. */
const fewRows = 10;
/** Text in a larger share of the cells makes labels of all of them. */
const mostText = 0.1;
const idName = /(^|[\s_.-])(id|uuid|guid|key|index|rownames?|row|no|nr)$|Id$|ID$/;
/** What several rows may belong to. */
const subjectName =
  /^(subject|patient|person|participant|respondent|individual|customer|user|household)s?([\s_.-]?(id|no|nr|number|code))?$/i;

/** Codes that are written with digits. */
const codeName = /^(phone|telephone|mobile|fax|zip|postal|post|plz)([\s_.-]?(code|no|nr|number))?$/i;

export function detectedKind(column: RawColumn, decimal: "." | ","): ReadAs {
  const { values, labels } = column;
  const present = values.length - missingIn(values);
  if (present === 0) return unused("constant", column, "has no value in any row");
  const found =
    subjectsIn(column, present) ??
    (labels === undefined ? ofNumbers(column, present) : ofLabels(column, present, decimal));
  const missing = values.length - present;
  return found.isUsed && missing > mostMissing * values.length
    ? { ...found, isUsed: false, reason: `has no value in ${missing} of ${values.length} rows` }
    : found;
}

/** An identifier by its name that names several rows each. */
function subjectsIn(column: RawColumn, present: number): ReadAs | null {
  if (!subjectName.test(column.name) && !idName.test(column.name)) return null;
  if (!column.labels && !column.values.every((x) => Number.isNaN(x) || Number.isInteger(x))) return null;
  const subjects = new Set(column.values.filter((x) => !Number.isNaN(x))).size;
  if (subjects < fewRows || 1.5 * subjects > present) return null;
  return {
    ...unused("identifier", column, `identifies ${subjects} subjects with several rows each`),
    subjects,
  };
}

export function missingIn(values: Float64Array): number {
  let count = 0;
  for (const x of values) if (Number.isNaN(x)) count++;
  return count;
}

function ofNumbers(column: RawColumn, present: number): ReadAs {
  const { name, values } = column;
  const distinct = distinctUpTo(values, mostOrdered + 1);
  if (distinct.length === 1) return unused("constant", column, `is ${distinct[0]} in every row`);
  if (distinct.length === 2) return used("binary", column);
  const isWhole = values.every((x) => Number.isNaN(x) || Number.isInteger(x));
  if (!isWhole) return used("number", column);
  if (codeName.test(name) && distinct.length > mostOrdered)
    return unused("identifier", column, "has the name of a code, not of a quantity");
  if (distinct.length <= mostOrdered)
    return used(present >= rowsPerLabel * distinct.length ? "ordered" : "number", column);
  if (present === values.length && present >= fewRows) {
    if (isCount(values)) return unused("identifier", column, "numbers the rows");
    const numbers = idName.test(name) ? new Set(values).size : 0;
    if (2 * numbers > present)
      return unused(
        "identifier",
        column,
        numbers === present
          ? "has a different number in every row, and the name of an identifier"
          : `has ${numbers} numbers in ${present} rows, and the name of an identifier`,
      );
  }
  return used("number", column);
}

function ofLabels(column: RawColumn, present: number, decimal: "." | ","): ReadAs {
  const labels = column.labels!;
  const numbers = numbersIn(column, decimal);
  if (numbers !== null) return numbers;
  if (labels.length === 1) return unused("constant", column, `is "${shortened(labels[0])}" in every row`);
  if (labels.length === 2) return used("binary", column);
  const dates = datesOf(labels);
  if (dates !== null) return { ...dated(column, dates), isUsed: true };
  const words = labels.reduce((sum, label) => sum + label.split(/\s+/).length, 0) / labels.length;
  if (present >= fewRows && labels.length === present && words < 4)
    return unused("identifier", column, "has a different label in every row");
  if (present >= fewRows && 2 * labels.length > present && words >= 4)
    return unused("text", column, "is free text");
  const order = scaleOrder(labels);
  if (order !== null) return { ...inOrder(column, order), isUsed: true };
  return labels.length > mostLabels || present < rowsPerLabel * labels.length
    ? unused(
        "category",
        column,
        `has ${labels.length} labels in ${present} rows, too many to estimate anything from`,
      )
    : used("category", column);
}

/** Cells that are numbers but for a few; null where they are not. */
export function numbersIn(column: RawColumn, decimal: "." | ",", isForced = false): ReadAs | null {
  const labels = column.labels!;
  const parsed = labels.map((label) => numberIn(label, decimal));
  const values = column.values.map((code) =>
    Number.isNaN(code) ? Number.NaN : (parsed[code] ?? Number.NaN),
  );
  const present = values.length - missingIn(column.values);
  const texts = present - (values.length - missingIn(values));
  const isNumeric =
    texts <= mostText * present &&
    (texts === 0 || distinctUpTo(values, mostOrdered + 1).length > mostOrdered);
  if (!(isForced ? texts < present : isNumeric)) return null;
  const odd = labels.filter((_, k) => parsed[k] === undefined);
  const dressed = labels.findIndex(
    (label, k) => parsed[k] !== undefined && cellNumber(label, decimal) === undefined,
  );
  const notes = [
    ...(dressed < 0 ? [] : [`numbers such as "${labels[dressed]}" are read as ${parsed[dressed]}`]),
    ...(texts === 0
      ? []
      : [`${texts} ${texts === 1 ? "cell" : "cells"} with text (${quoted(odd)}) count as missing`]),
  ];
  const reason = notes.length === 0 ? {} : { reason: notes.join("; ") };
  const found = ofNumbers({ name: column.name, values }, present - texts);
  return { ...found, ...(found.isUsed && reason), values, levels: null };
}

export function dated(
  column: RawColumn,
  { values, unit }: { readonly values: Float64Array; readonly unit: string },
) {
  const days = column.values.map((code) => (Number.isNaN(code) ? code : values[code]));
  return { kind: "date", reason: `in ${unit}`, values: days, levels: null } as const;
}

export function inOrder(column: RawColumn, order: readonly string[]) {
  const place = column.labels!.map((label) => order.indexOf(label));
  const values = column.values.map((code) => (Number.isNaN(code) ? code : place[code]));
  return { kind: "ordered", reason: order.join(" < "), values, levels: order } as const;
}

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

/** Are they the whole numbers from 0 or 1 on, each once, in any order? */
function isCount(values: Float64Array): boolean {
  const n = values.length;
  let min = Infinity;
  for (const x of values) if (x < min) min = x;
  if (min !== 0 && min !== 1) return false;
  const isSeen = new Uint8Array(n);
  for (const x of values) {
    if (x - min >= n || isSeen[x - min] === 1) return false;
    isSeen[x - min] = 1;
  }
  return true;
}

export function quoted(labels: readonly string[]): string {
  const some = labels.slice(0, 3).map((label) => `"${shortened(label)}"`);
  return some.join(", ") + (labels.length > 3 ? ` and ${labels.length - 3} more` : "");
}

function shortened(label: string): string {
  return label.length > 30 ? `${label.slice(0, 30)}…` : label;
}
