import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { allowRelaxedSimd } from "../../../node/runs/machine.ts";
import { createRng } from "../rng.ts";
import { createNetworkKernels, type NetworkBuild, networkBuild, packedBytes } from "./network-kernels.ts";

allowRelaxedSimd();
const builds: NetworkBuild[] = networkBuild() === "relaxed" ? ["strict", "relaxed"] : ["strict"];

const shape = fc.record({
  rows: fc.integer({ min: 0, max: 21 }),
  N: fc.integer({ min: 1, max: 35 }),
  K: fc.integer({ min: 1, max: 40 }),
  bias: fc.boolean(),
  adds: fc.boolean(),
  relu: fc.boolean(),
  seed: fc.nat(),
});

/** Matrices in linear memory: A [rows, K], B [K, N], C and Y [rows, N] with rows padded to a multiple of eight. */
function problem(build: NetworkBuild, rows: number, N: number, K: number, seed: number) {
  const wide = 8 * Math.ceil(N / 8);
  const packed = packedBytes(K, N);
  const turned = packedBytes(N, K);
  const bytes =
    4 * (rows * K + 2 * K * N + 2 * rows * wide + wide) + 2 * packed + turned + 8 * rows * K + 4096;
  const kernels = createNetworkKernels(bytes, { build });
  const rng = createRng(seed);
  const filled = (count: number) => {
    const at = kernels.allocate(4 * count);
    const view = kernels.singles(at, count);
    for (let i = 0; i < count; i++) view[i] = rng.normal();
    return { at, view };
  };
  const A = filled(rows * K);
  const B = filled(K * N);
  const C = filled(rows * wide);
  const bias = filled(wide);
  const P = kernels.allocate(packed);
  const panels = kernels.singles(P, packed / 4);
  for (let k = 0; k < K; k++) for (let j = 0; j < N; j++) panels[packedPlace(k, j, K)] = B.view[k * N + j];
  return { kernels, wide, packed, turned, A, B, C, bias, P };
}

/** The index of entry (k, j) in a packed matrix of K rows. */
function packedPlace(k: number, j: number, K: number): number {
  return (Math.floor(j / 8) * K + k) * 8 + (j % 8);
}

/** Rounding of K products of normal numbers, generously. */
const margin = (K: number) => 2e-6 * (8 + K);

describe("networkBuild", () => {
  it("refuses a runtime without SIMD with a sentence", () => {
    const without = vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    expect(() => networkBuild()).toThrow(
      "kernels: this runtime has no WebAssembly SIMD; use Node 20.19 or later",
    );
    without.mockRestore();
  });

  it("is strict on request, and relaxed if the machine fuses", () => {
    expect(networkBuild({ strict: true })).toBe("strict");
    for (const build of builds) {
      const kernels = createNetworkKernels(64, { build });
      expect(Boolean(kernels.call.fusesMultiplyAdd(kernels.allocate(16)))).toBe(build === "relaxed");
    }
  });
});

