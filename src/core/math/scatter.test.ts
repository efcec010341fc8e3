import { describe, expect, it } from "vitest";
import { matrix } from "./matrix.ts";
import { createRng } from "./rng.ts";
import { scatterOf, unitDiagonal } from "./scatter.ts";

// A slow reference: the definition, row by row.
function twin(data: Float64Array, n: number, d: number) {
  const mean = new Float64Array(d);
  for (let i = 0; i < n; i++) for (let j = 0; j < d; j++) mean[j] += data[i * d + j] / n;
  const S = new Float64Array(d * d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d; j++) {
      for (let k = 0; k < d; k++) S[j * d + k] += (data[i * d + j] - mean[j]) * (data[i * d + k] - mean[k]);
    }
  }
  return { mean, S };
}

describe("scatterOf", () => {
  // Rows around multiples of four and of a block, odd and even columns: the edges of the kernel's loops.
  for (const [n, d] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 4],
    [7, 5],
    [1365, 12],
    [1366, 12],
    [4097, 4],
    [9, 33],
  ]) {
    it(`equals the definition for ${n} rows of ${d}`, () => {
      const rng = createRng(`scatter/${n}/${d}`);
      const data = Float64Array.from({ length: n * d }, () => 3 + rng.normal());
      const ours = scatterOf(matrix(n, d, data));
      const { mean, S } = twin(data, n, d);
      expect(ours.n).toBe(n);
      ours.mean.forEach((x, j) => {
        expect(Math.abs(x - mean[j])).toBeLessThan(1e-12 * n);
      });
      ours.S.data.forEach((x, k) => {
        expect(Math.abs(x - S[k])).toBeLessThan(1e-12 * n);
      });
    });
  }

  it("is exactly symmetric, and leaves the data unchanged", () => {
    const rng = createRng("scatter/symmetric");
    const data = Float64Array.from({ length: 50 * 7 }, () => rng.normal());
    const before = new Float64Array(data);
    const { S } = scatterOf(matrix(50, 7, data));
    expect(data).toEqual(before);
    for (let i = 0; i < 7; i++) for (let j = 0; j < 7; j++) expect(S.data[i * 7 + j]).toBe(S.data[j * 7 + i]);
  });

  it("loses no precision to a large mean: the result is exact for integers far from zero", () => {
    const data = Float64Array.of(1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4);
    expect(scatterOf(matrix(4, 1, data)).S.data[0]).toBe(5);
  });
});

describe("unitDiagonal", () => {
  it("divides by the roots of the diagonal and returns it", () => {
    const { S } = scatterOf(matrix(20, 3, Float64Array.from({ length: 60 }, createRng("unit").normal)));
    const { R, scale } = unitDiagonal(S);
    for (let i = 0; i < 3; i++) {
      expect(R.data[i * 3 + i]).toBe(1);
      expect(scale[i]).toBe(S.data[i * 3 + i]);
      for (let j = 0; j < 3; j++) {
        expect(R.data[i * 3 + j] * Math.sqrt(scale[i] * scale[j])).toBeCloseTo(S.data[i * 3 + j], 9);
        expect(R.data[i * 3 + j]).toBe(R.data[j * 3 + i]);
      }
    }
  });
});
