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
    expect(warning).toMatch(/^the residuals of effect are far from normal, which bic assumes: transform it/);
    expect(rest).toEqual([]);
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
