import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { createTable, type Table } from "../table.ts";
import { cellsFromCsv } from "../text/csv.ts";
import { examine, type Finding, fatalError } from "./doctor.ts";

/** Rows of cells under a header, text as categories. */
function tableOf(header: string, row: (i: number) => readonly (string | number)[], rows = 200): Table {
  const lines = Array.from({ length: rows }, (_, i) => row(i).join());
  return tableIn([header, ...lines].join("\n"));
}

/** Every column as it stands, whatever its kind. */
function tableIn(text: string): Table {
  const { columns, rows } = cellsFromCsv(text);
  const cells = Array.from({ length: rows }, (_, i) => columns.map(({ values }) => values[i]));
  return createTable(
    columns.map(({ name }) => name),
    matrixFromRows(cells),
    columns.map(({ labels = null }) => labels),
  );
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

  it("finds labels that are spelt in several ways", () => {
    const answers = ["yes", "Yes", "no"];
    const findings = examine(tableOf("answer,x", (i) => [one(i, answers), noise[3 * i + 1]]));
    expect(told(findings)).toEqual([["warning", "spelling", "answer"]]);
    expect(findings[0].message).toContain('"answer" ("Yes", "yes")');
    const scores = ["1-5", "15", "1 5"];
    expect(examine(tableOf("answer,x", (i) => [one(i, scores), noise[3 * i + 1]]))).toEqual([]);
  });

  it("finds labels that follow from those of another column, and none that do in all rows but one", () => {
    const state = (label: string) => (label < "m" ? "north" : "south");
    const rowOf = (i: number, isExact: boolean) => {
      const town = one(i, ["a", "f", "p", "x"]);
      return [isExact || i > 0 ? state(town) : "west", town, noise[3 * i + 1]];
    };
    const findings = examine(tableOf("state,town,x", (i) => rowOf(i, true)));
    expect(told(findings)).toEqual([["warning", "near-deterministic", "state"]]);
    expect(findings[0].message).toBe('labels that follow from those of another column: "state" from "town"');
    expect(told(examine(tableOf("state,town,x", (i) => rowOf(i, false))))).not.toContainEqual([
      "warning",
      "near-deterministic",
      "state",
    ]);
  });

  it("finds one label in every row, and one column that renames another", () => {
    const table = tableOf("a,b,k,x", (i) => {
      const label = one(i, ["p", "q", "r"]);
      return [label, label === "p" ? "z" : `${label}${label}`, "same", noise[3 * i + 1]];
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
      'columns "a" and "b" must differ, got a one-to-one match of their labels',
    );
  });

  it("warns of numbers that are constant within a label of few rows", () => {
    const table = tableOf("race,day,x", (i) => [
      i < 3 ? "rare" : one(i, ["p", "q"]),
      i < 3 ? 7 : i % 30,
      noise[i],
    ]);
    const [finding] = examine(table).filter(({ kind }) => kind === "rare-labels");
    expect(finding).toMatchObject({ severity: "warning", columns: ["race"] });
    expect(finding.message).toBe(
      'numbers that are constant within a label of fewer than 5 rows: "day" in "rare" of "race"',
    );
    const varied = tableOf("race,day,x", (i) => [i < 3 ? "rare" : one(i, ["p", "q"]), i % 30, noise[i]]);
    expect(told(examine(varied)).map(([, kind]) => kind)).not.toContain("rare-labels");
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
    const few = tableIn("a,b,c,e\np,p,p,p\np,q,p,q\nq,p,p,q\nq,q,q,q\nq,q,p,p\n");
    expect(examine(few).filter(({ severity }) => severity === "fatal")).toEqual([]);
  });
});

describe("examine, of numbers", () => {
  it("tells scores of categories for numbers of few values", () => {
    const numbers = tableOf("sex,x", (i) => [i % 2, noise[i]], 100);
    expect(examine(numbers)[0].remedy).toMatch(
      /set score to bic-mixed and categorical to \["sex"\], or leave out "sex"$/,
    );
    const pure = tableOf("a,b", (i) => [i % 2, noise[i] < 0.5 ? 1 : 2], 100);
    expect(examine(pure)[0].remedy).toMatch(/set score to bdeu or bic-discrete$/);
  });
});
