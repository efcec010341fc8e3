import { expect, it } from "vitest";
import { dateText, shownBy } from "./number-formats.ts";

it("tells dates and times from numbers", () => {
  const own = (code: string) => shownBy(200, code);
  for (const code of [
    "General",
    "0.00",
    "0%",
    "0.00E+00",
    '#,##0 "dry days"',
    "[Red]-0",
    "\\d0",
    "# ?/?",
    "@",
    "[h]:mm:ss",
    "[mm]:ss",
    "_d0_)",
  ])
    expect([code, own(code)]).toEqual([code, "number"]);
  for (const code of ["yyyy-mm-dd", "d/m", "[$-407]d. mmmm yyyy;@", "mmm\\-yy", '0;"yyyy"yyyy'])
    expect([code, own(code)]).toEqual([code, code.startsWith("0") ? "number" : "date"]);
  for (const code of ["hh:mm", "yyyy-mm-dd hh:mm:ss", "h AM/PM", "mm:ss.0"])
    expect([code, own(code)]).toEqual([code, "time"]);
  const builtIn = [0, 2, 9, 11, 13, 14, 17, 18, 22, 27, 37, 44, 45, 46, 47, 48, 49, 57];
  expect(builtIn.map((id) => shownBy(id, undefined)[0]).join("")).toBe("nnnnnddttdnntntnnd");
});

it("writes the numbers of dates as Excel shows them", () => {
  const days = [1, 59, 60, 61, 25569, 45356, 2958465].map((day) => dateText(day, "date", false));
  expect(days).toEqual([
    "1900-01-01",
    "1900-02-28",
    "1900-02-28", // 29 February 1900, which did not exist
    "1900-03-01",
    "1970-01-01",
    "2024-03-05",
    "9999-12-31",
  ]);
  expect([1, 43894].map((day) => dateText(day, "date", true))).toEqual(["1904-01-02", "2024-03-05"]);
  expect(
    [0, 0.5, 0.999988426, 45356.0000116, 45356.999999999].map((day) => dateText(day, "time", false)),
  ).toEqual(["00:00:00", "12:00:00", "23:59:59", "2024-03-05 00:00:01.002", "2024-03-06 00:00:00"]);
  expect([-1, 2958466, Number.NaN].map((day) => dateText(day, "date", false))).toEqual([null, null, null]);
});
