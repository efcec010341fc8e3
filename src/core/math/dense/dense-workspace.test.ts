import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transpose } from "../../../../test/problems.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { createRng } from "../rng.ts";
import { createKernels } from "../wasm/kernels.ts";
import { denseCholesky, product, rbfMatrix, solveCholesky, traceOfExponential } from "./dense.ts";
import { denseWorkspace, rowStep } from "./dense-workspace.ts";

describe("denseWorkspace", () => {
  it("factors and solves smaller matrices one after the other, with the bytes of the whole-matrix functions", () => {
    const space = denseWorkspace(40, { matrices: 3 });
    const [L, X, x] = [space.matrix(), space.matrix(), space.matrix()];
    for (const n of [40, 3, 17, 40, 1]) {
      const A = positiveDefinite(n);
      const B = randomMatrix(n, 6);
      space.write(L, A);
      expect(space.cholesky(L, n)).toBe(0);
      space.write(X, B);
      space.solveLower(X, L, n, 6);
      space.solveLowerTransposed(X, L, n, 6);
      const whole = denseCholesky(A);
      expect(space.read(X, n, 6)).toEqual(solveCholesky(whole, B));
      const b = space.numbers(x, n);
      b.set(B.data.subarray(0, n));
      space.solveLowerVector(x, L, n);
      space.solveTransposedVector(x, L, n);
      expect(b).toEqual(solveCholesky(whole, matrix(n, 1, B.data.slice(0, n))).data);
    }
  });

  it("reports which pivot failed, and continues with the next matrix", () => {
    const space = denseWorkspace(8, { matrices: 1 });
    const L = space.matrix();
    const A = positiveDefinite(8);
    A.data[5 * 8 + 5] = -1;
    space.write(L, A);
    expect(space.cholesky(L, 8)).toBe(6);
    space.write(L, positiveDefinite(8));
    expect(space.cholesky(L, 8)).toBe(0);
  });

  it("adds and subtracts products, whole or below the diagonal", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 30 }), (n, k) => {
        const space = denseWorkspace(30);
        const [a, b, c] = [space.matrix(), space.matrix(), space.matrix()];
        const [A, B, C] = [randomMatrix(n, k), randomMatrix(k, n), randomMatrix(n, n)];
        const AB = product(A, B);
        space.write(a, A);
        space.write(b, B);
        space.write(c, C);
        space.product(c, a, b, [n, n, k], { mode: "add" });
        expectClose(space.read(c, n, n), (at) => C.data[at] + AB.data[at]);
        space.write(b, transpose(B));
        space.product(c, a, b, [n, n, k], { mode: "subtract", transposeB: true });
        expectClose(space.read(c, n, n), (at) => C.data[at]);
        space.product(c, a, b, [n, n, k], { mode: "subtract", transposeB: true, lower: true });
        const isBelow = (at: number) => at % n <= Math.floor(at / n);
        expectClose(space.read(c, n, n), (at) => C.data[at] - (isBelow(at) ? AB.data[at] : 0));
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  it("leaves L unchanged if a downdate fails, and undoes an update", () => {
    const n = 13;
    const space = denseWorkspace(n, { matrices: 2 });
    const [L, x] = [space.matrix(), space.matrix()];
    const whole = denseCholesky(positiveDefinite(n));
    space.write(L, whole);
    const vector = space.numbers(x, n);
    vector.fill(1e3);
    expect(space.downdate(L, x, n)).toBe(false);
    expect(space.read(L, n, n)).toEqual(whole);
    vector.fill(1);
    space.update(L, x, n);
    vector.fill(1);
    expect(space.downdate(L, x, n)).toBe(true);
    expectClose(space.read(L, n, n), (at) => whole.data[at]);
  });

  it("writes kernel matrices and exponentials like the whole-matrix functions", () => {
    const space = denseWorkspace(20, { matrices: 2, exponential: true });
    const [K, features] = [space.matrix(), space.matrix()];
    const X = randomMatrix(19, 3);
    space.writeFeatures(features, X);
    space.rbfLower(K, features, 19, 3, 1.5);
    expect(space.read(K, 19, 19).data[1]).toBe(0); // above the diagonal
    space.mirror(K, 19);
    expect(space.read(K, 19, 19)).toEqual(rbfMatrix(X, 1.5));
    const A = randomMatrix(5, 5);
    space.write(features, A);
    expect(space.exponentialMinusIdentity(K, features, 5)).toBe(traceOfExponential(A).excess);
    expect(space.read(features, 5, 5)).toEqual(A);
  });

  it("has room for its kernels at every size", () => {
    for (let size = 0; size < 1400; size += size < 300 ? 1 : 37) {
      const space = denseWorkspace(size, { matrices: 1 });
      expect(space.matrix()).toBeGreaterThan(0);
    }
  });

  it("refuses invalid sizes, and more than a memory can hold", () => {
    expect(() => denseWorkspace(-1)).toThrow("dense: the size must be a whole number from 0, got -1");
    expect(() => denseWorkspace(Number.NaN)).toThrow("got NaN");
    expect(() => denseWorkspace(20_000)).toThrow(/dense: 4 matrices of 20000 rows need \d+ bytes/);
    expect(() => denseWorkspace(2).exponentialMinusIdentity(0, 0, 2)).toThrow("say { exponential: true }");
  });
});

