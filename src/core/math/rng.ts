// Seeded random numbers whose streams are named by the work they serve.
//
// A stream is a 128-bit key. `fork(label)` hashes the key with the label into a new key and leaves the parent
// untouched, so a stream depends on what the work is, never on which thread does it, when, or how much was drawn before.
// Numbers come from xoshiro128** (Blackman & Vigna, "Scrambled linear pseudorandom number generators",
// ACM TOMS 47(4), 2021); a double takes 53 bits from two draws; normals by Marsaglia's polar method.

import { logarithm } from "./elementary.ts";

export interface Rng {
  /** In [0, 1), 53 random bits. */
  readonly uniform: () => number;
  /** Standard normal. */
  readonly normal: () => number;
  /** An integer in [0, bound). */
  readonly integer: (bound: number) => number;
  /** A random order of 0 … size − 1. */
  readonly permutation: (size: number) => number[];
  /** An independent stream for the work called `label`. */
  readonly fork: (label: string) => Rng;
}

/**
 * A stream of random numbers; the same seed gives the same stream, and `fork` an independent one for each label.
 *
 * @example
 * ```js
 * createRng(1).uniform() === createRng(1).uniform(); // true
 * ```
 */
export function createRng(seed: number | string): Rng {
  return fromKey(hashInto([0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef], `seed/${seed}`));
}

type Key = readonly [number, number, number, number];

function fromKey(key: Key): Rng {
  let [a, b, c, d] = key;
  const next = (): number => {
    const x = Math.imul(b, 5);
    const result = Math.imul((x << 7) | (x >>> 25), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  const uniform = (): number => ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;

  const integer = (bound: number): number => Math.floor(uniform() * bound);
  return {
    uniform,
    normal: polarNormals(uniform),
    integer,
    permutation: (size) => shuffled(size, (last) => integer(last + 1)),
    fork: (label) => fromKey(hashInto(key, label)),
  };
}

/** Standard normal numbers, two from each point drawn in the unit disc; `isSecondFirst` returns the second coordinate's first. */
export function polarNormals(uniform: () => number, isSecondFirst = false): () => number {
  let spare = Number.NaN;
  return () => {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = Number.NaN;
      return value;
    }
    let x: number;
    let y: number;
    let r: number;
    do {
      x = 2 * uniform() - 1;
      y = 2 * uniform() - 1;
      r = x * x + y * y;
    } while (r >= 1 || r === 0);
    const f = Math.sqrt((-2 * logarithm(r)) / r);
    spare = f * (isSecondFirst ? x : y);
    return f * (isSecondFirst ? y : x);
  };
}

/** A random order of 0 … size − 1; `draw` returns an integer from 0 to `last`. */
export function shuffled(size: number, draw: (last: number) => number): number[] {
  const order = Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = draw(i);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** MurmurHash3-style mixing of a key with the characters of a label; never returns the all-zero state. */
function hashInto(key: Key, label: string): Key {
  let [h1, h2, h3, h4] = key;
  for (let i = 0; i < label.length; i++) {
    const k = label.charCodeAt(i) + 1;
    h1 = h2 ^ Math.imul(h1 ^ k, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ k, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ k, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ k, 2716044179);
  }
  h1 = mix(h1 ^ label.length);
  h2 = mix(h2 + h1);
  h3 = mix(h3 + h2);
  h4 = mix(h4 + h3);
  h1 = mix(h1 + h4);
  return (h1 | h2 | h3 | h4) === 0 ? [1, h2, h3, h4] : [h1 | 0, h2 | 0, h3 | 0, h4 | 0];
}

function mix(h: number): number {
  let x = h | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}
