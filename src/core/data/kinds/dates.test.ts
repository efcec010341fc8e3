import { describe, expect, it } from "vitest";
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
  [["5.3.24", "13.4.24"], [0, 39], "days since 2024-03-05"],
  [["03/14/62", "12/31/99", "01/01/00"], [0, 13_806, 13_807], "days since 1962-03-14"],
  [["5-Mar-62", "6-Mar-62"], [0, 1], "days since 1962-03-05"],
  [["3-13-2024", "3-14-2024"], [0, 1], "days since 2024-03-13"],
  [["2024-03-05", "Mar 6, 2024", "3/17/2024"], [0, 1, 12], "days since 2024-03-05"],
  [["6:30", "12:00 pm", "12:15 AM"], [6.5, 12, 0.25], "hours"],
])("%j are numbers", (labels, values, unit) => {
  const dates = datesOf(labels);
  expect(dates && [[...dates.values], dates.unit]).toEqual([values, unit]);
});

it.each([
  [["2024-02-30"]],
  [["2024-13-01"]],
  [["2024-01-01", "soon"]],
  [["25:99"]],
  [["1.2.3"]],
  [["13/1/2024", "1/13/2024"]],
  [["1.2.2024", "1/2/2024"]],
  [["6:30", "2024-01-01"]],
  [[]],
])("%j are not", (labels) => {
  expect(datesOf(labels)).toBeNull();
});

describe("datesOf says", () => {
  const doubts = (labels: readonly string[], choice = {}) => datesOf(labels, choice)?.doubts;

  it("which of day and month it took first where no date tells, and takes the other if asked", () => {
    expect(doubts(["01/01/2020", "03/04/2020", "05/06/2020"])).toEqual([
      { about: "date-order", taken: "month first", written: "03/04/2020", read: "2020-03-04" },
    ]);
    expect(doubts(["03/14/2020", "03/04/2020"])).toEqual([]);
    expect(doubts(["03.04.2020", "05.06.2020"])).toEqual([]);
    expect(doubts(["01/01/2020", "02/02/2020"])).toEqual([]);
    const asked = datesOf(["03/04/2020", "05/06/2020"], { order: "day first" });
    expect([asked?.unit, asked?.doubts]).toEqual(["days since 2020-04-03", []]);
    expect(datesOf(["03/14/2020", "03/04/2020"], { order: "day first" })).toBeNull();
  });

  it("in which century years of two digits lie, and which would hold them closer together", () => {
    expect(doubts(["03/14/62", "12/31/99", "01/01/00"])).toMatchObject([
      { about: "two-digit-years", from: 1930, tighter: null, written: "01/01/00", read: "2000-01-01" },
    ]);
    const births = Array.from({ length: 80 }, (_, k) => `03/14/${String((25 + k) % 100).padStart(2, "0")}`);
    expect(doubts(births)).toMatchObject([{ tighter: 1925, written: "03/14/29", read: "2029-03-14" }]);
    const asked = datesOf(births, { from: 1925 });
    expect([asked?.unit, asked?.doubts]).toEqual(["days since 1925-03-14", []]);
  });

  it("which date is far from all others, and in how many rows", () => {
    const some = ["2019-01-02", "2019-03-02", "2020-05-04", "2020-06-04", "2021-07-08"];
    expect(datesOf([...some, "9999-12-31"], {}, (k) => k + 2)?.doubts).toEqual([
      { about: "far-date", date: "9999-12-31", rows: 7, first: "2019-01-02", last: "2021-07-08" },
    ]);
    expect(doubts(["1900-01-01", ...some])).toMatchObject([{ date: "1900-01-01" }]);
    expect(doubts(["2012-01-01", ...some])).toEqual([]);
  });
});
