import { describe, expect, it } from "vitest";
import { emScatter } from "./em-scatter.ts";
import { gapInformation } from "./gap-information.ts";
import { type Matrix, matrix } from "./matrix.ts";
import { createRng } from "./rng.ts";
import { scatterOf } from "./scatter.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto } from "./solve.ts";

const d = 3;
const pairs = [0, 1, 2].flatMap((i) => [0, 1, 2].slice(0, i + 1).map((j) => [i, j] as const));

function gapped(rows: number): Matrix {
  const rng = createRng("information");
  const X = matrix(rows, d);
  for (let i = 0; i < rows; i++) {
    const a = rng.normal();
    const b = a + rng.normal();
    const row = [a, b, b - 0.5 * a + rng.normal()];
    // The others are missing more often where the first is high, which is never missing.
    for (let j = 0; j < d; j++)
      X.data[i * d + j] = j > 0 && rng.uniform() < (a > 0 ? 0.5 : 0.1) ? Number.NaN : row[j];
  }
  return X;
}

/** Of the values that are there, up to a constant; parameters: pairs of the covariances, then the means. */
function logLikelihood(X: Matrix, parameters: Float64Array): number {
  const S = matrix(d, d);
  pairs.forEach(([i, j], k) => {
    S.data[i * d + j] = S.data[j * d + i] = parameters[k];
  });
  let sum = 0;
  for (let i = 0; i < X.rows; i++) {
    const observed = [0, 1, 2].filter((j) => !Number.isNaN(X.data[i * d + j]));
    const { L } = choleskyOf(S, observed);
    const y = Float64Array.from(observed, (j) => X.data[i * d + j] - parameters[pairs.length + j]);
    forwardSolveInto(y, L);
    y.forEach((z, k) => {
      sum -= Math.log(L[k * observed.length + k]) + (z * z) / 2;
    });
  }
  return sum;
}

/** Minus its second derivatives, by differences. */
function slowInformation(X: Matrix, at: Float64Array): Matrix {
  const p = at.length;
  const h = 2e-4;
  const moved = (k: number, a: number, l: number, b: number): number => {
    const there = at.slice();
    there[k] += a * h;
    there[l] += b * h;
    return logLikelihood(X, there);
  };
  const H = matrix(p, p);
  for (let k = 0; k < p; k++)
    for (let l = 0; l < p; l++)
      H.data[k * p + l] =
        -(moved(k, 1, l, 1) - moved(k, 1, l, -1) - moved(k, -1, l, 1) + moved(k, -1, l, -1)) / (4 * h * h);
  return H;
}

function estimated(X: Matrix) {
  const running = emScatter(X);
  for (;;) {
    const { value, done } = running.next();
    if (done) return value.scatter;
  }
}

describe("gapInformation", () => {
  it("is minus the second derivative of the log-likelihood, of which variances come by the delta method", () => {
    const X = gapped(80);
    const { n, mean, S } = estimated(X);
    const at = Float64Array.of(...pairs.map(([i, j]) => S.data[i * d + j] / n), ...mean);
    const { L } = choleskyOf(
      slowInformation(X, at),
      [...at].map((_, k) => k),
    );
    const { variance } = gapInformation(X, { n, mean, S })!;
    for (const slopes of [
      [1, 0, 0, 0, 0, 0],
      [0, 1, 0, 0, 0, 0],
      [0, 0, 0, 0, 1, -2],
      [1, -1, 2, 3, 0.5, 1],
    ]) {
      const g = Float64Array.of(...slopes, 0, 0, 0);
      const x = g.slice();
      forwardSolveInto(x, L);
      backwardSolveInto(x, L);
      const wanted = x.reduce((sum, value, k) => sum + value * g[k], 0);
      const found = variance(pairs.map(([i, j], k) => ({ i, j, by: slopes[k] })));
      // Differences leave an error of some h², and rounding one of 1e-14 / h².
      expect(found / wanted).toBeCloseTo(1, 5);
    }
  });

  it("has the closed form of complete rows: a covariance has the variance (Σ_ii Σ_jj + Σ_ij²) / n", () => {
    const X = gapped(60);
    const whole = matrix(
      60,
      d,
      X.data.map((x, k) => (Number.isNaN(x) ? k % 7 : x)),
    );
    const { n, mean, S } = scatterOf(whole);
    const { variance } = gapInformation(whole, { n, mean, S })!;
    const of = (i: number, j: number) => S.data[i * d + j] / n;
    for (const [i, j] of pairs)
      expect(variance([{ i, j, by: 1 }]) / ((of(i, i) * of(j, j) + of(i, j) ** 2) / n)).toBeCloseTo(1, 9);
  });

  it("is null where columns determine each other", () => {
    const X = gapped(40);
    for (let i = 0; i < 40; i++) X.data[i * d + 2] = 2 * X.data[i * d + 1];
    expect(gapInformation(X, estimated(X))).toBeNull();
  });
});
