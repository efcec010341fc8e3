// Labels that are dates or times, as numbers.
//
// Accepted: 2024-03-05 and 2024/03/05 (also with a time and a time zone), 05.03.2024, 3/5/2024 and 3-5-2024, 5 Mar 2024, Mar 5 2024,
// 2024-03, 2024Q1, and times of day, 14:30 or 14:30:15. A column holds dates if every label is one. Dates are measured in days, times
// of day in hours.
//
//     order    a number above 12 is the day; without one, dotted dates have the day first and others the month first, which is
//              reported as a doubt; labels that contradict each other are not dates
//     years    of two digits (3/5/24, 05.03.24, 5-Mar-24) lie in 1930 to 2029, as in Excel; reported as a doubt
//     far      a first or last date more than ten years, and more than the span of all others, from its neighbour (9999-12-31): a doubt

import { dateOf, dayOf, hoursOf, monthOf } from "../calendar.ts";
import type { DateOrder, ReadingDoubt } from "../reading-doubt.ts";

export interface Dates {
  /** One number per label. */
  readonly values: Float64Array;
  /** Unit of the values: "days since 2024-03-05". */
  readonly unit: string;
  /** The day that is 0, as 2024-03-05; absent for times of day. */
  readonly firstDay?: string;
  readonly doubts: readonly ReadingDoubt[];
}

/** How the user says the dates are to be read. */
export interface DateChoice {
  readonly order?: DateOrder | undefined;
  /** First year of the century-long window for two-digit years. */
  readonly from?: number | undefined;
}

