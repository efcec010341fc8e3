import { describe, expect, it } from "vitest";
import { createRng } from "../rng.ts";
import { saddle } from "./saddle.ts";

describe("saddle", () => {
  it("solves the given system", () => {
    for (let k = 1; k <= 5; k++) {
      const { normal } = createRng(`saddle/${k}`);
      const size = 5;
      const system = saddle(size);
      for (let i = 0; i < k; i++) {
        for (let j = 0; j < k; j++) system.B[i * size + j] = normal();
        for (let j = 0; j <= i; j++) {
          system.A[i * size + j] = i === j ? 10 + i : normal();
          system.C[i * size + j] = i === j ? 10 : normal();
        }
      }
      const [A, B, C] = [system.A.slice(), system.B.slice(), system.C.slice()];
      const full = (S: Float64Array, i: number, j: number) => S[Math.max(i, j) * size + Math.min(i, j)];
      const right = Float64Array.from({ length: 2 * k }, normal);
      const x = right.slice();
      expect(system.factor(k)).toBe(true);
      system.solve(x, k);
      for (let i = 0; i < k; i++) {
        let [upper, lower] = [0, 0];
        for (let j = 0; j < k; j++) {
          upper += -full(A, i, j) * x[j] + B[j * size + i] * x[k + j];
          lower += B[i * size + j] * x[j] + full(C, i, j) * x[k + j];
        }
        expect(upper).toBeCloseTo(right[i], 10);
        expect(lower).toBeCloseTo(right[k + i], 10);
      }
    }
  });

  it("reports if a block is not positive definite", () => {
    const system = saddle(1);
    system.A[0] = -1;
    expect(system.factor(1)).toBe(false);
    system.A[0] = 1;
    system.C[0] = -5;
    system.B[0] = 1;
    expect(system.factor(1)).toBe(false);
  });
});
