import { describe, expect, it } from "vitest";
import { allowRelaxedSimd } from "../../../node/runs/machine.ts";
import { createNetworkKernels, type NetworkBuild, networkBuild, tableBytes } from "./network-kernels.ts";

allowRelaxedSimd();
const builds: NetworkBuild[] = networkBuild() === "relaxed" ? ["strict", "relaxed"] : ["strict"];

/** Known-answer vectors of Random123 (Salmon et al., 2011), philox4x32 with 10 rounds: counter, key, words. */
const knownAnswers = [
  [
    [0, 0, 0, 0],
    [0, 0],
    [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
  ],
  [
    [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
    [0xffffffff, 0xffffffff],
    [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
  ],
  [
    [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
    [0xa4093822, 0x299f31d0],
    [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
  ],
] as const;

/** Philox4x32-10 with big integers. */
function slowPhilox(counter: readonly number[], key: readonly number[]): number[] {
  let [a, b, c, d] = counter.map(BigInt);
  let [k0, k1] = key.map(BigInt);
  const low = 0xffffffffn;
  for (let round = 0; round < 10; round++) {
    const p = 0xd2511f53n * a;
    const q = 0xcd9e8d57n * c;
    [a, b, c, d] = [(q >> 32n) ^ b ^ k0, q & low, (p >> 32n) ^ d ^ k1, p & low];
    k0 = (k0 + 0x9e3779b9n) & low;
    k1 = (k1 + 0xbb67ae85n) & low;
  }
  return [a, b, c, d].map(Number);
}

for (const build of builds) {
  const kernels = createNetworkKernels(1 << 20, { build });
  const stream = kernels.allocate(16);
  const out = kernels.allocate(1 << 19);
  const table = kernels.allocate(tableBytes);
  kernels.call.tableInto(table);
  const start = (key: readonly number[], step: number) => kernels.words(stream, 3).set([...key, step]);

  describe(`random numbers of the ${build} build`, () => {
    it("equal the published known answers", () => {
      for (const [[first, second, step, purpose], key, words] of knownAnswers) {
        start(key, step);
        kernels.run("wordsInto", { out, stream, first, blocks: 1, second, purpose });
        expect([...kernels.words(out, 4)]).toEqual([...words]);
        expect(slowPhilox([first, second, step, purpose], key)).toEqual([...words]);
      }
    });

    it("advance their counter, and are the upper 24 bits of the words as numbers in [0, 1)", () => {
      start([17, 99], 5);
      kernels.run("wordsInto", { out, stream, first: 1000, blocks: 50, second: 0, purpose: 3 });
      const words = [...kernels.words(out, 200)];
      for (let k = 0; k < 50; k++)
        expect(words.slice(4 * k, 4 * k + 4)).toEqual(slowPhilox([1000 + k, 0, 5, 3], [17, 99]));
      kernels.run("uniformInto", { out, stream, first: 1000, blocks: 50, purpose: 3 });
      expect([...kernels.singles(out, 200)]).toEqual(words.map((word) => (word >>> 8) / 2 ** 24));
    });

    it("are uniform: mean, variance and Kolmogorov–Smirnov distance", () => {
      const count = 100_000;
      start([1, 2], 3);
      kernels.run("uniformInto", { out, stream, first: 0, blocks: count / 4, purpose: 4 });
      const sorted = kernels.singles(out, count).slice().sort();
      const mean = sorted.reduce((a, b) => a + b, 0) / count;
      expect(Math.abs(mean - 0.5)).toBeLessThan(4 / Math.sqrt(12 * count));
      const distance = sorted.reduce((most, x, i) => Math.max(most, Math.abs(x - (i + 0.5) / count)), 0);
      // Exceeded once in ten thousand samples of uniform numbers.
      expect(distance).toBeLessThan(2.23 / Math.sqrt(count));
    });

    it("are normal within their stated error, word by word", () => {
      start([7, 8], 9);
      kernels.run("wordsInto", { out, stream, first: 0, blocks: 5000, second: 4, purpose: 6 });
      const words = kernels.words(out, 20_000).slice();
      kernels.run("normalInto", { out, stream, first: 4, items: 1, blocks: 5000, purpose: 6, table });
      kernels.singles(out, 20_000).forEach((x, i) => {
        const v = ((words[i] >>> 1) + 0.5) / 2 ** 31;
        // P(|Z| > |x|) is v, so x is off by the difference over the density.
        const off = (upperTail(Math.abs(x)) - v / 2) / (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI));
        expect(Math.abs(off)).toBeLessThan(2e-6);
        if (x !== 0) expect(x < 0).toBe((words[i] & 1) === 1);
      });
    });

    it("are normal as a whole: four moments and Kolmogorov–Smirnov distance", () => {
      const count = 120_000;
      start([3, 4], 1);
      // Items are separate streams: twelve at once equal those drawn one by one.
      kernels.run("normalInto", { out, stream, first: 0, items: 12, blocks: count / 48, purpose: 3, table });
      const all = kernels.singles(out, count).slice();
      kernels.run("normalInto", { out, stream, first: 5, items: 1, blocks: count / 48, purpose: 3, table });
      expect(kernels.singles(out, count / 12)).toEqual(all.slice((5 * count) / 12, (6 * count) / 12));
      const moment = (power: number) => all.reduce((sum, x) => sum + x ** power, 0) / count;
      // Four standard errors: Var(Z) = 1, Var(Z²) = 2, Var(Z³) = 15, Var(Z⁴) = 96.
      for (const [power, value, variance] of [
        [1, 0, 1],
        [2, 1, 2],
        [3, 0, 15],
        [4, 3, 96],
      ])
        expect(Math.abs(moment(power) - value)).toBeLessThan(4 * Math.sqrt(variance / count));
      const sorted = all.sort();
      const distance = sorted.reduce(
        (most, x, i) => Math.max(most, Math.abs(1 - upperTail(x) - (i + 0.5) / count)),
        0,
      );
      expect(distance).toBeLessThan(2.23 / Math.sqrt(count));
    });
  });
}

/** P(Z > x) by Laplace's continued fraction beyond 3, otherwise by the series of the distribution function. */
function upperTail(x: number): number {
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x < 0) return 1 - upperTail(-x);
  if (x > 3) {
    let fraction = x;
    for (let k = 80; k > 0; k--) fraction = x + k / fraction;
    return density / fraction;
  }
  let [term, sum] = [x, x];
  for (let k = 1; k < 80; k++) {
    term *= (x * x) / (2 * k + 1);
    sum += term;
  }
  return 0.5 - density * sum;
}
