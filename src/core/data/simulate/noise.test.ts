import { describe, expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import { type NoiseName, noises, powerExponent, signedPower } from "./noise.ts";

const n = 200_000;

// Moments of order 3, 4, 6 and 8 of the law with mean 0 and variance 1, in closed form. The last two give the
// sampling error of the first two.
type Moments = readonly [third: number, fourth: number, sixth: number, eighth: number];
const moments: Record<Exclude<NoiseName, "power">, Moments> = {
  gauss: [0, 3, 15, 105],
  exponential: [2, 9, 265, 14833], // the number of permutations without a fixed point
  gumbel: gumbelMoments(),
  uniform: [0, 9 / 5, 27 / 7, 9], // 3^k / (2k + 1)
  laplace: [0, 6, 90, 2520], // (2k)! / 2^k
};

describe("noises", () => {
  for (const [name, expected] of Object.entries(moments)) {
    it(`${name} has mean 0, variance 1 and its own third and fourth moments`, () => {
      expectMoments(noises[name as NoiseName].sample(n, createRng(3)), expected);
    });
  }

  it("power has mean 0, variance 1 and the fourth moment of its exponent", () => {
    for (const seed of [1, 2, 3, 4]) {
      const q = powerExponent(createRng(seed).uniform()); // the first number of the stream is the exponent's
      const moment = (k: number): number => absoluteMoment(q * k) / absoluteMoment(2 * q) ** (k / 2);
      expectMoments(noises.power.sample(n, createRng(seed)), [0, moment(4), moment(6), moment(8)]);
    }
  });

  it("power draws exponents on both sides of 1 and none near it", () => {
    const exponents = Array.from({ length: 1000 }, (_, k) => powerExponent(k / 1000));
    expect(exponents.every((q) => (q >= 0.5 && q <= 0.8) || (q > 1.2 && q <= 2))).toBe(true);
    expect(exponents.filter((q) => q < 1).length / 1000).toBeCloseTo(0.3 / 1.1, 2);
  });

  it("every noise is finite, and one draw is enough", () => {
    for (const { sample } of Object.values(noises)) {
      expect(sample(1, createRng(1)).every(Number.isFinite)).toBe(true);
    }
    // A generator that returns the ends of its interval.
    const zeros = [0, 0, 0.5];
    let k = 0;
    const edge = { ...createRng(1), uniform: () => zeros[k++ % 3]! };
    expect(noises.gumbel.sample(2, edge).every(Number.isFinite)).toBe(true);
  });
});

describe("signedPower", () => {
  it("is the square with a sign, the root with a sign, and 0 at 0", () => {
    expect(signedPower(-3, 2)).toBeCloseTo(-9, 12);
    expect(signedPower(4, 0.5)).toBeCloseTo(2, 12);
    expect(signedPower(0, 0.5)).toBe(0);
  });
});

/** Five standard errors: a false alarm in a few million seeds, and the seed is fixed. */
function expectMoments(sample: Float64Array, [third, fourth, sixth, eighth]: Moments): void {
  const mean = (k: number): number => sample.reduce((sum, x) => sum + x ** k, 0) / n;
  const within = (k: number, expected: number, variance: number): void => {
    expect(Math.abs(mean(k) - expected), `moment ${k}: ${mean(k)}`).toBeLessThan(5 * Math.sqrt(variance / n));
  };
  within(1, 0, 1);
  within(2, 1, fourth - 1);
  within(3, third, sixth - third * third);
  within(4, fourth, eighth - fourth * fourth);
}

/** E|s|^k of a standard normal s, by the trapezoidal rule in log s, where the integrand vanishes at both ends. */
function absoluteMoment(k: number): number {
  let sum = 0;
  const step = 1e-3;
  for (let t = -12; t <= 4; t += step) {
    const s = Math.exp(t); // s from 6e-6 to 55
    sum += s ** k * Math.exp((-s * s) / 2) * s * step;
  }
  return sum * Math.sqrt(2 / Math.PI);
}

/** From the cumulants (m − 1)! ζ(m), m ≥ 2, of the Gumbel law. */
function gumbelMoments(): Moments {
  const zeta = (m: number): number => {
    let sum = 0;
    for (let k = 200_000; k >= 1; k--) sum += 1 / k ** m;
    return sum;
  };
  const variance = (Math.PI * Math.PI) / 6;
  const k = (m: number, factorial: number): number => (factorial * zeta(m)) / variance ** (m / 2);
  const [k3, k4, k5, k6, k8] = [k(3, 2), k(4, 6), k(5, 24), k(6, 120), k(8, 5040)];
  return [
    k3,
    k4 + 3,
    k6 + 15 * k4 + 10 * k3 * k3 + 15,
    k8 + 28 * k6 + 56 * k5 * k3 + 35 * k4 * k4 + 210 * k4 + 280 * k3 * k3 + 105,
  ];
}
