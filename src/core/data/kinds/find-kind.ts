// Detects the kind of a column from its name and cells.
//
//     number       more than ten distinct numbers; text in at most a tenth of the cells counts as missing
//     ordered      up to ten distinct whole numbers, or labels of a well-known scale (low, medium, high)
//     binary       two values
//     category     labels
//     date         labels that are dates: a number of days, or of hours
//     identifier   1 … n (also with a few numbers left out), or a different label in every row: names the rows without describing them
//     text         labels of many words, most of them in one row only
//     constant     one value, or none
//
// A column that cannot be used has a reason. The user can override the kind: kinds a=number, b=category.

import type { RawColumn } from "../cells.ts";
import { isTime } from "../name-words.ts";
import { isNoAnswer } from "../no-answer.ts";
import { codeIn, idName, isSubject } from "./column-names.ts";
import { datesIn, digitDatesIn } from "./dates-in.ts";
import { type NumbersIn, numbersIn } from "./numbers-in.ts";
import { numberedOrder, romanOrder, scaleOrder } from "./ordered-labels.ts";
import {
  distinctUpTo,
  inOrder,
  missingIn,
  mostOrdered,
  type ReadAs,
  shortened,
  unused,
  used,
  withLabels,
} from "./reading.ts";
import { weightDoubts } from "./survey-weights.ts";

/** A category with more labels than this, or fewer rows per label, is not used. */
const mostLabels = 50;
const rowsPerLabel = 5;
/** A column with a larger share of missing values is not used: dropping incomplete rows would drop most of them. */
const mostMissing = 0.5;
/** In fewer rows than this, values may all differ by chance. */
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
  const missing = missingIn(found.values);
  return found.isUsed && missing > mostMissing * values.length
    ? { ...found, isUsed: false, reason: `has no value in ${missing} of ${values.length} rows` }
    : found;
}

/** Adds a doubt to numbers that look like weights of the rows. */
function weighed(found: ReadAs, name: string): ReadAs {
  if (found.kind !== "number" || !found.isUsed) return found;
  const doubts = [...(found.doubts ?? []), ...weightDoubts({ name, values: found.values })];
  return doubts.length === 0 ? found : { ...found, doubts };
}

/** An identifier, by its name or its layout, whose values each name several rows. */
function subjectsIn(column: RawColumn, present: number): ReadAs | null {
  if (!isSubject(column.name) && !idName.test(column.name) && !isPanel(column)) return null;
  if (!column.labels && !column.values.every((x) => Number.isNaN(x) || Number.isInteger(x))) return null;
  const subjects = new Set(column.values.filter((x) => !Number.isNaN(x))).size;
  if (subjects < fewRows || 1.5 * subjects > present) return null;
  return {
    ...unused("identifier", column, `identifies ${subjects} subjects with several rows each`),
    subjects,
  };
}

/** Whole numbers counting from 0 or 1, each in a block of equally many rows, three or more: subjects measured repeatedly. */
function isPanel({ values, labels }: RawColumn): boolean {
  if (labels !== undefined) return false;
  const first = values[0];
  const each = values.findIndex((x) => x !== first);
  if (!(each >= 3) || values.length % each !== 0 || values.length / each < fewRows) return false;
  return (
    values.every((x, i) => x === values[i - (i % each)]) && isCount(values.filter((_, i) => i % each === 0))
  );
}

export function constantReason({ values, labels }: RawColumn): string {
  return `is ${labels ? `"${shortened(labels[0])}"` : values.find((x) => !Number.isNaN(x))} in every row`;
}

