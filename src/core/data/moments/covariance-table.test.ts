import { describe, expect, it } from "vitest";
import { run } from "../../../../test/discoveries.ts";
import { InputError } from "../../check.ts";
import { simulate } from "../simulate/simulate.ts";
import { tableScatter } from "../table.ts";
import { type CovarianceOptions, readCovariance } from "./covariance-table.ts";

const { table } = simulate({ nodes: 6, samples: 300, seed: 5 });
const d = 6;
const { S, n } = tableScatter(table);
/** Covariances as R's cov gives them. */
const C = Array.from({ length: d }, (_, i) =>
  Array.from({ length: d }, (__, j) => S.data[i * d + j] / (n - 1)),
);
const { names } = table;
const lower = C.map((row, i) => row.slice(0, i + 1));

function refusal(text: string, options: CovarianceOptions = { rows: 50 }): string {
  try {
    readCovariance(text, options);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "not refused";
}

describe("readCovariance", () => {
  const rows = (cells: readonly (readonly number[])[], by: string) => cells.map((row) => row.join(by));
  const texts = {
    "a square CSV": [names.join(","), ...rows(C, ",")],
    "a square CSV with names of the lines": [
      ["", ...names].join(","),
      ...C.map((row, i) => [names[i], ...row].join(",")),
    ],
    "what write.csv of R makes": [
      ['""', ...names.map((name) => `"${name}"`)].join(","),
      ...C.map((row, i) => [`"${names[i]}"`, ...row].join(",")),
    ],
    "a lower triangle of tabs": [names.join("\t"), ...rows(lower, "\t")],
    "a lower triangle with empty cells": [
      names.join(","),
      ...lower.map((row) => [...row, ...new Array<string>(d - row.length).fill("")].join(",")),
    ],
    "semicolons and decimal commas": [
      names.join(";"),
      ...rows(lower, ";").map((line) => line.replaceAll(".", ",")),
    ],
    "names of the lines without a corner": [
      names.join(" "),
      ...lower.map((row, i) => [names[i], ...row].join(" ")),
    ],
    "Tetrad's": ["300", names.join("\t"), ...rows(lower, "\t")],
    "Tetrad's with sections": [
      "// by hand",
      "/covariance",
      "300",
      names.join("  "),
      ...rows(lower, "  "),
      "/knowledge",
      "addtemporal",
    ],
  };
  for (const [kind, lines] of Object.entries(texts)) {
    it(`reads ${kind}`, () => {
      const read = readCovariance(
        `${lines.join("\r\n")}\r\n`,
        kind.startsWith("Tetrad") ? {} : { rows: 300 },
      );
      expect([read.names, read.X.rows, read.scatter?.n]).toEqual([names, 0, 300]);
      read.scatter!.S.data.forEach((s, k) => {
        expect(s).toBeCloseTo(S.data[k], 8);
      });
      expect(read.scatter!.origin).toBe("given as a covariance matrix, divided by n − 1, from 300 rows");
    });
  }

  for (const search of ["exact", "order", "ges", "pc", "hill-climb", "notears"]) {
    it(`has the graph of the rows under ${search} search`, () => {
      const given = readCovariance(texts["Tetrad's"].join("\n"));
      const options = { search, score: "bic" } as const;
      const [ours, own] = [run({ table: given, options }).result, run({ table, options }).result];
      expect([ours.edges, ours.undirected]).toEqual([own.edges, own.undirected]);
      expect(ours.edges.length + ours.undirected.length).toBeGreaterThan(0);
      expect(ours.score).toBeCloseTo(own.score, 6);
      expect(ours.warnings).toEqual([]);
    });
  }

  it("takes covariances that were divided by n, and correlations, which have no unit", () => {
    const byN = `a,b\n4,1\n1,9\n`;
    expect([...readCovariance(byN, { rows: 10, dividedBy: "n" }).scatter!.S.data]).toEqual([40, 10, 10, 90]);
    expect([...readCovariance(byN, { rows: 10 }).scatter!.S.data]).toEqual([36, 9, 9, 81]);
    const { S: sums, origin } = readCovariance("a b\n1\n.5 1\n", { rows: 10 }).scatter!;
    expect([...sums.data]).toEqual([10, 5, 5, 10]);
    expect(origin).toBe(
      "given as a correlation matrix, so every column is in units of its standard deviation, from 10 rows",
    );
  });

  it("averages what differs by the rounding of digits", () => {
    expect(readCovariance("a,b\n4,1.0000001\n1,9\n", { rows: 2 }).scatter!.S.data[1]).toBeCloseTo(
      1.00000005,
      12,
    );
  });

  it("says where the text is no such matrix, and how to mend it", () => {
    expect(refusal("")).toBe(
      "covariance: a line of names must come first, then the numbers of the matrix, one line per variable, got 0 lines; write the matrix so",
    );
    expect(refusal("4,1\n1,9\n")).toMatch(
      /got numbers in line 1; write the names of the variables above them/,
    );
    expect(refusal("a,b\n4,1\n1,9\n2,2\n")).toMatch(/2 names need as many lines of numbers, got 3/);
    expect(refusal("a,b\n4,1\n1,x\n")).toMatch(/entry of "b" and "b" must be a number, got "x" in line 3/);
    expect(refusal("a,b,c\n4\n1,9\n1,2\n")).toMatch(/line 4 must have 3 numbers, those up to its own, got 2/);
    expect(refusal("a,b\n4,1\n1,9,3\n")).toMatch(/line 3 must have 2 numbers, got 3; give the whole matrix/);
    expect(refusal(",a,b\na,4,1\nc,1,9\n")).toMatch(/line 3 must be that of "b", as in the header, got "c"/);
    expect(refusal("a,a\n4,1\n1,9\n")).toMatch(/two columns are called "a"/);
    expect(refusal("a,b\n4,1\n1,9\n", {})).toMatch(/is not given; give it/);
    expect(refusal("30\na b\n4\n1 9\n")).toMatch(/must be one, got 50 and 30 in the text; leave rows out/);
    expect(refusal("a,b\n4,1\n1,9\n", { rows: 1 })).toMatch(/must be a whole number of at least 2, got 1/);
    expect(refusal("a\n4\n")).toMatch(/at least 2 variables are needed/);
  });

  it("refuses what no rows can have", () => {
    expect(refusal("a,b\n4,1\n2,9\n")).toBe(
      'covariance: the matrix must be symmetric, got 1 for "a" and "b" in line 2, and 2 in line 3; correct one of the two, or give the lower triangle alone',
    );
    expect(refusal("a,b\n0,0\n0,9\n")).toMatch(/the variance of "a" must be above 0, got 0 in line 2/);
    expect(refusal("a,b\n4,7\n7,9\n")).toMatch(
      /must be at most the product of their standard deviations, 6\.00000, in size, got 7 in line 3/,
    );
    expect(refusal("a b c\n1\n.9 1\n-.9 .9 1\n")).toBe(
      'covariance: the matrix must be positive semi-definite, like that of any data, got one in which "a", "b" explain more than all of the variance of "c"; compute every entry from the same rows, not pair by pair, or write more digits, or leave out "c"',
    );
  });
});