describe("rowStep", () => {
  it("is even, at least the size, and neither a power of two nor a multiple of 64", () => {
    for (let size = 1; size < 3000; size++) {
      const step = rowStep(size);
      expect(step % 2 === 0 && step >= size && step <= size + 5).toBe(true);
      expect(Number.isInteger(Math.log2(step)) || step % 64 === 0).toBe(false);
    }
  });
});

describe("expInto", () => {
  const kernels = createKernels(8 * 4096);
  const [out, at] = [kernels.allocateFloats(2001), kernels.allocateFloats(2001)];
  const exponentials = (numbers: readonly number[]): Float64Array => {
    kernels.floats(at, numbers.length).set(numbers);
    kernels.call.expInto(out, at, numbers.length);
    return kernels.floats(out, numbers.length);
  };

  it("agrees with Math.exp to 1e-15 if the result is a normal number", () => {
    const rng = createRng("exp");
    for (const width of [1e-12, 1e-3, 0.35, 1, 20, 708]) {
      const numbers = Array.from({ length: 2001 }, () => width * (2 * rng.uniform() - 1));
      exponentials(numbers).forEach((y, k) => {
        const wanted = Math.exp(numbers[k]);
        if (!(Math.abs(y - wanted) <= 1e-15 * wanted))
          expect.fail(`exp(${numbers[k]}) = ${wanted}, got ${y}`);
      });
    }
  });

  it("underflows gradually, to the nearest subnormal number but one", () => {
    const numbers = Array.from({ length: 2001 }, (_, k) => -707 - k * 0.02);
    exponentials(numbers).forEach((y, k) => {
      const wanted = Math.exp(numbers[k]);
      const tolerance = Math.max(1e-15 * wanted, Number.MIN_VALUE);
      if (!(Math.abs(y - wanted) <= tolerance)) expect.fail(`exp(${numbers[k]}) = ${wanted}, got ${y}`);
    });
  });

  it("is exact at the extremes, and NaN stays NaN in either lane and with any payload", () => {
    const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
    const numbers = [0, -0, infinity, -infinity, 709.9, -800, 1e308, -1e308, nan, 0, 0, nan, nan];
    expect([...exponentials(numbers)]).toEqual([
      1,
      1,
      infinity,
      0,
      infinity,
      0,
      infinity,
      0,
      nan,
      1,
      1,
      nan,
      nan,
    ]);
    expect(exponentials([709.7])[0] / Math.exp(709.7)).toBeCloseTo(1, 14);
    const bits = new BigUint64Array(kernels.floats(at, 2).buffer, at, 2);
    bits.fill(0x7ff8_0000_0000_0abcn);
    kernels.call.expInto(out, at, 2);
    expect([...kernels.floats(out, 2)]).toEqual([nan, nan]);
  });
});

function randomMatrix(rows: number, cols: number): Matrix {
  const rng = createRng(`workspace/${rows}/${cols}`);
  return matrix(rows, cols, Float64Array.from({ length: rows * cols }, rng.normal));
}

function positiveDefinite(n: number): Matrix {
  const X = randomMatrix(n, n);
  const A = product(X, X, { transposeB: true });
  for (let i = 0; i < n; i++) A.data[i * n + i] += n;
  return A;
}

function expectClose(ours: Matrix, wanted: (at: number) => number): void {
  ours.data.forEach((x, at) => {
    if (!(Math.abs(x - wanted(at)) <= 1e-12)) expect.fail(`entry ${at}: ${x}, not ${wanted(at)}`);
  });
}
