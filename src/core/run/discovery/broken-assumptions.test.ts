import { describe, expect, it } from "vitest";
import { run } from "../../../../test/discoveries.ts";
import { createTable, type Table } from "../../data/table.ts";
import { matrixFromRows } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import type { RunOptions } from "../spec.ts";

const names = ["cause", "effect"];

/** The effect is the cause plus `noise` of a normal number. */
function tableOf(noise: (z: number) => number, cause = (z: number) => z): Table {
  const rng = createRng("assumptions");
  const rows = Array.from({ length: 400 }, () => {
    const x = cause(rng.normal());
    return [x, x + noise(rng.normal())];
  });
  return createTable(names, matrixFromRows(rows));
}

const warned = (table: Table, options: RunOptions = {}) => run({ table, options }).result.warnings;

describe("what the data violate of a score's assumptions", () => {
  it("is nothing if numbers are normal", () => {
    expect(warned(tableOf((z) => z))).toEqual([]);
  });

  it("is reported for numbers with two values, by name and with a remedy", () => {
    const [warning, ...rest] = warned(tableOf((z) => z, Math.sign));
    expect(warning).toBe(
      "the column cause has two values only, and bic assumes numbers with normal noise: treat it as categories, with a score for categories",
    );
    expect(rest).toEqual([]);
  });

  it("is reported for residuals far from normal, and not for their cause", () => {
    const known = { knowledge: { required: [["cause", "effect"]] } } satisfies RunOptions;
    const [warning, ...rest] = warned(
      tableOf((z) => z ** 7),
      known,
    );
    expect(warning).toBe(
      "the residuals of effect are far from normal, which bic assumes: read the strengths and directions with care",
    );
    expect(rest).toEqual([]);
  });

  it("is remedied by a logarithm if there is one that is less skewed", () => {
    const positive = tableOf(
      (z) => Math.exp(2 * z),
      (z) => Math.exp(z / 9),
    );
    const far = "are far from normal, which bic assumes: take";
    const read = "which is less skewed, or read the strengths and directions with care";
    const options = { knowledge: { required: [["cause", "effect"]] } } satisfies RunOptions;
    for (const standardise of [false, true])
      expect(warned(positive, { ...options, standardise })).toEqual([
        `the residuals of effect ${far} its logarithm, ${read}`,
      ]);
    const rng = createRng("heavy");
    const heavy = tableOf(
      (z) => Math.exp(2 * z),
      (z) => z ** 7,
    );
    const data = heavy.X.data.map((x, k) => (k % 2 === 0 ? x : Math.exp(2 * rng.normal())));
    expect(warned({ ...heavy, X: { ...heavy.X, data } })).toEqual([
      `the residuals of cause and effect ${far} the logarithm of effect, ${read}`,
    ]);
  });

  it("is reported under a score of categories and numbers, for residuals within each label", () => {
    const options = {
      score: "bic-mixed",
      categorical: ["cause"],
      knowledge: { required: [["cause", "effect"]] },
    } satisfies RunOptions;
    const coin = (z: number) => (z > 0 ? 1 : 0);
    expect(
      warned(
        tableOf((z) => z ** 7, coin),
        options,
      ),
    ).toEqual([
      "the residuals of effect are far from normal, which bic-mixed assumes: read the strengths and directions with care",
    ]);
    expect(
      warned(
        tableOf((z) => z, coin),
        options,
      ),
    ).toEqual([]);
  });

  it("is nothing for numbers that a rare label among the causes makes skewed", () => {
    const options = { score: "bic-mixed", categorical: ["cause"] } satisfies RunOptions;
    const rare = tableOf(
      (z) => z,
      (z) => (z > 1.6 ? 20 : 0),
    );
    const whose = (knowledge: RunOptions["knowledge"]) => warned(rare, { ...options, knowledge });
    expect(whose({ required: [["cause", "effect"]] })).toEqual([]);
    expect(whose({ forbidden: [["cause", "effect"]] })).toEqual([
      "the residuals of effect are far from normal, which bic-mixed assumes: read the strengths and directions with care",
    ]);
  });

  it("is reported for two values that a score of categories and numbers takes as numbers", () => {
    const options = { score: "bic-mixed", categorical: ["label"] } satisfies RunOptions;
    const rows = Array.from({ length: 200 }, (_, i) => [i % 3, i % 2]);
    const loaded = {
      ...createTable(["label", "two"], matrixFromRows(rows)),
      kinds: [{ name: "two", kind: "number" as const, isUsed: true }],
    };
    expect(warned(loaded, options)).toEqual([
      "the column two has two values only, and bic-mixed assumes numbers with normal noise: treat it as categories",
    ]);
  });

  it("is reported for an ordered category that has causes, in a table with categories", () => {
    const rows = Array.from({ length: 300 }, (_, i) => [i % 2, i % 2 === 0 ? i % 3 : 2 + (i % 3), i % 7]);
    const loaded = {
      ...createTable(["coin", "grade", "x"], matrixFromRows(rows)),
      kinds: [{ name: "grade", kind: "ordered" as const, isUsed: true }],
    };
    const options = { score: "bic-mixed", categorical: ["coin"] } satisfies RunOptions;
    expect(warned(loaded, { ...options, knowledge: { required: [["coin", "grade"]] } })[0]).toBe(
      "the column grade is scored as a number with normal noise, but has few values: compare the arrows into it with the result for a category",
    );
    expect(warned(loaded, { ...options, knowledge: { required: [["grade", "coin"]] } })).toEqual([]);
  });

  it("is reported for curves under a linear score, and not for a search that does not use the score", () => {
    const bent = tableOf(
      (z) => z,
      (z) => z,
    );
    for (let i = 0; i < bent.X.rows; i++) bent.X.data[2 * i + 1] += bent.X.data[2 * i] ** 2;
    const options = { knowledge: { required: [["cause", "effect"]] } } satisfies RunOptions;
    expect(warned(bent, options)[0]).toMatch(
      /^the dependence of effect on cause is curved, where bic assumes lines: squares explain \d+ % of what lines leave; compare with the score additive, or transform the columns$/,
    );
    expect(warned(bent, { search: "direct-lingam" }).join()).not.toContain("curved");
  });

  it("is nothing under a score that assumes neither", () => {
    expect(
      warned(
        tableOf((z) => z, Math.sign),
        { score: "additive" },
      ),
    ).toEqual([]);
  });
});
