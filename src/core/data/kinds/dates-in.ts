// The dates in a column of labels, as numbers of days or hours.

import type { RawColumn } from "../cells.ts";
import { type DateChoice, datesOf, isDate } from "./dates.ts";
import { missingIn, mostOrdered, mostText, type ReadAs, textNote, withLabels } from "./reading.ts";

/** Number of labels examined first: if most of them are not dates, the rest are skipped. */
const firstLabels = 100;

/** A column of dates, with a few text cells counted as missing; null if it is not one. With `choice` the user has declared it one. */
export function datesIn(column: RawColumn, choice?: DateChoice): ReadAs | null {
  const labels = column.labels!;
  const some = labels.slice(0, firstLabels);
  if (choice === undefined && 2 * some.filter(isDate).length < some.length) return null;
  const kept: number[] = [];
  const odd: string[] = [];
  labels.forEach((label, k) => {
    if (isDate(label)) kept.push(k);
    else odd.push(label);
  });
  const rows = new Float64Array(labels.length);
  for (const code of column.values) if (!Number.isNaN(code)) rows[code]++;
  const present = column.values.length - missingIn(column.values);
  const texts = present - kept.reduce((sum, k) => sum + rows[k], 0);
  const isMostly = texts === 0 || (texts <= mostText * present && kept.length > mostOrdered);
  if (choice === undefined && !isMostly) return null;
  const dates = datesOf(
    kept.map((k) => labels[k]),
    choice,
    (at) => rows[kept[at]],
  );
  if (dates === null) return null;
  const days = new Float64Array(labels.length).fill(Number.NaN);
  kept.forEach((k, at) => {
    days[k] = dates.values[at];
  });
  const order = dates.doubts.find(({ about }) => about === "date-order");
  const notes = [
    `in ${dates.unit}${order === undefined ? "" : ", month first"}`,
    ...(texts === 0 ? [] : [textNote(texts, odd)]),
  ];
  const doubts = [...dates.doubts, ...(texts === 0 ? [] : [{ about: "text", rows: texts } as const])];
  return {
    kind: "date",
    isUsed: true,
    reason: notes.join("; "),
    ...(dates.firstDay !== undefined && { firstDay: dates.firstDay }),
    ...(doubts.length > 0 && { doubts }),
    values: column.values.map((code) => (Number.isNaN(code) ? code : days[code])),
    levels: null,
  };
}

const [firstDay, lastDay] = [18_000_101, 22_001_231];
const monthName = /(date|month|period|time|yyyymm|ym)$/i;

/** Dates written as whole numbers, 20240305, or months, 202403, if the column has the name of a date; null otherwise. */
export function digitDatesIn(column: RawColumn): ReadAs | null {
  const isMonth = monthName.test(column.name);
  const scale = column.values.every((x) => !(x < firstDay || x > lastDay)) ? 8 : 6;
  const [least, most] = [Math.floor(firstDay / 100), Math.floor(lastDay / 100)];
  if (scale === 6 && (!isMonth || !column.values.every((x) => !(x < least || x > most)))) return null;
  const labelled = withLabels(column);
  const written = labelled.labels!.map((digits) =>
    digits.replace(/^(\d{4})(\d{2})(\d{2})?$/, (_, y, m, d) => (d ? `${y}-${m}-${d}` : `${y}-${m}`)),
  );
  if (!written.every(isDate)) return null;
  const dates = datesIn({ ...labelled, labels: written });
  return dates && { ...dates, reason: `${dates.reason}; ${labelled.labels![0]} is read as ${written[0]}` };
}
