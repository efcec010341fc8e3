// Labels that are dates or times, as numbers.
//
// Taken are 2024-03-05 and 2024/03/05 (also with a time, and a time zone), 05.03.2024, 3/5/2024 (the month first, unless a first
// number above 12 says otherwise), 5 Mar 2024, Mar 5 2024, 2024-03, and times of day, 14:30 or 14:30:15. A column is one of dates
// where every label is one and all are written alike. Dates are counted in days, times of day in hours.

export interface Dates {
  /** Of each label. */
  readonly values: Float64Array;
  /** What a unit of the values is: "days since 2024-03-05". */
  readonly unit: string;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const time = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*([ap]m)?\s*(z|[+-]\d{2}:?\d{2})?`;
const clock = new RegExp(`^${time}$`, "i");
const afterDate = new RegExp(`^(.*?)(?:t|,?\\s+)${time}$`, "i");

/** Null where the labels are no dates. */
export function datesOf(labels: readonly string[]): Dates | null {
  if (labels.length === 0) return null;
  if (labels.every((label) => clock.test(label))) {
    const hours = labels.map((label) => hoursOf(clock.exec(label)!.slice(1)));
    return hours.every(Number.isFinite) ? { values: Float64Array.from(hours), unit: "hours" } : null;
  }
  for (const read of readers(labels)) {
    const days = labels.map((label) => {
      const [, date, ...parts] = afterDate.exec(label) ?? [label, label];
      return parts.length === 0 ? read(date) : read(date) + hoursOf(parts) / 24;
    });
    if (!days.every(Number.isFinite)) continue;
    const first = Math.floor(Math.min(...extremes(days)));
    const unit = `days since ${dateOf(first)}`;
    return { values: Float64Array.from(days, (day) => day - first), unit };
  }
  return null;
}

/** Ways to read a date as days since 1970, NaN where it is none. */
function readers(labels: readonly string[]): ((date: string) => number)[] {
  const isDayFirst = labels.some((label) => Number(/^(\d{1,2})\//.exec(label)?.[1]) > 12);
  const by = (pattern: RegExp, parts: (match: RegExpExecArray) => number[]) => (date: string) => {
    const match = pattern.exec(date.trim());
    return match === null ? Number.NaN : dayOf(parts(match));
  };
  const slash = isDayFirst ? [3, 2, 1] : [3, 1, 2];
  const at = (match: RegExpExecArray, places: readonly number[]) => places.map((k) => Number(match[k]));
  return [
    by(/^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/, (m) => at(m, [1, 2, 3])),
    by(/^(\d{4})-(\d{2})$/, (m) => [...at(m, [1, 2]), 1]),
    by(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, (m) => at(m, [3, 2, 1])),
    by(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, (m) => at(m, slash)),
    by(/^(\d{1,2})[\s-]([a-z]{3})[a-z]*\.?,?[\s-](\d{4})$/i, (m) => [
      Number(m[3]),
      monthOf(m[2]),
      Number(m[1]),
    ]),
    by(/^([a-z]{3})[a-z]*\.?\s(\d{1,2}),?\s(\d{4})$/i, (m) => [Number(m[3]), monthOf(m[1]), Number(m[2])]),
  ];
}

function monthOf(word: string): number {
  return months.indexOf(word.toLowerCase()) + 1;
}

/** Days since 1970-01-01 in the Gregorian calendar; NaN where there is no such day. */
function dayOf([year, month, day]: readonly number[]): number {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= lengthOf(year, month))) return Number.NaN;
  // Years from March to February: the leap day is then the last of its year.
  const y = month <= 2 ? year - 1 : year;
  const inYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + inYear - 719_468;
}

function lengthOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** The date of a day, as 2024-03-05. */
function dateOf(day: number): string {
  let year = Math.floor(1970 + day / 365.2425) + 1;
  while (dayOf([year, 1, 1]) > day) year--;
  let month = 12;
  while (dayOf([year, month, 1]) > day) month--;
  const parts = [month, day - dayOf([year, month, 1]) + 1].map((part) => String(part).padStart(2, "0"));
  return [String(year).padStart(4, "0"), ...parts].join("-");
}

/** Of hours, minutes, seconds, am or pm, and a time zone, which is taken off. */
function hoursOf([hours, minutes, seconds = "0", half, zone]: readonly (string | undefined)[]): number {
  const h =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  if (h > 24 || Number(minutes) > 59 || Number(seconds) >= 61) return Number.NaN;
  const [, sign, hh, mm] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? "") ?? [];
  const offset = sign === undefined ? 0 : (sign === "-" ? -1 : 1) * (Number(hh) + Number(mm) / 60);
  return h + Number(minutes) / 60 + Number(seconds) / 3600 - offset;
}

/** The least and the largest, without a call of as many arguments. */
function extremes(values: readonly number[]): [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) [min, max] = [Math.min(min, value), Math.max(max, value)];
  return [min, max];
}
