import { describe, expect, it } from "vitest";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { evidenceRows } from "../evidence-rows.ts";
import { createTable, rowsUsed, sampleSize, type Table, withColumns } from "../table.ts";
import { type ImputeOptions, imputedTable } from "./impute.ts";

const n = 1000;

/** x normal, y = 2x + noise, c one of three labels, by x; y and c are missing where x is above 0, four times in five. */
function made(): { readonly whole: Table; readonly gappy: Table } {
  const rng = createRng("imputed");
  const X = matrix(n, 3);
  const gaps = matrix(n, 3);
  for (let i = 0; i < n; i++) {
    const x = rng.normal();
    const c = x + 0.7 * rng.normal() < -0.5 ? 0 : x + 0.7 * rng.normal() < 0.7 ? 1 : 2;
    const row = [c, x, 2 * x + rng.normal()];
    const isGap = x > 0 && rng.uniform() < 0.8;
    X.data.set(row, 3 * i);
    gaps.data.set(isGap ? [Number.NaN, x, Number.NaN] : row, 3 * i);
  }
  const levels = [["high", "low", "middle"], null, null];
  return {
    whole: createTable(["c", "x", "y"], X, levels),
    gappy: createTable(["c", "x", "y"], gaps, levels),
  };
}

const imputed = <T extends Table>(table: T, options?: ImputeOptions): T => {
  const running = imputedTable(table, createRng("test"), options);
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
};

function weightedMean({ X, weights }: Table, of: (row: Float64Array) => number): number {
  let sum = 0;
  for (let i = 0; i < X.rows; i++)
    sum += (weights?.[i] ?? 1) * of(X.data.subarray(i * X.cols, (i + 1) * X.cols));
  return sum / (weights?.reduce((a, b) => a + b) ?? X.rows);
}

const rowsOf = ({ X, weights }: Table): string[] =>
  Array.from(
    { length: X.rows },
    (_, i) => `${X.data.subarray(i * X.cols, (i + 1) * X.cols).join()} × ${weights?.[i]}`,
  ).sort();

describe("imputedTable", () => {
  const { whole, gappy } = made();
  const filled = imputed(gappy);

  it("returns a table without gaps as it is", () => {
    expect(imputed(whole)).toBe(whole);
  });

  it("counts every row equally, all as the complete ones that tell as much, and keeps those that have all values", () => {
    expect(rowsUsed(filled)).toBe(n);
    expect(sampleSize(filled)).toBeCloseTo(evidenceRows(gappy.X), 2);
    expect(filled.X.data.some(Number.isNaN)).toBe(false);
    const complete = rowsOf(gappy).filter((row) => !row.includes("NaN"));
    const kept = new Set(rowsOf(filled));
    expect(
      complete.every((row) => kept.has(row.replace("undefined", `${Math.max(...filled.weights!)}`))),
    ).toBe(true);
  });

  it("has the means that no gap would have had, where complete rows are far off", () => {
    // Standard errors of the means are 0.07 and 0.015 without gaps; the limits are about twice three of these.
    const y = (row: Float64Array) => row[2];
    expect(Math.abs(weightedMean(filled, y) - weightedMean(whole, y))).toBeLessThan(0.4);
    const complete = Array.from({ length: n }, (_, i) => gappy.X.data.subarray(3 * i, 3 * i + 3)).filter(
      (row) => !row.some(Number.isNaN),
    );
    expect(complete.reduce((sum, row) => sum + row[2], 0) / complete.length).toBeLessThan(-0.8);
    for (const label of [0, 1, 2]) {
      const share = (row: Float64Array) => (row[0] === label ? 1 : 0);
      expect(Math.abs(weightedMean(filled, share) - weightedMean(whole, share))).toBeLessThan(0.1);
    }
  });

  it("keeps how columns go together: the covariance of x and y is 2", () => {
    const means = [1, 2].map((j) => weightedMean(filled, (row) => row[j]));
    const covariance = weightedMean(filled, (row) => (row[1] - means[0]) * (row[2] - means[1]));
    expect(Math.abs(covariance - 2)).toBeLessThan(0.4);
  });

  it("fills with values that the column has", () => {
    const known = new Set(Array.from({ length: n }, (_, i) => gappy.X.data[3 * i + 2]));
    expect(
      Array.from({ length: filled.X.rows }, (_, i) => filled.X.data[3 * i + 2]).every((y) => known.has(y)),
    ).toBe(true);
  });

  it("gives the same rows whatever the order of rows and columns", () => {
    const backwards = matrix(n, 3);
    for (let i = 0; i < n; i++) backwards.data.set(gappy.X.data.subarray(3 * i, 3 * i + 3), 3 * (n - 1 - i));
    expect(rowsOf(imputed({ ...gappy, X: backwards }))).toEqual(rowsOf(filled));
    const turned = imputed(withColumns(gappy, [2, 0, 1]));
    expect(rowsOf(withColumns(turned, [1, 2, 0]))).toEqual(rowsOf(filled));
  });

  it("refuses a column of hardly any values", () => {
    const X = matrix(20, 2);
    for (let i = 0; i < 20; i++) X.data.set([i, i < 5 ? i * i : Number.NaN], 2 * i);
    expect(() => imputed(createTable(["a", "b"], X))).toThrow(
      'impute: column "b" must have at least 10 values to impute the missing ones from, got 5',
    );
  });
});
