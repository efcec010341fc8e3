import { describe, expect, it } from "vitest";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { unitNames, unmixedWeights } from "./ica-weights.ts";

/** Sources with variance 1 from columns in units `unit`, rows shuffled and signs drawn. */
function unmixing(B: readonly number[][], sigma: readonly number[], unit: readonly number[], seed: number) {
  const d = B.length;
  const rng = createRng(seed);
  const W = matrix(d, d);
  rng.permutation(d).forEach((j, source) => {
    const sign = rng.uniform() < 0.5 ? -1 : 1;
    for (let i = 0; i < d; i++) {
      W.data[source * d + i] = (sign * ((i === j ? 1 : 0) - B[i][j])) / sigma[j] / unit[i];
    }
  });
  return W;
}

describe("unmixedWeights", () => {
  // A chain with a shortcut: 0 → 1 → 2, 0 → 2.
  const B = [
    [0, 0.8, -0.4],
    [0, 0, 1.5],
    [0, 0, 0],
  ];
  const sigma = [1, 0.5, 2];

  it("are the weights, whatever the order, the sign and the scale of the rows", () => {
    for (let seed = 0; seed < 20; seed++) {
      const [{ data }, ...others] = unmixedWeights(unmixing(B, sigma, [1, 1, 1], seed), "columns");
      expect(others).toEqual([]);
      data.forEach((b, k) => {
        expect(b).toBeCloseTo(B.flat()[k], 12);
      });
    }
  });

  it("in units of the residuals do not depend on the columns' units, and none is above 1", () => {
    // The columns of I − B over σ, each divided by its norm.
    const column = (i: number) => sigma.map((s, j) => ((i === j ? 1 : 0) - B[i][j]) / s);
    for (const unit of [
      [1, 1, 1],
      [1000, 1, 1e-3],
      [1e-6, 40, 7],
    ]) {
      const [{ data }, ...others] = unmixedWeights(unmixing(B, sigma, unit, 3), "residuals");
      expect(others).toEqual([]);
      data.forEach((t, k) => {
        const [i, j] = [Math.floor(k / 3), k % 3];
        const expected = i === j ? 0 : column(i)[j] / Math.hypot(...column(i));
        expect(Math.abs(t)).toBeCloseTo(Math.abs(expected), 12);
        expect(Math.abs(t)).toBeLessThan(1);
      });
    }
  });

  it("in units of the noises do not depend on the columns' units", () => {
    for (const unit of [
      [1, 1, 1],
      [1000, 1, 1e-3],
      [1e-6, 40, 7],
    ]) {
      const [{ data }] = unmixedWeights(unmixing(B, sigma, unit, 3), "noise");
      data.forEach((b, k) => {
        const [i, j] = [Math.floor(k / 3), k % 3];
        expect(Math.abs(b)).toBeCloseTo(Math.abs((B[i][j] * sigma[i]) / sigma[j]), 12);
      });
    }
  });

  it("are two where the product of the diagonal and the sum of its inverses disagree", () => {
    const W = matrix(2, 2, Float64Array.of(0.1, 2, 1, 9)); // 0.1 · 9 < 2 · 1, and 1/0.1 + 1/9 > 1/2 + 1
    expect(unmixedWeights(W, "noise").length).toBe(1);
    const V = matrix(2, 2, Float64Array.of(0.5, 2, 2, 10)); // 0.5 · 10 > 2 · 2, but 1/0.5 + 1/10 > 1/2 + 1/2
    const [product, sum] = unmixedWeights(V, "noise");
    expect([...product.data]).toEqual([0, -2 / 0.5, -2 / 10, 0]);
    expect([...sum.data]).toEqual([0, -0.5 / 2, -10 / 2, 0]);
  });

  it("are finite where an entry is exactly 0", () => {
    const identity = matrix(2, 2, Float64Array.of(0, 1, 1, 0));
    for (const units of unitNames)
      expect([...unmixedWeights(identity, units)[0].data].map(Math.abs)).toEqual([0, 0, 0, 0]);
  });
});