const firstYear = 1930;
const time = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*([ap]m)?\s*(z|[+-]\d{2}:?\d{2})?`;
const clock = new RegExp(`^${time}$`, "i");
const afterDate = new RegExp(`^(.*?)(?:t|,?\\s+)${time}$`, "i");
/** Day and month in either order, followed by a year of four or two digits. */
const inEitherOrder = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$|^(\d{1,2})([/.])(\d{1,2})\6(\d{2})$/;

/** The labels as dates; null if they are not. `rows(k)`: number of cells with label k. */
export function datesOf(
  labels: readonly string[],
  choice: DateChoice = {},
  rows: (k: number) => number = () => 1,
): Dates | null {
  if (labels.length === 0) return null;
  if (labels.every((label) => clock.test(label))) {
    const hours = labels.map((label) => hoursOf(clock.exec(label)!.slice(1)));
    return hours.every(Number.isFinite)
      ? { values: Float64Array.from(hours), unit: "hours", doubts: [] }
      : null;
  }
  const parts = labels.map(partsOf);
  const order = orderOf(parts, choice);
  if (order === null) return null;
  const { from = firstYear } = choice;
  const days = parts.map(({ date, hours }) => dayIn(date, order.taken, from) + hours / 24);
  if (!days.every(Number.isFinite)) return null;
  const first = Math.floor(days.reduce((least, day) => Math.min(least, day)));
  return {
    values: Float64Array.from(days, (day) => day - first),
    unit: `days since ${dateOf(first)}`,
    firstDay: dateOf(first),
    doubts: [
      ...(order.isOpen ? orderDoubts(parts, days, order.taken) : []),
      ...(choice.from === undefined ? yearDoubts(parts, days, from) : []),
      ...farDoubts(days, rows),
    ],
  };
}

/** Is the label a date or time, considered on its own? */
export function isDate(label: string): boolean {
  return clock.test(label) || datesOf([label]) !== null;
}

interface Parts {
  readonly label: string;
  readonly date: string;
  readonly hours: number;
}

function partsOf(label: string): Parts {
  const [, date, ...rest] = afterDate.exec(label) ?? [label, label];
  return { label, date: date.trim(), hours: rest.length === 0 ? 0 : hoursOf(rest) };
}

/** Whether day or month comes first, and whether the labels leave it open; null if they contradict each other. */
function orderOf(
  parts: readonly Parts[],
  { order }: DateChoice,
): { readonly taken: DateOrder; readonly isOpen: boolean } | null {
  let [isDay, isMonth, isEither] = [false, false, false];
  const marks = new Set<boolean>();
  for (const { date } of parts) {
    const match = inEitherOrder.exec(date);
    if (match === null) continue;
    const [, first = match[5], mark = match[6], second = match[7]] = match;
    isDay ||= Number(first) > 12;
    isMonth ||= Number(second) > 12;
    marks.add(mark === ".");
    isEither ||= first !== second;
  }
  if ((isDay && isMonth) || marks.size === 2) return null;
  const isDotted = marks.has(true);
  if (order !== undefined) return { taken: order, isOpen: false };
  if (isDay || isMonth) return { taken: isDay ? "day first" : "month first", isOpen: false };
  return { taken: isDotted ? "day first" : "month first", isOpen: isEither && !isDotted };
}

/** Days since 1970-01-01; NaN if the text is not a date. */
function dayIn(date: string, order: DateOrder, from: number): number {
  const numbers = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(date);
  if (numbers !== null) return dayOf([numbers[1], numbers[3], numbers[4]].map(Number));
  const month = /^(\d{4})-(\d{2})$/.exec(date);
  if (month !== null) return dayOf([Number(month[1]), Number(month[2]), 1]);
  const quarter = /^(\d{4})[\s-]?q([1-4])$|^q([1-4])[\s-]?(\d{4})$/i.exec(date);
  if (quarter !== null) {
    const [, year = quarter[4], number = quarter[3]] = quarter;
    return dayOf([Number(year), 3 * Number(number) - 2, 1]);
  }
  const either = inEitherOrder.exec(date);
  if (either !== null) {
    const [, a = either[5], , b = either[7], year = either[8]] = either;
    const [m, d] = (order === "day first" ? [b, a] : [a, b]).map(Number);
    return dayOf([yearOf(year, from), m, d]);
  }
  const named = /^(\d{1,2})([\s-])([a-z]{3})[a-z]*\.?,?[\s-](\d{4}|\d{2})$/i.exec(date);
  if (named !== null) return dayOf([yearOf(named[4], from), monthOf(named[3]), Number(named[1])]);
  const spoken = /^([a-z]{3})[a-z]*\.?\s(\d{1,2}),?\s(\d{4})$/i.exec(date);
  return spoken === null ? Number.NaN : dayOf([Number(spoken[3]), monthOf(spoken[1]), Number(spoken[2])]);
}

function yearOf(digits: string, from: number): number {
  if (digits.length > 2) return Number(digits);
  return from + ((((Number(digits) - from) % 100) + 100) % 100);
}

function orderDoubts(parts: readonly Parts[], days: readonly number[], taken: DateOrder): ReadingDoubt[] {
  const k = parts.findIndex(({ date }) => {
    const match = inEitherOrder.exec(date);
    return match !== null && (match[1] ?? match[5]) !== (match[3] ?? match[7]);
  });
  return [{ about: "date-order", taken, written: parts[k].date, read: dateOf(Math.floor(days[k])) }];
}

const shortYear = /^\d{1,2}([/.])\d{1,2}\1\d{2}$|^\d{1,2}[\s-][a-z]{3,}\.?,?[\s-]\d{2}$/i;

/** Reports two-digit years, and whether another hundred-year window would place them closer together. */
function yearDoubts(parts: readonly Parts[], days: readonly number[], from: number): ReadingDoubt[] {
  const short = parts.map((_, k) => k).filter((k) => shortYear.test(parts[k].date));
  if (short.length === 0) return [];
  const years = [...new Set(short.map((k) => Number(dateOf(Math.floor(days[k])).slice(0, 4))))].sort(
    (a, b) => a - b,
  );
  // The widest gap on the circle of a hundred years: a window that starts where it ends keeps the years closest together.
  const gap = (k: number) => years[(k + 1) % years.length] - years[k] + (k + 1 === years.length ? 100 : 0);
  const widest = years.reduce((best, _, k) => (gap(k) > gap(best) ? k : best), years.length - 1);
  const start = 1900 + (years[(widest + 1) % years.length] % 100);
  const k = short.find((at) => Number(dateOf(Math.floor(days[at])).slice(0, 4)) === years.at(-1))!;
  return [
    {
      about: "two-digit-years",
      from,
      tighter: widest === years.length - 1 ? null : start,
      hasEarlier: years[0] < 2000,
      hasLater: years[years.length - 1] >= 2000,
      written: parts[k].date,
      read: dateOf(Math.floor(days[k])),
    },
  ];
}

/** Minimum distance in days of a far date from its neighbour, and minimum number of distinct labels to call one far. */
const [farDays, fewDates] = [3652, 6];

function farDoubts(days: readonly number[], rows: (k: number) => number): ReadingDoubt[] {
  const order = days.map((_, k) => k).sort((a, b) => days[a] - days[b]);
  const day = (at: number) => Math.floor(days[order[at]]);
  const n = days.length;
  const isFar = (gap: number, span: number) => gap > farDays && gap > span;
  const doubt = (at: number, first: number, last: number): ReadingDoubt => ({
    about: "far-date",
    date: dateOf(day(at)),
    rows: rows(order[at]),
    first: dateOf(day(first)),
    last: dateOf(day(last)),
  });
  if (n < fewDates) return [];
  if (isFar(day(n - 1) - day(n - 2), day(n - 2) - day(0))) return [doubt(n - 1, 0, n - 2)];
  if (isFar(day(1) - day(0), day(n - 1) - day(1))) return [doubt(0, 1, n - 1)];
  return [];
}