for (const build of builds) {
  describe(`the ${build} kernels`, () => {
    it("multiply like three loops, for any shape, with bias, sum and ReLU", () => {
      fc.assert(
        fc.property(shape, ({ rows, N, K, bias: hasBias, adds, relu, seed }) => {
          const { kernels, wide, A, B, C, bias, P } = problem(build, rows, N, K, seed);
          const expected = Array.from({ length: rows * N }, (_, k) => {
            const [i, j] = [Math.floor(k / N), k % N];
            let x = (hasBias ? bias.view[j] : 0) + (adds ? C.view[i * wide + j] : 0);
            for (let l = 0; l < K; l++) x += A.view[i * K + l] * B.view[l * N + j];
            return relu ? Math.max(0, x) : x;
          });
          kernels.run("multiplyInto", {
            C: C.at,
            A: A.at,
            B: P,
            rows,
            N,
            K,
            stepA: 4 * K,
            stepC: 4 * wide,
            bias: hasBias ? bias.at : 0,
            start: adds ? C.at : 0,
            relu,
          });
          expected.forEach((x, k) => {
            expect(Math.abs(C.view[Math.floor(k / N) * wide + (k % N)] - x)).toBeLessThan(margin(K));
          });
        }),
        { seed: 1, numRuns: 150 },
      );
    });

    it("set or add the weight gradient AᵀY and the sums of Y, and leave zeros in the padding", () => {
      fc.assert(
        fc.property(shape, ({ rows, N, K, seed }) => {
          const { kernels, wide, packed, A, C } = problem(build, rows, N, K, seed);
          for (let i = 0; i < rows; i++) C.view.fill(0, i * wide + N, i * wide + wide);
          const G = kernels.allocate(packed);
          const sums = kernels.allocate(4 * wide);
          kernels.singles(G, packed / 4).fill(Number.NaN);
          kernels.singles(sums, wide).fill(Number.NaN);
          for (const times of [1, 2]) {
            const sizes = { rows, N, K, stepA: 4 * K, stepY: 4 * wide };
            kernels.run("gradientInto", { G, sums, A: A.at, Y: C.at, ...sizes, adds: times === 2 });
            const found = kernels.singles(G, packed / 4);
            for (let k = 0; k < K; k++) {
              for (let j = 0; j < N; j++) {
                let x = 0;
                for (let i = 0; i < rows; i++) x += A.view[i * K + k] * C.view[i * wide + j];
                expect(Math.abs(found[packedPlace(k, j, K)] - times * x)).toBeLessThan(2 * margin(rows));
              }
            }
          }
          for (let j = 0; j < wide; j++) {
            let x = 0;
            for (let i = 0; i < rows; i++) x += C.view[i * wide + j];
            expect(Math.abs(kernels.singles(sums, wide)[j] - 2 * x)).toBeLessThan(2 * margin(rows));
          }
          const panels = kernels.singles(G, packed / 4);
          for (let k = 0; k < K; k++) {
            for (let j = N; j < wide; j++) expect(panels[packedPlace(k, j, K)]).toBe(0);
          }
        }),
        { seed: 2, numRuns: 100 },
      );
    });

    it("transpose without losing a bit", () => {
      fc.assert(
        fc.property(shape, ({ N, K, seed }) => {
          const { kernels, turned, B, P } = problem(build, 1, N, K, seed);
          const T = kernels.allocate(turned);
          kernels.call.transposePackedInto(T, P, K, N);
          const transposed = kernels.singles(T, turned / 4);
          for (let k = 0; k < K; k++)
            for (let j = 0; j < N; j++) expect(transposed[packedPlace(j, k, N)]).toBe(B.view[k * N + j]);
        }),
        { seed: 3, numRuns: 60 },
      );
    });

    it("never hide a NaN, not even behind a ReLU", () => {
      const { kernels, wide, A, C, P } = problem(build, 5, 9, 7, 1);
      A.view[2 * 7 + 3] = Number.NaN;
      const sizes = { rows: 5, N: 9, K: 7, stepA: 28, stepC: 4 * wide };
      kernels.run("multiplyInto", { C: C.at, A: A.at, B: P, ...sizes, bias: 0, start: 0, relu: true });
      for (let j = 0; j < 9; j++) expect(C.view[2 * wide + j]).toBeNaN();
      expect(C.view[wide]).not.toBeNaN();
    });
  });
}

it("the strict kernels give the bytes of single-precision arithmetic in order", () => {
  const { kernels, A, B, C, P, wide } = problem("strict", 6, 11, 13, 7);
  const sizes = { rows: 6, N: 11, K: 13, stepA: 52, stepC: 4 * wide };
  kernels.run("multiplyInto", { C: C.at, A: A.at, B: P, ...sizes, bias: 0, start: 0, relu: false });
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 11; j++) {
      let x = Math.fround(A.view[i * 13] * B.view[j]);
      for (let l = 1; l < 13; l++) x = Math.fround(Math.fround(A.view[i * 13 + l] * B.view[l * 11 + j]) + x);
      expect(C.view[i * wide + j]).toBe(x);
    }
  }
});
