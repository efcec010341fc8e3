import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { numpyLegacy, numpyRound1 } from "./numpy-legacy.ts";

interface Case {
  readonly seed: number;
  readonly uint32: number[];
  readonly rand: number[];
  readonly uniform: number[];
  readonly randn: number[];
  readonly permutation: number[];
  readonly integers: number[];
  readonly normalFromCache: number;
  readonly skip: number;
  readonly afterSkip: number[];
}

const golden = JSON.parse(
  readFileSync(new URL("../../../test/golden/numpy-legacy.json", import.meta.url), "utf8"),
) as { numpy: string; bounds: number[]; cases: Case[]; round1: { x: number[]; rounded: number[] } };

// The C library's logarithm and the engine's differ by at most one unit in the last place.
const closeTo = (ours: number, theirs: number): boolean =>
  Math.abs(ours - theirs) <= 4e-16 * Math.abs(theirs);

describe("numpyLegacy", () => {
  for (const one of golden.cases) {
    it(`draws the stream of NumPy ${golden.numpy} for seed ${one.seed}`, () => {
      const random = numpyLegacy(one.seed);
      expect(one.uint32.map(() => random.uint32())).toEqual(one.uint32);
      expect([...random.rand(4)]).toEqual(one.rand);
      expect([...random.uniform(0.5, 2, 4)]).toEqual(one.uniform);
      const normals = random.randn(7);
      one.randn.forEach((z, i) => {
        expect(closeTo(normals[i]!, z), `normal ${i}: ${normals[i]} and ${z}`).toBe(true);
      });
      expect(random.permutation(12)).toEqual(one.permutation);
      expect(golden.bounds.map((bound) => random.integer(bound))).toEqual(one.integers);
      expect(closeTo(random.normal(), one.normalFromCache)).toBe(true);
      random.rand(one.skip);
      for (const z of one.afterSkip) expect(closeTo(random.normal(), z)).toBe(true);
    });
  }

  it("refuses the seeds that NumPy refuses, and says which are allowed", () => {
    for (const seed of [-1, 1.5, 4294967296, Number.NaN]) {
      expect(() => numpyLegacy(seed)).toThrow(/must be a whole number from 0 to 4294967295, got/);
    }
  });

  it("refuses a bound that admits no integer", () => {
    expect(() => numpyLegacy(1).integer(0)).toThrow(/from 1 to 4294967296, got 0/);
  });
});

describe("numpyRound1", () => {
  it("rounds to one decimal as NumPy does, halves to even", () => {
    expect(golden.round1.x.map(numpyRound1)).toEqual(golden.round1.rounded);
  });
});
