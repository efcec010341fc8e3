import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { topologicalOrder } from "../../graph/graph.ts";
import { type Matrix, matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { backwardSquares, triangularOrder } from "./triangular-order.ts";

const randomMatrix = (seed: number, d: number) => {
  const rng = createRng(seed);
  return matrix(
    d,
    d,
    Float64Array.from({ length: d * d }, (_, k) => (k % (d + 1) === 0 ? 0 : rng.normal())),
  );
};

function* permutations(rest: readonly number[]): Generator<number[]> {
  if (rest.length === 0) yield [];
  for (const first of rest) {
    for (const others of permutations(rest.filter((j) => j !== first))) yield [first, ...others];
  }
}

/** One entry after the other becomes 0, and is looked at each time. */
function oneByOne({ cols: d, data }: Matrix): number[] {
  const left = new Uint8Array(d * d).fill(1);
  const ascending = [...data.keys()].sort((a, b) => Math.abs(data[a]) - Math.abs(data[b]));
  ascending.forEach((k, count) => {
    if (count < (d * (d + 1)) / 2) left[k] = 0;
  });
  for (const k of ascending.slice((d * (d + 1)) / 2)) {
    const order = topologicalOrder({ d, edges: left });
    if (order !== null) return order;
    left[k] = 0;
  }
  return topologicalOrder({ d, edges: left })!;
}

describe("backwardSquares", () => {
  it("counts what points from later to earlier", () => {
    const B = matrix(3, 3, Float64Array.of(0, 2, 3, 0, 0, 5, 7, 0, 0));
    expect(backwardSquares(B, [0, 1, 2])).toBe(49);
    expect(backwardSquares(B, [2, 1, 0])).toBe(4 + 9 + 25);
  });
});

describe("triangularOrder", () => {
  it("points fewer squares backwards than any other order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 5 }), (seed, d) => {
        const B = randomMatrix(seed, d);
        const all = [...permutations([...Array(d).keys()])].map((order) => backwardSquares(B, order));
        expect(backwardSquares(B, triangularOrder(B, { exactVariables: 16 })!)).toBeCloseTo(
          Math.min(...all),
          12,
        );
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it("zeroes as many as zeroing one by one does", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 9 }), (seed, d) => {
        const B = randomMatrix(seed, d);
        expect(triangularOrder(B, { exactVariables: 0 })).toEqual(oneByOne(B));
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("finds the order of weights that have one, either way", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const rng = createRng(seed);
        const d = 12;
        const order = rng.permutation(d);
        const B = matrix(d, d);
        order.forEach((i, a) => {
          for (const j of order.slice(a + 1)) B.data[i * d + j] = 0.5 + rng.uniform();
        });
        for (let k = 0; k < d * d; k++) if (k % (d + 1) !== 0) B.data[k] += 0.1 * (rng.uniform() - 0.5);
        expect(triangularOrder(B, { exactVariables: 16 })).toEqual(order);
        expect(triangularOrder(B, { exactVariables: 0 })).toEqual(order);
      }),
      { seed: 1, numRuns: 10 },
    );
  });

  it("keeps to what comes before what, and knows when nothing can", () => {
    const before = Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 1, 0); // 2 before 0 and 1
    const circle = Uint8Array.of(0, 1, 0, 1, 0, 0, 0, 0, 0);
    for (const exactVariables of [0, 16]) {
      for (let seed = 0; seed < 30; seed++) {
        const B = randomMatrix(seed, 3);
        expect(triangularOrder(B, { before, exactVariables })![0]).toBe(2);
        expect(triangularOrder(B, { before: circle, exactVariables })).toBeNull();
      }
    }
  });
});
