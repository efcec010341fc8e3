import { describe, expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import type { Table } from "../table.ts";
import { tableFromCsv } from "../text/csv.ts";
import { scoreFindings } from "./category-findings.ts";
import { cellFindings } from "./cell-findings.ts";
import { examine, type Finding, fatalError } from "./doctor.ts";

/** Rows of cells under a header, text as categories. */
function tableOf(header: string, row: (i: number) => readonly (string | number)[], rows = 200): Table {
  const lines = Array.from({ length: rows }, (_, i) => row(i).join());
  return tableFromCsv([header, ...lines].join("\n"), { categorical: "text" });
}

const rng = createRng("findings");
const noise = Array.from({ length: 3000 }, () => rng.uniform());
const one = (i: number, of: readonly string[], k = 0) => of[Math.floor(noise[3 * i + k] * of.length)];
const told = (findings: readonly Finding[]) => findings.map((f) => [f.severity, f.kind, f.columns.join()]);

describe("examine, of categories", () => {
  it("finds nothing in independent labels and numbers: no relation, scale or outlier among codes", () => {
    const many = Array.from({ length: 12 }, (_, k) => `label ${k}`);
    const table = tableOf(
      "a,b,x",
      (i) => [i === 7 ? "z" : one(i, ["p", "q"]), i === 9 ? "z" : one(i, many, 1), noise[3 * i + 2]],
      1000,
    );
    // The label z, far behind the others, occurs once in each column: that is all.
    expect(told(examine(table))).toEqual([["note", "rare-labels", "a,b"]]);
    expect(examine(table)[0].message).toBe('labels that occur in one row only: "a" (1 of 3), "b" (1 of 13)');
  });

  it("finds one label in every row, and one column that renames another", () => {
    const table = tableOf("a,b,k,x", (i) => {
      const label = one(i, ["p", "q", "r"]);
      return [label, label === "p" ? "z" : `${label}${label}`, "same", noise[3 * i]];
    });
    const findings = examine(table);
    expect(told(findings)).toEqual([
      ["fatal", "constant", "k"],
      ["fatal", "duplicate", "b,a"],
    ]);
    expect(fatalError(findings)?.message).toBe(
      'table: column "k" must vary, got "same" in every row (and 1 more fatal finding: see wherefore doctor); leave out "k"',
    );
    expect(findings[1].message).toBe(
      'columns "a" and "b" must differ, got one label of the one for each label of the other',
    );
  });

  it("takes a column that only follows from another for what it is", () => {
    const table = tableOf("a,b", (i) => {
      const label = one(i, ["p", "q", "r"]);
      return [label, label === "p" ? "first" : "other"];
    });
    expect(examine(table)).toEqual([]);
  });

  it("finds an identifier, and labels too many for the rows", () => {
    const cities = Array.from({ length: 12 }, (_, k) => `c${k}`);
    const table = tableOf("id,city,job", (i) => [`p${i}`, one(i, cities), one(i, cities, 1)], 300);
    const findings = examine(table);
    expect(told(findings)).toEqual([
      ["warning", "identifier", "id"],
      ["warning", "sparse", "city,job"],
    ]);
    expect(findings[1].message).toBe(
      'the labels of "city" (12) and "job" (12) have 144 combinations, for 300 rows',
    );
  });

  it("needs no more rows than there are numbers to fit", () => {
    const few = tableFromCsv("a,b,c,e\np,p,p,p\np,q,p,q\nq,p,p,q\nq,q,q,q\nq,q,p,p\n", {
      categorical: "text",
    });
    expect(examine(few).filter(({ severity }) => severity === "fatal")).toEqual([]);
  });
});

describe("scoreFindings", () => {
  it("tells which score fits which columns", () => {
    const mixed = tableOf("a,x", (i) => [one(i, ["p", "q"]), noise[3 * i]]);
    expect(scoreFindings(mixed)[0]).toMatchObject({
      kind: "score",
      severity: "note",
      columns: ["a"],
      message: 'categories in "a" (2), numbers in "x"',
      remedy: 'set score to bic-mixed, or leave out "a" and set score to bic',
    });
    const pure = tableOf("a,b", (i) => [one(i, ["p", "q"]), one(i, ["p", "q"], 1)]);
    expect(scoreFindings(pure)[0].remedy).toBe("set score to bdeu or bic-discrete");
    expect(scoreFindings(tableFromCsv("a,b\n1,2\n3,5\n"))).toEqual([]);
  });

  it("is there in the remedy of few-valued numbers and of text", () => {
    const numbers = tableFromCsv(
      ["sex,x", ...Array.from({ length: 100 }, (_, i) => `${i % 2},${noise[i]}`)].join("\n"),
    );
    expect(examine(numbers)[0].remedy).toMatch(
      /set score to bic-mixed and categorical to \["sex"\], or leave out "sex"$/,
    );
    const pure = tableFromCsv(
      ["a,b", ...Array.from({ length: 100 }, (_, i) => `${i % 2},${noise[i] < 0.5 ? 1 : 2}`)].join("\n"),
    );
    expect(examine(pure)[0].remedy).toMatch(/set score to bdeu or bic-discrete$/);
    const facts = [
      { name: "a", missing: 0, text: { row: 1, value: "x" } },
      { name: "b", missing: 0 },
    ];
    expect(cellFindings(facts, 10)[0].remedy).toMatch(/, set score to bic-mixed$/);
    expect(cellFindings(facts.slice(0, 1), 10)[0].remedy).toMatch(
      /, set score to bdeu or bic-discrete, or leave out "a"$/,
    );
  });
});