function ofNumbers(column: RawColumn, present: number): ReadAs {
  const { name, values } = column;
  const distinct = distinctUpTo(values, mostOrdered + 1);
  if (distinct.length === 1) return unused("constant", column, constantReason(column));
  if (column.isRowNumber) return unused("identifier", column, "numbers the rows");
  if (distinct.length === 2) return used("binary", column);
  const isWhole = values.every((x) => Number.isNaN(x) || Number.isInteger(x));
  if (!isWhole) return used("number", column);
  if (isCode(column)) return ofCodes(column, present);
  const dates = present >= fewRows ? digitDatesIn(column) : null;
  if (dates !== null) return dates;
  if (distinct.length <= mostOrdered)
    return used(present >= rowsPerLabel * distinct.length ? "ordered" : "number", column);
  if (present === values.length && present >= fewRows) {
    if (isCount(values)) return unused("identifier", column, "numbers the rows");
    const isId = idName.test(name);
    const numbers = isId || isSubject(name) ? new Set(values).size : 0;
    if (isId ? 2 * numbers > present : numbers === present)
      return unused(
        "identifier",
        column,
        numbers === present
          ? "has a different number in every row, and the name of an identifier"
          : `has ${numbers} numbers in ${present} rows, and the name of an identifier`,
      );
    if (isNearCount(values) && !isTime(name))
      return unused("identifier", column, "numbers the rows, some of which are left out");
  }
  return used("number", column);
}

/** Minimum width of zero-padded digits that are codes; two digits may be months or hours, unless the name says otherwise. */
const codeWidth = 3;
/** Smallest number that can be a number to dial or scan. */
const leastLine = 100_000;

/** Are the whole numbers labels, by leading zeros or by the name of the column? */
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

/** Kind of a column of labels that are numbers; the notes on how they were read are added if the column is used. */
function ofNumbersIn(name: string, { values, width, notes, doubts }: NumbersIn): ReadAs {
  const found = ofNumbers({ name, values, width }, values.length - missingIn(values));
  const reason = [...(found.reason ? [found.reason] : []), ...(found.isUsed ? notes : [])].join("; ");
  const all = [...(found.doubts ?? []), ...doubts];
  return { ...found, ...(reason !== "" && { reason }), ...(all.length > 0 && { doubts: all }) };
}

function ofLabels(column: RawColumn, present: number, decimal: "." | ","): ReadAs {
  const labels = column.labels!;
  const numbers = numbersIn(column, decimal);
  if (numbers !== null) return ofNumbersIn(column.name, numbers);
  if (labels.length === 1) return unused("constant", column, constantReason(column));
  if (labels.length === 2) return used("binary", column);
  const dates = datesIn(column);
  if (dates !== null) return dates;
  const words = labels.reduce((sum, label) => sum + label.split(/\s+/).length, 0) / labels.length;
  if (present >= fewRows && labels.length === present && words < 4)
    return unused("identifier", column, "has a different label in every row");
  if (present >= fewRows && 2 * labels.length > present && words >= 4)
    return unused("text", column, "is free text");
  const ordered = onScale(column);
  if (ordered !== null) return ordered;
  return labels.length > mostLabels || present < rowsPerLabel * labels.length
    ? unused(
        "category",
        column,
        `has ${labels.length} labels in ${present} rows, too many to estimate anything from`,
      )
    : used("category", column);
}

/** Labels of a well-known scale, or numbered labels; "no answer" labels count as missing. */
function onScale(column: RawColumn): ReadAs | null {
  const answers = column.labels!.filter((label) => !isNoAnswer(label));
  const order =
    scaleOrder(answers) ??
    romanOrder(answers, column.name) ??
    (answers.length <= mostOrdered ? numberedOrder(answers, true) : null);
  return order && inOrder(column, order);
}

/** Fewest rows of which whole numbers with gaps may be the numbers. */
const fewNumbered = 20;

/** Do the whole numbers count rows of which some were left out: ascending from about 0 or 1, at least two in three of them there? */
function isNearCount(values: Float64Array): boolean {
  const n = values.length;
  const [first, last] = [values[0], values[n - 1]];
  if (n < fewNumbered || first < 0 || first > 1 + n / 10 || last - first > 1.5 * n) return false;
  return values.every((x, i) => i === 0 || x > values[i - 1]);
}

/** Are the values consecutive whole numbers from 0 or 1, each once, in any order? */
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
