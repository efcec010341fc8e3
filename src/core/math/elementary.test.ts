import betainc from "@stdlib/math-base-special-betainc";
import cos from "@stdlib/math-base-special-cos";
import exp from "@stdlib/math-base-special-exp";
import gammaln from "@stdlib/math-base-special-gammaln";
import ln from "@stdlib/math-base-special-ln";
import log1p from "@stdlib/math-base-special-log1p";
import sinh from "@stdlib/math-base-special-sinh";
import tanh from "@stdlib/math-base-special-tanh";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elementaryBits } from "../../../test/engine-bits.ts";
import {
  cosine,
  exponential,
  hyperbolicSine,
  hyperbolicTangent,
  incompleteBeta,
  inverseHyperbolicTangent,
  logarithm,
  logarithm1p,
  logGamma,
} from "./elementary.ts";
import { createRng } from "./rng.ts";

describe("logarithm", () => {
  it("equals @stdlib's, another implementation of the same method, to the last bit", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true }), (x) => {
        expect(logarithm(x)).toBe(ln(x));
      }),
      { seed: 1, numRuns: 20_000 },
    );
    const rng = createRng(1);
    for (let i = 0; i < 200_000; i++) {
      const near = 1 + (rng.uniform() - 0.5) * 2 ** -(i % 50);
      const far = rng.uniform() * 2 ** ((i % 2000) - 1000);
      if (logarithm(near) !== ln(near)) expect([near, logarithm(near)]).toEqual([near, ln(near)]);
      if (logarithm(far) !== ln(far)) expect([far, logarithm(far)]).toEqual([far, ln(far)]);
    }
  });

  it("is k log 2 for a power of two, and correct at the extremes", () => {
    for (let k = -1074; k <= 1023; k++)
      expect(Math.abs(logarithm(2 ** k) - k * Math.LN2)).toBeLessThanOrEqual(Math.abs(k) * 2e-16);
    expect(logarithm(1)).toBe(0);
    expect(logarithm(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(logarithm(-0)).toBe(Number.NEGATIVE_INFINITY);
    expect(logarithm(-1)).toBeNaN();
    expect(logarithm(Number.NEGATIVE_INFINITY)).toBeNaN();
    expect(logarithm(Number.NaN)).toBeNaN();
    expect(logarithm(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("the elementary functions", () => {
  // An engine with other bits would break every digest; browser.test.ts checks Chromium.
  it("have the same bits everywhere", () => {
    expect(elementaryBits()).toBe(1469409610);
  });

  it("equal those of @stdlib, from which they are bundled, to the last bit", () => {
    const rng = createRng(5);
    for (let i = 0; i < 20_000; i++) {
      const x = rng.normal() * 2 ** ((i % 20) - 10);
      const [share, a] = [rng.uniform(), Math.abs(x)];
      for (const [bundled, original] of [
        [exponential(x), exp(x)],
        [logarithm1p(x), log1p(x)],
        [cosine(x), cos(x)],
        [hyperbolicSine(x), sinh(x)],
        [hyperbolicTangent(x), tanh(x)],
        [logGamma(x), gammaln(x)],
        [incompleteBeta(share, a, 0.5), betainc(share, a, 0.5)],
      ])
        expect(bundled).toBe(original);
    }
  });

  it("agree with the engine's to a few units in the last place", () => {
    const rng = createRng(3);
    for (let i = 0; i < 2000; i++) {
      const u = rng.uniform();
      for (const [own, engine] of [
        [logarithm(u), Math.log(u)],
        [exponential(u), Math.exp(u)],
        [logarithm1p(u), Math.log1p(u)],
        [hyperbolicSine(u), Math.sinh(u)],
        [hyperbolicTangent(u), Math.tanh(u)],
        [inverseHyperbolicTangent(-u), Math.atanh(-u)],
      ])
        expect(Math.abs(own - engine)).toBeLessThanOrEqual(1e-15 * Math.abs(engine));
      expect(Math.abs(cosine(u) - Math.cos(u))).toBeLessThan(3e-16);
    }
  });
});
