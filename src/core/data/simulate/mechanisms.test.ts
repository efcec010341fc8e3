import { describe, expect, it } from "vitest";
import { type Matrix, matrix, matrixFromRows } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { type MechanismName, type MechanismOptions, mechanisms, quadraticTerms } from "./mechanisms.ts";

const effect = (name: MechanismName, parents: Matrix, seed: number, options: MechanismOptions = {}) =>
  mechanisms[name].create(options, parents.rows)(parents, createRng(seed));
const sigmoid = (a: number): number => 1 / (1 + Math.exp(-a));

describe("linear", () => {
  it("is the sum of the parents times the weights it reports", () => {
    const parents = matrixFromRows([
      [1, 0, 0],
      [0, 1, 0],
      [2, -1, 3],
    ]);
    const { values, weights } = effect("linear", parents, 1);
    const [a, b, c] = weights!;
    expect([...values.slice(0, 2)]).toEqual([a, b]);
    expect(values[2]).toBeCloseTo(2 * a! - b! + 3 * c!, 12);
  });

  it("draws weights of both signs over the whole range and nowhere else", () => {
    const weights = effect("linear", matrix(1, 4000), 2).weights!;
    const sizes = weights.map(Math.abs);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.5);
    expect(Math.min(...sizes)).toBeLessThan(0.51);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2);
    expect(Math.max(...sizes)).toBeGreaterThan(1.99);
    const negative = weights.filter((w) => w < 0).length;
    expect(Math.abs(negative - 2000)).toBeLessThan(4 * Math.sqrt(1000)); // four standard errors of 4000 coins
  });

  it("obeys weightLow and weightHigh", () => {
    expect(
      effect("linear", matrix(1, 50), 3, { weightLow: 3, weightHigh: 3 }).weights!.every(
        (w) => Math.abs(w) === 3,
      ),
    ).toBe(true);
  });
});

