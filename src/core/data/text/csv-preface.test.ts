import { describe, expect, it } from "vitest";
import { tableFromCsv } from "../columns.ts";
import { examine } from "../doctor/doctor.ts";
import { csvHead } from "./text-head.ts";

const rows = Array.from(
  { length: 30 },
  (_, i) => `${Math.sin(i)},${Math.cos(3 * i)},${i % 2 ? "on" : "off"}`,
);
const plain = tableFromCsv(["a,b,c", ...rows].join("\n"));

/** The table below these lines; what is passed over, and what the doctor says of it. */
function below(...lines: readonly string[]) {
  const table = tableFromCsv([...lines, ...rows].join("\n"));
  const { preface, ...rest } = table;
  const said = examine(table, table).filter(({ kind }) => kind === "header");
  return { preface, rest, said: said.map(({ message }) => message) };
}

describe("before the data", () => {
  it("comments and titles above the names are passed over, which is said", () => {
    const { preface, rest, said } = below("# Exported on Monday, 9:30", "# by: JM", "", "a,b,c");
    expect(preface).toEqual({ lines: 3, first: "# Exported on Monday, 9:30" });
    expect(rest).toEqual(plain);
    expect(said).toEqual([
      'the first 3 lines of the file, "# Exported on Monday, 9:30" and so on, were passed over',
    ]);
    expect(below("Sales by region", "a,b,c").rest).toEqual(plain);
  });

  it("units below the names are passed over, which is said", () => {
    const { preface, rest, said } = below("a,b,c", "s,L/min,-");
    expect(preface).toEqual({ units: ["s", "L/min", "-"] });
    expect(rest).toEqual(plain);
    expect(said).toEqual(["the row below the names holds units (s, L/min, -) and was passed over"]);
    const both = below("# title", "a,b,c", "s,m,");
    expect([both.preface, both.rest.X.rows]).toEqual([
      { lines: 1, first: "# title", units: ["s", "m", ""] },
      30,
    ]);
  });

  it("names that begin with # are names, and rows of labels or gaps are data", () => {
    expect(below("#a,b,c").rest.names).toEqual(["#a", "b", "c"]);
    expect(below("a,b,c", "NA,NA,on").rest.X.rows).toBe(31);
    expect(below("a,b,c", "NA,?!,on").rest.X.rows).toBe(31);
    const labels = Array.from({ length: 20 }, (_, i) => `${i % 2 ? "x" : "y"},${i % 3 ? "u" : "v"}`);
    expect(tableFromCsv(["a,b", ...labels].join("\n")).X.rows).toBe(20);
  });

  it("names without a delimiter that stands in every other line are names", () => {
    const { names, preface } = tableFromCsv(["a;b", ...rows.map((_, i) => `0,${i};${i}.5`)].join("\n"));
    expect([names, preface]).toEqual([["a", "b"], undefined]);
  });

  it("a line that is too short further down is refused by its number in the file", () => {
    expect(() => tableFromCsv(["# title", "a,b,c", ...rows, ...rows, "1,2"].join("\n"))).toThrow(
      "table: line 63 must have 3 cells like the first, got 2",
    );
  });

  it("what people see of the table begins with its data", () => {
    expect(csvHead(["# title", "a,b,c", "s,m,-", ...rows].join("\n"), ",", { rows: 1 })).toEqual([
      ["0", "1", "off"],
    ]);
  });
});
