// Days of the Gregorian calendar and hours of the day, as numbers.

/** Days since 1970-01-01; NaN if the day does not exist. */
export function dayOf([year, month, day]: readonly number[]): number {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= lengthOf(year, month))) return Number.NaN;
  // Years run from March to February, so that the leap day is the last day of its year.
  const y = month <= 2 ? year - 1 : year;
  const inYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + inYear - 719_468;
}

function lengthOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** The date of a day, as 2024-03-05. */
export function dateOf(day: number): string {
  let year = Math.floor(1970 + day / 365.2425) + 1;
  while (dayOf([year, 1, 1]) > day) year--;
  let month = 12;
  while (dayOf([year, month, 1]) > day) month--;
  const parts = [month, day - dayOf([year, month, 1]) + 1].map((part) => String(part).padStart(2, "0"));
  return [String(year).padStart(4, "0"), ...parts].join("-");
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** 1 to 12 from the first three letters of an English month name; 0 if there is no such month. */
export function monthOf(word: string): number {
  return months.indexOf(word.toLowerCase()) + 1;
}

/** UTC hours from hours, minutes, seconds, am or pm, and a time-zone offset, which is subtracted. */
export function hoursOf([hours, minutes, seconds = "0", half, zone]: readonly (
  | string
  | undefined
)[]): number {
  const h =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  if (h > 24 || Number(minutes) > 59 || Number(seconds) >= 61) return Number.NaN;
  const [, sign, hh, mm] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? "") ?? [];
  const offset = sign === undefined ? 0 : (sign === "-" ? -1 : 1) * (Number(hh) + Number(mm) / 60);
  return h + Number(minutes) / 60 + Number(seconds) / 3600 - offset;
}
