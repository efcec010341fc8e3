import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomKnowledge } from "../../../../../test/problems.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { type Matrix, matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { type MlpLossOptions, mlpLoss } from "./notears-mlp-loss.ts";

const options: MlpLossOptions = { lambda1: 0.02, lambda2: 0.05, hidden: 4, acyclicity: "exponential" };
const penalty = [3, 0.7] as const; // ρ, α

function data(seed: string, n: number, d: number): Matrix {
  const rng = createRng(seed);
  return matrix(
    n,
    d,
    Float64Array.from({ length: n * d }, () => rng.normal()),
  );
}

/** The networks, written out: ½/n ‖X − X̂‖². */
function squares(X: Matrix, x: Float64Array, m: number): number {
  const { rows: n, cols: d } = X;
  const edges = d * (d - 1) * m;
  let sum = 0;
  for (let r = 0; r < n; r++) {
    for (let j = 0; j < d; j++) {
      let value = x[2 * edges + 2 * d * m + j];
      for (let u = 0; u < m; u++) {
        let t = x[2 * edges + j * m + u];
        for (let i = 0; i < d; i++) {
          if (i === j) continue;
          const edge = (i * (d - 1) + (j < i ? j : j - 1)) * m + u;
          t += (x[edge] - x[edges + edge]) * X.data[r * d + i];
        }
        value += x[2 * edges + d * m + j * m + u] / (1 + Math.exp(-t));
      }
      sum += (value - X.data[r * d + j]) * (value - X.data[r * d + j]);
    }
  }
  return sum / (2 * n);
}

describe("mlpLoss", () => {
  it("has the gradient of differences, in every variable, for all knowledge and both constraints", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 2, max: 5 }),
        fc.boolean(),
        (seed, d, isPower) => {
          const rng = createRng(seed);
          const knowledge = randomKnowledge(rng, d);
          const loss = mlpLoss(data(`${seed}`, 12, d), {
            ...options,
            knowledge,
            acyclicity: isPower ? "polynomial" : "exponential",
          });
          const x = loss.start(rng);
          const [gradient, unused] = [new Float64Array(loss.size), new Float64Array(loss.size)];
          const value = loss.evaluate(x, gradient, ...penalty);
          const h = loss.constraint(x);
          expect(value).toBeCloseTo(loss.fit(x) + 0.7 * h + 1.5 * h * h, 10);
          gradient.forEach((slope, p) => {
            const around = [1e-5, -1e-5].map((move) => {
              const moved = x.slice();
              moved[p] += move;
              return loss.evaluate(moved, unused, ...penalty);
            });
            expect(Math.abs((around[0] - around[1]) / 2e-5 - slope)).toBeLessThan(
              1e-6 * (1 + Math.abs(slope)),
            );
          });
        },
      ),
      { seed: 1, numRuns: 15 },
    );
  });

  it("is that of the networks written out, in one block of rows or in many", () => {
    for (const [n, d, hidden] of [
      [9, 3, 4],
      [2500, 3, 10],
    ]) {
      const X = data("blocks", n, d);
      const loss = mlpLoss(X, { ...options, hidden, lambda1: 0, lambda2: 0 });
      const x = loss.start(createRng(1));
      expect(Math.abs(loss.fit(x) / squares(X, x, hidden) - 1)).toBeLessThan(1e-12);
    }
  });

  it("penalises no weights of required edges by their sizes, and has no variables for what is ruled out", () => {
    const knowledge = noKnowledge(3);
    knowledge.required[1] = 1; // 0 → 1, and so not 1 → 0
    knowledge.forbidden[2] = 1; // 0 → 2
    const X = data("known", 10, 3);
    const [free, dear] = [0, 5].map((lambda1) => mlpLoss(X, { ...options, lambda1, knowledge }));
    const edges = 4 * 4; // 0 → 1, 1 → 2, 2 → 0 and 2 → 1, of four units each
    expect(free.size).toBe(2 * edges + 3 * (4 + 4 + 1));
    expect(free.low.filter((low) => low === 0).length).toBe(2 * edges);
    const x = new Float64Array(free.size);
    x[0] = 2; // of 0 → 1
    expect(dear.fit(x)).toBe(free.fit(x));
    x[4] = 2; // of 1 → 2
    expect(dear.fit(x) - free.fit(x)).toBeCloseTo(10, 10);
    expect([...free.weights(x)]).toEqual([0, 2, 0, 0, 0, 2, 0, 0, 0]);
  });

  it("stays finite where hidden units are far out", () => {
    const loss = mlpLoss(data("far", 10, 3), options);
    const x = loss.start(createRng(1));
    const biases = 2 * 3 * 2 * 4; // after W⁺ and W⁻ of six edges
    for (let k = 0; k < 12; k++) x[biases + k] = (k % 2 === 0 ? 1 : -1) * 1e4;
    const gradient = new Float64Array(loss.size);
    expect(Number.isFinite(loss.evaluate(x, gradient, ...penalty))).toBe(true);
    expect(gradient.every(Number.isFinite)).toBe(true);
    expect(gradient[biases]).toBe(0);
  });
});
