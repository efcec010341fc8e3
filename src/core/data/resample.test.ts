import { describe, expect, it } from "vitest";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { scatterOf } from "../math/scatter.ts";
import { resampled } from "./resample.ts";
import { createTable, type Table } from "./table.ts";

function numbered(n: number): Table {
  const X = matrix(n, 2);
  const { normal } = createRng(7);
  for (let i = 0; i < n; i++) X.data.set([i, normal()], 2 * i);
  return createTable(["row", "noise"], X);
}

const rowsOf = ({ X }: Table) => Array.from({ length: X.rows }, (_, i) => X.data[i * X.cols]);

describe("a resample", () => {
  const table = numbered(200);

  it("of the bootstrap has as many rows, about 37 % of the table's not among them", () => {
    const rows = rowsOf(resampled(table, { how: "bootstrap", needsRows: true }, createRng(1)));
    expect(rows).toHaveLength(200);
    const share = new Set(rows).size / 200;
    expect(share).toBeGreaterThan(0.55);
    expect(share).toBeLessThan(0.72);
  });

  it("without replacement has half of them, each once, others for another stream", () => {
    const rows = rowsOf(resampled(table, { how: "subsample", needsRows: true }, createRng(1)));
    expect(new Set(rows).size).toBe(100);
    expect(rows).toHaveLength(100);
    expect(rowsOf(resampled(table, { how: "subsample", needsRows: true }, createRng(2)))).not.toEqual(rows);
  });

  it.each(["bootstrap", "subsample"] as const)("by %s has the scatter matrix of its rows", (how) => {
    const { X } = resampled(table, { how, needsRows: true }, createRng(3));
    const { scatter } = resampled(table, { how, needsRows: false }, createRng(3));
    const direct = scatterOf(X);
    expect(scatter!.n).toBe(X.rows);
    scatter!.S.data.forEach((value, k) => {
      expect(Math.abs(value - direct.S.data[k])).toBeLessThan(1e-9 * direct.S.data[0]);
    });
    expect(scatter!.mean[1]).toBeCloseTo(direct.mean[1], 12);
  });

  // Rubin 1981: the mean under such weights has as its variance that of the rows (divided by n), divided by n + 1.
  it("of the Bayesian bootstrap has every row, and means that vary as the closed form says", () => {
    const few = numbered(12);
    const draws = Array.from({ length: 4000 }, (_, r) =>
      resampled(few, { how: "bayesian-bootstrap", needsRows: r % 2 === 0 }, createRng(r)),
    );
    const means = draws.map(
      ({ X, weights, scatter }) =>
        scatter?.mean[0] ??
        X.data.reduce((sum, x, k) => sum + (k % 2 === 0 ? x * weights![k / 2] : 0), 0) / 12,
    );
    for (const { weights, scatter, X } of draws.slice(0, 10)) {
      expect(scatter?.n ?? weights!.reduce((sum, w) => sum + w, 0)).toBeCloseTo(12, 10);
      if (weights) expect([weights.every((w) => w > 0), X.rows]).toEqual([true, 12]);
    }
    const mean = means.reduce((sum, x) => sum + x, 0) / 4000;
    const variance = means.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / 4000;
    // Of rows 0 to 11: mean 5.5, variance 143/12. Four standard errors of 4,000 draws.
    expect(Math.abs(mean - 5.5)).toBeLessThan(4 * Math.sqrt(143 / 12 / 13 / 4000));
    expect(Math.abs(variance / (143 / 12 / 13) - 1)).toBeLessThan(4 * Math.sqrt(2 / 4000));
  });

  it("is drawn again where a column would be constant", () => {
    const X = matrix(30, 2);
    for (let i = 0; i < 30; i++) X.data.set([i, i === 4 ? 1 : 0], 2 * i);
    const rare = createTable(["row", "rare"], X);
    for (let seed = 0; seed < 20; seed++) {
      const { X: drawn } = resampled(rare, { how: "subsample", needsRows: true }, createRng(seed));
      expect(new Set(drawn.data.filter((_, k) => k % 2 === 1)).size).toBe(2);
    }
  });

  it("of a table without its rows is refused", () => {
    const given = { ...table, scatter: { ...scatterOf(table.X), origin: "given" } };
    expect(() => resampled(given, { how: "bootstrap", needsRows: false }, createRng(1))).toThrow(
      /every row is needed/,
    );
  });
});
