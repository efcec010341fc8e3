import { expect, it } from "vitest";
import { datesOf } from "./dates.ts";

it.each([
  [["2024-02-28", "2024-03-01"], [0, 2], "days since 2024-02-28"],
  [["2024/1/2 06:00", "2024/1/1 12:00"], [1.25, 0.5], "days since 2024-01-01"],
  [["2024-01-01T12:00:00Z", "2024-01-01T12:00:00+06:00"], [0.5, 0.25], "days since 2024-01-01"],
  [["31.12.2023", "01.01.2024"], [0, 1], "days since 2023-12-31"],
  [["1/2/2024", "1/3/2024"], [0, 1], "days since 2024-01-02"],
  [["13/2/2024", "1/3/2024"], [0, 17], "days since 2024-02-13"],
  [["5 Mar 2024", "6 March 2024"], [0, 1], "days since 2024-03-05"],
  [["Mar 5, 2024", "Mar 6 2024"], [0, 1], "days since 2024-03-05"],
  [["2024-01", "2024-03"], [0, 60], "days since 2024-01-01"],
  [["6:30", "12:00 pm", "12:15 AM"], [6.5, 12, 0.25], "hours"],
])("%j are numbers", (labels, values, unit) => {
  const dates = datesOf(labels);
  expect(dates && [[...dates.values], dates.unit]).toEqual([values, unit]);
});

it.each([[["2024-02-30"]], [["2024-13-01"]], [["2024-01-01", "soon"]], [["25:99"]], [["1.2.3"]], [[]]])(
  "%j are not",
  (labels) => {
    expect(datesOf(labels)).toBeNull();
  },
);