describe("quadratic", () => {
  it("has the terms of degree one and two in the order of scikit-learn's PolynomialFeatures", () => {
    expect(quadraticTerms(3)).toEqual([[0], [1], [2], [0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]);
    expect(quadraticTerms(0)).toEqual([]);
  });

  it("is a polynomial of degree two whose coefficients are 0 or ±[0.5, 1.5], with every parent in it", () => {
    let kept = 0;
    let possible = 0;
    for (let seed = 0; seed < 300; seed++) {
      const coefficients = coefficientsOfThree(seed);
      const terms = quadraticTerms(3);
      const used = terms.filter((_, k) => Math.abs(coefficients[k]!) > 1e-9);
      expect(new Set(used.flat()).size).toBe(3);
      for (const c of coefficients) {
        const size = Math.abs(c);
        expect(size < 1e-9 || (size > 0.5 - 1e-9 && size < 1.5 + 1e-9)).toBe(true);
      }
      kept += used.length;
      possible += terms.length;
    }
    // Half of the terms; a little more, as draws that lose a parent (one in six) are drawn again.
    expect(kept / possible).toBeGreaterThan(0.5);
    expect(kept / possible).toBeLessThan(0.58);
  });

  it("keeps a term of a single parent, whatever the seed", () => {
    const parent = matrixFromRows([[1], [2], [-1]]);
    for (let seed = 0; seed < 100; seed++) {
      expect(effect("quadratic", parent, seed).values.some((x) => x !== 0)).toBe(true);
    }
  });
});

describe("gp and gp-additive", () => {
  // The corners of a square: a sum of functions of one input each has no interaction there.
  const square = matrixFromRows([
    [0, 0],
    [0, 1.5],
    [1.5, 0],
    [1.5, 1.5],
  ]);
  const interaction = ([a, b, c, d]: ArrayLike<number> & Iterable<number>): number => a! - b! - c! + d!;

  it("gp-additive has no interaction between parents, gp has", () => {
    for (let seed = 0; seed < 10; seed++) {
      // The factor stops at 1e-10 of the variance: deviations up to about 1e-5.
      expect(Math.abs(interaction(effect("gp-additive", square, seed).values))).toBeLessThan(1e-4);
      expect(Math.abs(interaction(effect("gp", square, seed).values))).toBeGreaterThan(1e-3);
    }
  });

  it("gp has variance 1 whatever the parents, gp-additive 1 for each", () => {
    const three = matrixFromRows([[0.3, -1, 2]]);
    const draws = 5000;
    const meanSquare = (name: MechanismName): number => {
      let sum = 0;
      for (let seed = 0; seed < draws; seed++) sum += effect(name, three, seed).values[0]! ** 2;
      return sum / draws;
    };
    const error = 5 * Math.sqrt(2 / draws); // the square of a unit normal has variance 2
    expect(Math.abs(meanSquare("gp") - 1)).toBeLessThan(error);
    expect(Math.abs(meanSquare("gp-additive") / 3 - 1)).toBeLessThan(error);
  });

  it("a large bandwidth makes the function nearly constant", () => {
    const { values } = effect("gp", square, 1, { bandwidth: 1000 });
    expect(Math.max(...values) - Math.min(...values)).toBeLessThan(0.02);
  });

  it("gp refuses more than 5000 samples before anything is drawn; gp-additive does not", () => {
    expect(() => mechanisms.gp.create({}, 20_000)).toThrow(
      /over 20000 samples may need 3.2 GB and 1333 billion .*; take at most 5000, or the mechanism gp-additive/,
    );
    expect(() => mechanisms["gp-additive"].create({}, 20_000)).not.toThrow();
  });
});

describe("mlp", () => {
  it("is v σ(w x) with one hidden unit", () => {
    const x = [-1, 0, 0.4, 2];
    const { values } = effect("mlp", matrixFromRows(x.map((value) => [value])), 1, {
      hiddenUnits: 1,
      weightLow: 1.5,
      weightHigh: 1.5,
    });
    const v = values[1]! * 2; // σ(0) = ½
    expect(Math.abs(v)).toBe(1.5);
    const w = (values[3]! - values[0]!) * v > 0 ? 1.5 : -1.5;
    x.forEach((value, i) => {
      expect(values[i]).toBeCloseTo(v * sigmoid(w * value), 12);
    });
  });

  it("is odd around its value at 0, as units have no bias", () => {
    const { values } = effect(
      "mlp",
      matrixFromRows([
        [0, 0],
        [0.7, -1.2],
        [-0.7, 1.2],
      ]),
      2,
    );
    expect(values[1]! + values[2]!).toBeCloseTo(2 * values[0]!, 10);
    expect(Math.abs(values[1]! - values[2]!)).toBeGreaterThan(0.1);
  });
});

describe("a mechanism refuses", () => {
  const refusals: [MechanismName, MechanismOptions, RegExp][] = [
    ["linear", { weightLow: 0 }, /weights need 0 < weightLow ≤ weightHigh, got 0 and 2/],
    ["linear", { weightLow: 3 }, /got 3 and 2; give both/],
    ["quadratic", { weightHigh: Number.NaN }, /got 0.5 and NaN/],
    ["mlp", { hiddenUnits: 0.5 }, /hiddenUnits must be a whole number of at least 1, got 0.5/],
    ["mlp", { weightHigh: Infinity }, /got 0.5 and Infinity/],
    ["gp", { bandwidth: 0 }, /bandwidth must be above 0, got 0/],
    ["gp-additive", { bandwidth: Number.NaN }, /bandwidth must be above 0, got NaN/],
  ];
  for (const [name, options, sentence] of refusals) {
    it(`${name} with ${Object.keys(options).join()} ${Object.values(options).join()}`, () => {
      expect(() => mechanisms[name].create(options, 10)).toThrow(sentence);
    });
  }
});

/** The nine coefficients of a quadratic effect of three parents, read off its values at chosen points. */
function coefficientsOfThree(seed: number): number[] {
  const points: number[][] = [];
  for (let a = 0; a < 3; a++) for (const s of [1, -1]) points.push([0, 1, 2].map((b) => (b === a ? s : 0)));
  for (const pair of [[1, 1, 0], [1, 0, 1], [0, 1, 1]]) points.push(pair); // biome-ignore format: a table
  const f = effect("quadratic", matrixFromRows(points), seed).values;
  const linear = [0, 1, 2].map((a) => (f[2 * a]! - f[2 * a + 1]!) / 2);
  const square = [0, 1, 2].map((a) => (f[2 * a]! + f[2 * a + 1]!) / 2);
  const cross = [[0, 1], [0, 2], [1, 2]].map(([a, b], k) => f[6 + k]! - f[2 * a!]! - f[2 * b!]!); // biome-ignore format: a table
  return [...linear, square[0]!, cross[0]!, cross[1]!, square[1]!, cross[2]!, square[2]!];
}
