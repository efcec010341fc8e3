import { describe, expect, it } from "vitest";
import { run } from "../../../../test/discoveries.ts";
import { createTable, type Table } from "../../data/table.ts";
import { matrixFromRows } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import type { RunOptions } from "../spec.ts";

const names = ["cause", "effect"];

/** The effect is the cause and what `noise` makes of a normal number. */
function tableOf(noise: (z: number) => number, cause = (z: number) => z): Table {
  const rng = createRng("assumptions");
  const rows = Array.from({ length: 400 }, () => {
    const x = cause(rng.normal());
    return [x, x + noise(rng.normal())];
  });
  return createTable(names, matrixFromRows(rows));
}

const warned = (table: Table, options: RunOptions = {}) => run({ table, options }).result.warnings;

describe("what the data break of a score's assumptions", () => {
  it("is nothing where numbers are normal", () => {
    expect(warned(tableOf((z) => z))).toEqual([]);
  });

  it("is told of numbers with two values, by name and with the way out", () => {
    const [warning, ...rest] = warned(tableOf((z) => z, Math.sign));
    expect(warning).toBe(
      "cause has two values only, and bic assumes numbers with normal noise: treat it as categories, with a score for categories",
    );
    expect(rest).toEqual([]);
  });

  it("is told of residuals far from normal, and not of their cause", () => {
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

  it("is mended by a logarithm where there is one that is less skewed", () => {
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

  it("is nothing under a score that assumes neither", () => {
    expect(
      warned(
        tableOf((z) => z, Math.sign),
        { score: "additive" },
      ),
    ).toEqual([]);
  });
});
