import { describe, expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import { createTermCache } from "./term-cache.ts";

const value = (region: number, key: Uint32Array) => key.reduce((sum, w) => sum * 31 + w, region);

/** Random sets of d variables without variable `region`. */
function randomKey(rng: ReturnType<typeof createRng>, d: number, region: number): Uint32Array {
  const key = new Uint32Array(Math.ceil(d / 32));
  for (let i = 0; i < d; i++) if (i !== region && rng.uniform() < 0.5) key[i >> 5] |= 1 << (i & 31);
  return key;
}

describe("the term cache", () => {
  it("gives back what was set and NaN for anything else, or what it has dropped", () => {
    const rng = createRng("term-cache");
    for (const [d, memoryBytes] of [
      [5, 2 ** 20],
      [30, 2 ** 12],
      [32, 2 ** 14],
      [33, 2 ** 14],
      [70, 2 ** 16],
      [70, 1],
    ] as const) {
      const words = Math.ceil(d / 32);
      const cache = createTermCache({ regions: d, words, bits: d, memoryBytes });
      const seen = new Set<string>();
      let known = 0;
      for (let t = 0; t < 5000; t++) {
        const region = rng.integer(d);
        const key = randomKey(rng, d, region);
        const name = `${region}:${key.join()}`;
        const got = cache.get(region, key, 0);
        if (!Number.isNaN(got)) {
          known++;
          expect(seen.has(name)).toBe(true);
          expect(got).toBe(value(region, key));
        }
        cache.set(region, key, 0, value(region, key));
        expect(cache.get(region, key, 0)).toBe(value(region, key));
        seen.add(name);
      }
      if (d === 5) expect(known).toBe(5000 - seen.size);
    }
  });

  it("knows the empty set apart from an untouched place, in every region", () => {
    const cache = createTermCache({ regions: 70, words: 3, bits: 70, memoryBytes: 2 ** 16 });
    const empty = new Uint32Array(3);
    for (let region = 0; region < 70; region++) {
      expect(cache.get(region, empty, 0)).toBeNaN();
      cache.set(region, empty, 0, region);
      expect(cache.get(region, empty, 0)).toBe(region);
    }
    expect(cache.size()).toBe(70);
  });

  it("drops nothing where there is a place for every set", () => {
    const d = 10;
    const cache = createTermCache({ regions: d, words: 1, bits: d, memoryBytes: 2 ** 20 });
    const keys = Uint32Array.from({ length: 2 ** d }, (_, S) => S);
    for (let j = 0; j < d; j++) {
      for (const S of keys) if (((S >> j) & 1) === 0) cache.set(j, keys, S, S + 0.5 * j);
    }
    expect(cache.size()).toBe(d * 2 ** (d - 1));
    for (let j = 0; j < d; j++) {
      for (const S of keys) if (((S >> j) & 1) === 0) expect(cache.get(j, keys, S)).toBe(S + 0.5 * j);
    }
  });

  it("keeps within its bytes and fills most of them, whatever the number of keys", () => {
    const rng = createRng("term-cache/full");
    const [d, memoryBytes] = [30, 50_000];
    const cache = createTermCache({ regions: d, words: 1, bits: d, memoryBytes });
    for (let t = 0; t < 40_000; t++) {
      const region = t % d;
      cache.set(region, randomKey(rng, d, region), 0, t);
    }
    expect(cache.bytes).toBeLessThanOrEqual(memoryBytes);
    expect(cache.size() * 12).toBeGreaterThan(0.99 * cache.bytes);
    expect(cache.size() * 12).toBeLessThanOrEqual(cache.bytes);
  });

  it("keeps the same entries after the same calls", () => {
    const run = () => {
      const rng = createRng("term-cache/same");
      const cache = createTermCache({ regions: 20, words: 1, bits: 20, memoryBytes: 5000 });
      const hits: boolean[] = [];
      for (let t = 0; t < 3000; t++) {
        const key = Uint32Array.of((rng.integer(2 ** 10) << 1) >>> 0);
        hits.push(!Number.isNaN(cache.get(0, key, 0)));
        cache.set(0, key, 0, t);
      }
      return hits;
    };
    expect(run()).toEqual(run());
    expect(run()).toContain(true);
    expect(run()).toContain(false);
  });
});
