import { describe, expect, it } from "vitest";
import { noises } from "../data/simulate/noise.ts";
import { createNegentropy, gaussianity } from "./negentropy.ts";
import { createRng } from "./rng.ts";

/** The formula, computed directly. */
function slow(u: readonly number[]): number {
  const mean = (f: (x: number) => number) => u.reduce((sum, x) => sum + f(x), 0) / u.length;
  const spread = mean((x) => Math.log(Math.cosh(x))) - 0.37457;
  const skew = mean((x) => x * Math.exp((-x * x) / 2));
  return 79.047 * spread * spread + 7.4129 * skew * skew;
}

function standardised(x: Float64Array): Float64Array {
  const mean = x.reduce((a, b) => a + b, 0) / x.length;
  const variance = x.reduce((sum, v) => sum + (v - mean) * (v - mean), 0) / x.length;
  return x.map((v) => (v - mean) / Math.sqrt(variance));
}

describe("negentropy", () => {
  const negentropy = createNegentropy();

  it("equals the formula, for any sample size and any scale", () => {
    const rng = createRng(1);
    for (const n of [1, 7, 8, 511, 512, 513, 2000]) {
      const x = Float64Array.from({ length: n }, () => 3 * rng.normal());
      expect(negentropy(x, 0.4)).toBeCloseTo(slow([...x].map((v) => 0.4 * v)), 12);
    }
  });

  it("does not overflow where cosh would", () => {
    expect(negentropy(Float64Array.of(1000, -1000))).toBeCloseTo(
      79.047 * (1000 - Math.LN2 - 0.37457) * (1000 - Math.LN2 - 0.37457),
      3,
    );
  });

  it("of two values equals the closed form: the odd mean is 0", () => {
    const even = Math.log(Math.cosh(1)) - 0.37457;
    expect(negentropy(Float64Array.of(1, -1, 1, -1))).toBeCloseTo(79.047 * even * even, 14);
  });

  it("of Gaussian numbers is exponentially distributed, so gaussianity is a p-value", () => {
    const rng = createRng("gaussian");
    const [runs, n] = [1000, 300];
    const p = Array.from({ length: runs }, () =>
      gaussianity(negentropy(standardised(noises.gauss.sample(n, rng))), n),
    );
    // Three standard errors of a proportion of 1,000 are below 0.05.
    for (const level of [0.05, 0.2, 0.5, 0.8]) {
      expect(Math.abs(p.filter((x) => x <= level).length / runs - level)).toBeLessThan(0.05);
    }
  });

  it("distinguishes every other noise of the simulator from Gaussian with 2,000 numbers", () => {
    for (const name of ["power", "exponential", "gumbel", "uniform", "laplace"] as const) {
      const u = standardised(noises[name].sample(2000, createRng(name)));
      expect(gaussianity(negentropy(u), 2000)).toBeLessThan(1e-6);
    }
  });
});
