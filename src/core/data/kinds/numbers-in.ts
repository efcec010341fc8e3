// The numbers in a column of labels, also in everyday notation (number-in.ts), with few exceptions.
//
// Text in at most a tenth of the cells counts as missing. A bound, <5, is not text, since its column is numeric; it counts as missing
// too, which is reported as a doubt: whether it is missing depends on the value.

import type { RawColumn } from "../cells.ts";
import type { ReadingDoubt } from "../reading-doubt.ts";
import { cellNumber, digitWidths } from "../text/text.ts";
import { numberIn } from "./number-in.ts";
import { distinctUpTo, missingIn, mostOrdered, mostText, textNote } from "./reading.ts";

export interface NumbersIn {
  readonly values: Float64Array;
  /** Number of digits, if it is the same in all cells and some have leading zeros. */
  readonly width: number | undefined;
  /** Notes on how the cells were read. */
  readonly notes: readonly string[];
  readonly doubts: readonly ReadingDoubt[];
}

/** Null if the column is not numeric; `isForced`: the user has declared it numeric. */
export function numbersIn(column: RawColumn, decimal: "." | ",", isForced = false): NumbersIn | null {
  const labels = column.labels!;
  const { mark, parsed, values, texts: odd } = byEitherMark(column, decimal);
  const present = values.length - missingIn(column.values);
  const isBound = labels.map((label, k) => parsed[k] === undefined && boundIn(label, mark));
  const bounds = column.values.filter((code) => isBound[code]).length;
  const texts = odd - bounds;
  const isNumeric =
    texts <= mostText * present &&
    2 * bounds <= present &&
    (odd === 0 || distinctUpTo(values, mostOrdered + 1).length > mostOrdered);
  if (!(isForced ? odd < present : isNumeric)) return null;
  const bound = labels.find((_, k) => isBound[k]);
  return {
    values,
    width: widthIn(labels.filter((_, k) => parsed[k] !== undefined)),
    notes: [
      ...dressNotes(labels, parsed, decimal),
      ...(bound === undefined
        ? []
        : [`${bounds} ${bounds === 1 ? "bound" : "bounds"} such as "${bound}" count as missing`]),
      ...(texts === 0
        ? []
        : [
            textNote(
              texts,
              labels.filter((_, k) => parsed[k] === undefined && !isBound[k]),
            ),
          ]),
    ],
    doubts: [
      ...(mark === decimal ? [] : markDoubts(labels, parsed, mark)),
      ...(bound === undefined ? [] : [{ about: "bounds", written: bound, rows: bounds } as const]),
      ...(texts === 0 ? [] : [{ about: "text", rows: texts } as const]),
    ],
  };
}

/** Is the label a bound: less than, or more than, a number? */
function boundIn(label: string, mark: "." | ","): boolean {
  const [, number] = /^(?:[<>]=?|[≤≥])\s*(.+)$/.exec(label) ?? [];
  return number !== undefined && numberIn(number, mark) !== undefined;
}

/** A note with an example of a number in everyday notation, a nonzero one if there is one. */
function dressNotes(
  labels: readonly string[],
  parsed: readonly (number | undefined)[],
  decimal: "." | ",",
): string[] {
  const dressed = labels
    .map((_, k) => k)
    .filter((k) => parsed[k] !== undefined && cellNumber(labels[k], decimal) === undefined);
  const k = dressed.find((at) => parsed[at] !== 0) ?? dressed[0];
  return k === undefined ? [] : [`numbers such as "${labels[k]}" are read as ${parsed[k]}`];
}

function markDoubts(
  labels: readonly string[],
  parsed: readonly (number | undefined)[],
  mark: "." | ",",
): ReadingDoubt[] {
  const marked = labels.map((_, k) => k).filter((k) => parsed[k] !== undefined && labels[k].includes(mark));
  const k = marked.find((at) => !Number.isInteger(parsed[at])) ?? marked[0];
  return k === undefined
    ? []
    : [{ about: "decimal-mark", mark, written: labels[k], read: String(parsed[k]) }];
}

/** The numbers read with the file's decimal mark, or with the other if that leaves fewer cells of text. */
function byEitherMark({ labels = [], values: codes }: RawColumn, decimal: "." | ",") {
  const bare = withoutUnit(labels);
  const by = (mark: "." | ",") => {
    const parsed = bare.map((label) => numberIn(label, mark));
    const values = codes.map((code) => (Number.isNaN(code) ? Number.NaN : (parsed[code] ?? Number.NaN)));
    return { mark, parsed, values, texts: missingIn(values) - missingIn(codes) };
  };
  const own = by(decimal);
  if (own.texts === 0) return own;
  const other = by(decimal === "." ? "," : ".");
  return other.texts < own.texts ? other : own;
}

const units =
  "mm|cm|m|km|in|ft|mg|g|kg|t|lbs?|oz|ml|cl|dl|l|s|secs?|min|mins|h|hrs?|hours?|days?|years?|yrs?|ms|bpm|mmHg|W|kW|kWh|°C|°F";
const withUnit = new RegExp(`^([+-]?[\\d.,' ]*\\d)\\s*(${units})\\.?$`, "i");

/** Maximum number of characters of a number with its unit. */
const mostWritten = 30;

/** The labels without the unit behind their numbers ("172 cm"), if there is one unit; numbers in two units are not comparable. */
function withoutUnit(labels: readonly string[]): readonly string[] {
  const matches = labels.map((label) => (label.length <= mostWritten ? withUnit.exec(label) : null));
  const found = new Set(matches.flatMap((match) => (match === null ? [] : [match[2].toLowerCase()])));
  return found.size === 1 ? labels.map((label, k) => matches[k]?.[1] ?? label) : labels;
}

/** Common width of labels that are all digits, some with leading zeros; undefined otherwise. */
function widthIn(labels: readonly string[]): number | undefined {
  const widths = digitWidths(1);
  for (const label of labels) widths.add(0, label);
  return widths.of(0);
}
