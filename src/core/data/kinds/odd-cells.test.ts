// Cells as people write them: answers on scales and none, somebody with several rows, bounds, totals.

import { describe, expect, it } from "vitest";
import { noise, tableWith } from "../../../../test/odd-columns.ts";
import { tableFromCsv } from "../columns.ts";
import { examine } from "../doctor/doctor.ts";
import { readingFindings } from "../doctor/reading-findings.ts";

describe("answers on a scale", () => {
  const agree = ["Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"];

  it("are ordered, and no answer counts as missing", () => {
    const { found, X } = tableWith((i) => (i % 15 === 0 ? "Don't know" : agree[i % 5]));
    expect(found).toMatchObject({
      kind: "ordered",
      isUsed: true,
      reason: `${agree.join(" < ")}; 4 cells with text ("Don't know") count as missing`,
    });
    expect([X.data[2], X.data[5], X.data[8]]).toEqual([Number.NaN, 1, 2]);
    const cell = (i: number) => (i % 15 === 0 ? "Refused" : ["lo", "mid", "hi"][i % 3]);
    const said = tableWith(cell, { kind: "ordered: lo < mid < hi" });
    expect(said.found.reason).toBe('lo < mid < hi; 4 cells with text ("Refused") count as missing');
    expect([said.X.data[2], said.X.data[5]]).toEqual([Number.NaN, 1]);
  });

  it.each([
    ["Very unlikely", "Unlikely", "Neutral", "Likely", "Very likely"],
    ["1 - very bad", "2 - bad", "3 - so so", "10 - very good"],
    ["less than high school", "High school", "Bachelor's degree"],
  ])("%s …", (...labels) => {
    const { found } = tableWith((i) => labels[i % labels.length]);
    expect(found).toMatchObject({ kind: "ordered", reason: labels.join(" < ") });
  });

  it("of ranks are ordered, in Roman numerals too, which elsewhere are names", () => {
    const four = (i: number) => ["IV", "I", "III", "II"][i % 4];
    expect(tableWith(four, { name: "stage" }).found).toMatchObject({
      kind: "ordered",
      reason: "I < II < III < IV",
    });
    expect(tableWith((i) => `Grade ${["IIIa", "I", "IIIb"][i % 3]}`).found.reason).toBe(
      "Grade I < Grade IIIa < Grade IIIb",
    );
    expect(tableWith(four, { name: "series" }).found.kind).toBe("category");
    expect(tableWith(four, { name: "series", kind: "ordered" }).found.reason).toBe("I < II < III < IV");
    expect(tableWith((i) => ["I", "X", "C"][i % 3], { name: "stage" }).found.kind).toBe("category");
  });

  it("of the user's order are not doubted", () => {
    const cell = (i: number) => ["18-29", "30-44", "45+"][i % 3];
    const { found, ...table } = tableWith(cell, { kind: "ordered" });
    expect([found.kind, found.isSet]).toEqual(["ordered", true]);
    const numbers = { ...table, levels: table.levels!.map(() => null) };
    const doubted = (kinds = table.kinds) =>
      examine(numbers, { kinds }).some(({ kind }) => kind === "discrete");
    expect([doubted(), doubted([])]).toEqual([false, true]);
  });

  it("are categories where they are none: ranges, and labels of which some are no answers", () => {
    expect(tableWith((i) => ["18-24", "25-34", "35+"][i % 3]).found.kind).toBe("category");
    const { found, findings } = tableWith((i) => ["red", "green", "blue", "unknown"][i % 4]);
    expect(found.kind).toBe("category");
    expect(findings).toMatchObject([
      { kind: "missing-label", message: 'labels that may stand for missing values: "x" ("unknown")' },
    ]);
  });
});

describe("somebody with several rows", () => {
  it("is an identifier, also where only the numbers tell", () => {
    const firm = (i: number) => 1 + Math.floor(i / 5);
    expect(tableWith(firm).found).toMatchObject({
      kind: "identifier",
      isUsed: false,
      reason: "identifies 12 subjects with several rows each",
    });
    expect(tableWith((i) => (i === 59 ? 11 : firm(i))).found.kind).toBe("number");
    expect(tableWith((i) => 1 + (i % 12)).found.kind).toBe("number");
    expect(tableWith((i) => 100 + (i % 20), { name: "company" }).found.kind).toBe("identifier");
  });

  it("is not how many there are", () => {
    for (const name of ["customers", "employees", "students"])
      expect(tableWith((i) => 100 + ((7 * i) % 20), { name }).found.kind).toBe("number");
    expect(tableWith((i) => 100 + ((7 * i) % 20), { name: "students_id" }).found.kind).toBe("identifier");
  });
});

describe("numbers of which some are only bounds", () => {
  it("are numbers, of which the bounds count as missing, which is a warning", () => {
    const { found, X } = tableWith((i) =>
      i % 4 === 0 ? "<5" : i === 7 ? "haemolysed" : 5 + noise[199 - i][0],
    );
    expect(found).toMatchObject({
      kind: "number",
      isUsed: true,
      reason: '15 bounds such as "<5" count as missing; 1 cell with text ("haemolysed") counts as missing',
    });
    expect(X.data[2]).toBeNaN();
    const table = tableFromCsv(
      [
        "a,b",
        ...noise.slice(0, 60).map(([u], i) => `${u},${i % 4 === 0 ? "> 100" : 3 * noise[199 - i][0]}`),
      ].join("\n"),
    );
    expect(readingFindings(table.readings!)).toMatchObject([
      {
        kind: "bounds",
        severity: "warning",
        message: 'cells that give only a bound count as missing: "b" (such as > 100, in 15 rows)',
      },
    ]);
    expect(tableWith((i) => ["<1", "1-5", ">5"][i % 3]).found.kind).toBe("category");
  });
});

describe("a last row of totals", () => {
  it("is warned of", () => {
    const cells = noise.slice(140).map(([u]) => Math.round(1000 * u) / 100);
    const total = cells.slice(0, 59).reduce((sum, x) => sum + x, 0);
    const { findings } = tableWith((i) => (i < 59 ? cells[i] : total.toFixed(2)));
    expect(findings).toMatchObject([{ kind: "total-row", severity: "warning", columns: ["x"] }]);
    expect(tableWith((i) => cells[i]).findings).toEqual([]);
    expect(tableWith((i) => (i < 59 ? cells[i] : (0.9 * total).toFixed(2))).findings).toEqual([]);
  });
});

describe("numbers with a unit", () => {
  it("are numbers if there is one unit, also where it is left out", () => {
    const { found, X } = tableWith((i) => (i % 2 === 0 ? `${150 + i} cm` : i === 3 ? "n.a." : 150 + i));
    expect(found).toMatchObject({ kind: "number", reason: 'numbers such as "150 cm" are read as 150' });
    expect([X.data[2], X.data[5], X.data[11]]).toEqual([150, 151, Number.NaN]);
    expect(tableWith((i) => `${i}.5mg`).found.kind).toBe("number");
    expect(tableWith((i) => (i % 2 === 0 ? `${i} kg` : `${1000 * i} g`)).found.kind).toBe("identifier");
  });
});
