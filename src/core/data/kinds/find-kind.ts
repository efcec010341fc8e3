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
import type { ReadingDoubt } from "../reading-doubt.ts";
import { cellNumber, digitWidths } from "../text/text.ts";
import { codeIn, idName, subjectName } from "./column-names.ts";
import { datesIn } from "./dates-in.ts";
import { numberIn } from "./number-in.ts";
import { scaleOrder } from "./ordered-labels.ts";
import {
  distinctUpTo,
  inOrder,
  missingIn,
  mostOrdered,
  mostText,
  type ReadAs,
  shortened,
  textNote,
  unused,
  used,
  withLabels,
} from "./reading.ts";
import { weightDoubts } from "./survey-weights.ts";

/** More labels than this, or fewer rows for each, are too many to learn from. */
const mostLabels = 50;
const rowsPerLabel = 5;
/** A column without a value in a larger share of the rows would take most of them with it. */
const mostMissing = 0.5;
/** Fewer rows than this can differ from each other by chance. */
const fewRows = 10;
export function detectedKind(column: RawColumn, decimal: "." | ","): ReadAs {
  const { values, labels } = column;
  const present = values.length - missingIn(values);
  if (present === 0) return unused("constant", column, "has no value in any row");
  const found =
    subjectsIn(column, present) ??
    weighed(
      labels === undefined ? ofNumbers(column, present) : ofLabels(column, present, decimal),
      column.name,
    );
  const missing = values.length - present;
  return found.isUsed && missing > mostMissing * values.length
    ? { ...found, isUsed: false, reason: `has no value in ${missing} of ${values.length} rows` }
    : found;
}

/** With a word on numbers that look like weights of the rows. */
function weighed(found: ReadAs, name: string): ReadAs {
  if (found.kind !== "number" || !found.isUsed) return found;
  const doubts = [...(found.doubts ?? []), ...weightDoubts({ name, values: found.values })];
  return doubts.length === 0 ? found : { ...found, doubts };
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

function ofNumbers(column: RawColumn, present: number): ReadAs {
  const { name, values } = column;
  const distinct = distinctUpTo(values, mostOrdered + 1);
  if (distinct.length === 1) return unused("constant", column, `is ${distinct[0]} in every row`);
  if (distinct.length === 2) return used("binary", column);
  const isWhole = values.every((x) => Number.isNaN(x) || Number.isInteger(x));
  if (!isWhole) return used("number", column);
  if (isCode(column)) return ofCodes(column, present);
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

/** Digits of so many places with zeros in front are codes; of two they may be months or hours, unless the name says otherwise. */
const codeWidth = 3;
/** The least number that is dialled or scanned. */
const leastLine = 100_000;

/** Whole numbers that are labels: zeros in front, or the name of a code. */
function isCode({ name, values, width = 0 }: RawColumn): boolean {
  const code = codeIn(name);
  if (width >= codeWidth || (width > 0 && code !== null) || code === "place") return true;
  return code === "line" && values.every((x) => Number.isNaN(x) || x >= leastLine);
}

function ofCodes(column: RawColumn, present: number): ReadAs {
  const labelled = withLabels(column);
  const labels = labelled.labels!;
  const isPadded = column.width !== undefined;
  const why = isPadded ? "digits with leading zeros" : "its name is that of a code";
  const doubts = isPadded ? { doubts: [{ about: "leading-zeros", written: labels[0] } as const] } : {};
  const count = `has ${labels.length} codes in ${present} rows (${why})`;
  if (present >= fewRows && 2 * labels.length > present)
    return { ...unused("identifier", labelled, count), ...doubts };
  return labels.length > mostLabels || present < rowsPerLabel * labels.length
    ? { ...unused("category", labelled, `${count}, too many to estimate anything from`), ...doubts }
    : { ...used("category", labelled), reason: `labels: ${why}`, ...doubts };
}

function ofLabels(column: RawColumn, present: number, decimal: "." | ","): ReadAs {
  const labels = column.labels!;
  const numbers = numbersIn(column, decimal);
  if (numbers !== null) return numbers;
  if (labels.length === 1) return unused("constant", column, `is "${shortened(labels[0])}" in every row`);
  if (labels.length === 2) return used("binary", column);
  const dates = datesIn(column);
  if (dates !== null) return dates;
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
  const { mark, parsed, values, texts } = byEitherMark(column, decimal);
  const present = values.length - missingIn(column.values);
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
    ...(texts === 0 ? [] : [textNote(texts, odd)]),
  ];
  const width = widthIn(labels.filter((_, k) => parsed[k] !== undefined));
  const numbers = { name: column.name, values, width };
  const found = isForced ? used("number", numbers) : ofNumbers(numbers, present - texts);
  const foreign = labels.findIndex((label, k) => parsed[k] !== undefined && label.includes(mark));
  const doubts: ReadingDoubt[] = [
    ...(found.doubts ?? []),
    ...(mark === decimal || foreign < 0
      ? []
      : [{ about: "decimal-mark", mark, written: labels[foreign], read: String(parsed[foreign]) } as const]),
  ];
  const reason = [...(found.reason ? [found.reason] : []), ...(found.isUsed ? notes : [])].join("; ");
  return { ...found, ...(reason !== "" && { reason }), ...(doubts.length > 0 && { doubts }) };
}

/** The numbers by the file's decimal mark, or by the other where that leaves fewer cells of text. */
function byEitherMark({ labels = [], values: codes }: RawColumn, decimal: "." | ",") {
  const by = (mark: "." | ",") => {
    const parsed = labels.map((label) => numberIn(label, mark));
    const values = codes.map((code) => (Number.isNaN(code) ? Number.NaN : (parsed[code] ?? Number.NaN)));
    return { mark, parsed, values, texts: missingIn(values) - missingIn(codes) };
  };
  const own = by(decimal);
  if (own.texts === 0) return own;
  const other = by(decimal === "." ? "," : ".");
  return other.texts < own.texts ? other : own;
}

/** The width of labels that are all digits of one, some with zeros in front. */
function widthIn(labels: readonly string[]): number | undefined {
  const widths = digitWidths(1);
  for (const label of labels) widths.add(0, label);
  return widths.of(0);
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
