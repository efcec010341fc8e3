// Which number formats of a workbook show dates or times, and a number so formatted as text.
//
// Excel stores dates as days: 1 is 1900-01-01, and 60 is 29 February 1900, a day that did not exist; or 0 is 1904-01-01. Only the format
// of the cell tells that the number is a date. Hours and minutes that exceed a day ([h]:mm) are durations, and stay numbers of days.
//
// ECMA-376, part 1, 18.8.30 (built-in formats) and 18.17.4 (dates).

import { dateOf } from "../calendar.ts";

/** What a number format shows: a number, a date, or a date with a time of day, or only that. */
export type Shown = "number" | "date" | "time";

/** `code` is undefined for a built-in format. */
export function shownBy(id: number, code: string | undefined): Shown {
  if (code === undefined) return builtIn(id);
  const [first] = code.split(";", 1);
  // Without text in quotes, escaped letters, and conditions, colours and languages in brackets.
  const bare = first.replace(/"[^"]*"|[\\_*]./g, "");
  if (/\[(h+|m+|s+)\]/i.test(bare)) return "number";
  const letters = bare.replace(/\[[^\]]*\]|general/gi, "").replace(/e[+-]/gi, "");
  if (!/[dmyhs]/i.test(letters)) return "number";
  return /[hs]/i.test(letters) ? "time" : "date";
}

function builtIn(id: number): Shown {
  if ((id >= 18 && id <= 22) || id === 45 || id === 47) return "time";
  // From 27 on those of East Asian languages.
  return (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? "date" : "number";
}

const dayMs = 86_400_000;
/** The first day after 9999-12-31. */
const beyond = 2_958_466;
/** Days from 1970-01-01 to the day of number 0, apart from the day that did not exist. */
const dayZero = -25_569;
const years1904 = 1462;

/** 2024-03-05, 2024-03-05 14:30:00 or 14:30:00; null for a number that is no date in Excel. */
export function dateText(serial: number, shown: Shown, is1904: boolean): string | null {
  if (!(serial >= 0 && serial < beyond)) return null;
  const ms = Math.round(serial * dayMs);
  const days = Math.floor(ms / dayMs);
  const rest = ms - days * dayMs;
  if (serial < 1 && days === 0) return timeText(rest);
  const before = !is1904 && days < 60 ? 1 : 0;
  const date = dateOf(dayZero + days + before + (is1904 ? years1904 : 0));
  return shown === "time" || rest > 0 ? `${date} ${timeText(rest)}` : date;
}

function timeText(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const part = ms % 1000 === 0 ? "" : `.${String(ms % 1000).padStart(3, "0")}`;
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${part}`;
}
