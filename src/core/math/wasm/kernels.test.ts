import { describe, expect, it } from "vitest";
import { createRng } from "../rng.ts";
import { createKernels } from "./kernels.ts";

describe("createKernels", () => {
  it("gives zeroed memory, 16-byte aligned, that does not overlap", () => {
    const kernels = createKernels(4096);
    const a = kernels.allocate(5);
    const b = kernels.allocateFloats(3);
    const c = kernels.allocate(8);
    for (const address of [a, b, c]) expect(address % 16).toBe(0);
    expect(b - a).toBeGreaterThanOrEqual(5);
    expect(c - b).toBeGreaterThanOrEqual(24);
    expect([...kernels.floats(b, 3)]).toEqual([0, 0, 0]);
    kernels.floats(b, 3).set([1, 2, 3]);
    expect([...kernels.floats(b, 3)]).toEqual([1, 2, 3]);
    expect([...kernels.words(c, 2)]).toEqual([0, 0]);
    expect(a).toBeGreaterThanOrEqual(kernels.call.firstFree());
  });

  it("keeps instances apart", () => {
    const [one, two] = [createKernels(64), createKernels(64)];
    const at = one.allocateFloats(1);
    one.floats(at, 1)[0] = 5;
    expect(two.floats(two.allocateFloats(1), 1)[0]).toBe(0);
  });

  it("refuses more than a memory can hold, and to allocate more than was requested", () => {
    expect(() => createKernels(2 ** 33)).toThrow(
      /kernels: at most \d+ bytes of linear memory, got 8589934592/,
    );
    expect(() => createKernels(Number.NaN)).toThrow("got NaN");
    expect(() => createKernels(0).allocate(200_000)).toThrow(
      "kernels: out of the 0 bytes that were asked for",
    );
  });
});

describe("lowerOverSubsets", () => {
  it("gives every set the minimum value over its subsets", () => {
    for (const bits of [0, 1, 2, 5, 13, 16]) {
      const rng = createRng(`lower/${bits}`);
      const size = 2 ** bits;
      const kernels = createKernels(8 * size + 64);
      const at = kernels.allocateFloats(size);
      const values = Float64Array.from({ length: size }, () =>
        rng.uniform() < 0.1 ? Number.POSITIVE_INFINITY : rng.normal(),
      );
      kernels.floats(at, size).set(values);
      kernels.call.lowerOverSubsets(at, bits);
      const ours = kernels.floats(at, size);
      for (let S = 0; S < size; S += bits > 10 ? 97 : 1) {
        let least = values[0];
        for (let T = S; T > 0; T = (T - 1) & S) least = Math.min(least, values[T]);
        expect(ours[S]).toBe(least);
      }
    }
  });
});

describe("bestOrderCosts", () => {
  it("gives every set of variables the cost of its best order", () => {
    const d = 5;
    const half = 2 ** (d - 1);
    const rng = createRng("orders");
    const kernels = createKernels(8 * (d * half + 2 ** d) + 256);
    const table = kernels.allocateFloats(d * half);
    const costs = kernels.allocateFloats(2 ** d);
    const values = Float64Array.from({ length: d * half }, () => rng.normal());
    kernels.floats(table, d * half).set(values);
    kernels.floats(costs, 2 ** d).fill(Number.POSITIVE_INFINITY, 1);
    kernels.call.bestOrderCosts(costs, table, d, 1, 9);
    kernels.call.bestOrderCosts(costs, table, d, 9, 2 ** d); // in two parts, as the program does
    // The reference: all orders of the members, each variable at its cost given those before it.
    const cost = (j: number, before: number) =>
      values[j * half + ((before & ((1 << j) - 1)) | ((before >> (j + 1)) << j))];
    const best = (S: number): number => {
      if (S === 0) return 0;
      let least = Number.POSITIVE_INFINITY;
      for (let j = 0; j < d; j++) {
        if ((S >> j) & 1) least = Math.min(least, best(S & ~(1 << j)) + cost(j, S & ~(1 << j)));
      }
      return least;
    };
    for (let S = 1; S < 2 ** d; S++) expect(kernels.floats(costs, 2 ** d)[S]).toBeCloseTo(best(S), 12);
  });
});
