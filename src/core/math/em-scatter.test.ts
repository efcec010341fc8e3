import { describe, expect, it } from "vitest";
import { emCases, goldenRows } from "../../../test/golden/em.ts";
import { randomTable } from "../../../test/problems.ts";
import { type EmOptions, type EmScatter, emScatter, gapPatterns } from "./em-scatter.ts";
import { type Matrix, matrix, matrixFromRows } from "./matrix.ts";
import { createRng } from "./rng.ts";
import { scatterOf } from "./scatter.ts";

function estimated(X: Matrix, options?: EmOptions): EmScatter & { steps: number[] } {
  const running = emScatter(X, gapPatterns(X), options);
  const steps: number[] = [];
  for (;;) {
    const { value, done } = running.next();
    if (done) return { ...value, steps };
    steps.push(value);
  }
}

function withGaps({ rows, cols, data }: Matrix, share: number, seed: string): Matrix {
  const rng = createRng(seed);
  return matrix(
    rows,
    cols,
    data.map((x) => (rng.uniform() < share ? Number.NaN : x)),
  );
}

describe("emScatter", () => {
  for (const each of emCases) {
    const { n, d, share, gaps } = each;
    it(`agrees with lavaan: ${n} rows of ${d}, ${share} missing by ${gaps}`, () => {
      const { scatter, converged } = estimated(goldenRows(each));
      expect([scatter.n, converged]).toEqual([each.rows, true]);
      const deviation = each.covariance.map((row, j) => Math.sqrt(row[j]));
      each.mean.forEach((m, j) => {
        expect(Math.abs(scatter.mean[j] - m) / deviation[j]).toBeLessThan(1e-6);
      });
      each.covariance.flat().forEach((c, k) => {
        const unit = deviation[Math.floor(k / d)] * deviation[k % d];
        expect(Math.abs(scatter.S.data[k] / scatter.n - c) / unit).toBeLessThan(1e-6);
      });
    });
  }

  it("is the scatter of the rows if nothing is missing, bit for bit", () => {
    const { X } = randomTable(createRng("em"), 5, 80);
    expect(estimated(X)).toMatchObject({ scatter: scatterOf(X), iterations: 0, converged: true });
  });

  it("has the closed form if only one column has missing values: its regression on the other", () => {
    const rng = createRng("monotone");
    const rows = Array.from({ length: 50 }, (_, i) => {
      const a = rng.normal();
      return [a, i < 30 ? 2 + 3 * a + rng.normal() : Number.NaN];
    });
    const complete = scatterOf(matrixFromRows(rows.slice(0, 30)));
    const first = scatterOf(matrixFromRows(rows.map(([a]) => [a])));
    const slope = complete.S.data[1] / complete.S.data[0];
    const { mean, S } = estimated(matrixFromRows(rows)).scatter;
    const left = (complete.S.data[3] - slope * complete.S.data[1]) / 30;
    expect(mean[0]).toBeCloseTo(first.mean[0], 9);
    expect(mean[1]).toBeCloseTo(complete.mean[1] + slope * (first.mean[0] - complete.mean[0]), 8);
    expect(S.data[1] / 50).toBeCloseTo((slope * first.S.data[0]) / 50, 7);
    expect(S.data[3] / 50).toBeCloseTo(left + (slope * slope * first.S.data[0]) / 50, 7);
  });

  it("does not depend on units, offsets, or the order of rows", () => {
    const { X } = randomTable(createRng("units"), 4, 120);
    const gaps = withGaps(X, 0.3, "units");
    const one = estimated(gaps).scatter;
    const factors = [1e-6, 1, 1e5, 3];
    const scaled = gaps.data.map((x, k) => 1e3 + factors[k % 4] * x);
    const order = createRng("order").permutation(120);
    const other = estimated(
      matrix(
        120,
        4,
        scaled.map((_, k) => scaled[4 * order[Math.floor(k / 4)] + (k % 4)]),
      ),
    ).scatter;
    one.S.data.forEach((s, k) => {
      const unit = Math.sqrt(one.S.data[5 * (k % 4)] * one.S.data[5 * Math.floor(k / 4)]);
      const back = other.S.data[k] / (factors[k % 4] * factors[Math.floor(k / 4)]);
      expect(Math.abs(back - s) / unit).toBeLessThan(1e-7);
    });
  });

  it("omits rows without any value, reports progress, and reports if it ended too early", () => {
    const { X } = randomTable(createRng("limit"), 4, 100);
    const gaps = withGaps(X, 0.4, "limit");
    gaps.data.fill(Number.NaN, 40, 48);
    const empty = Array.from({ length: 100 }, (_, i) =>
      gaps.data.subarray(4 * i, 4 * i + 4).every(Number.isNaN),
    );
    const whole = estimated(gaps);
    expect(whole.scatter.n).toBe(100 - empty.filter(Boolean).length);
    expect(whole.steps).toEqual(whole.steps.toSorted((a, b) => a - b));
    expect(whole.steps.length).toBe(whole.iterations);
    const short = estimated(gaps, { maxIterations: 5 });
    expect(short).toMatchObject({ iterations: 5, converged: false });
    expect(short.change).toBeGreaterThan(1e-10);
  });
});
