// NumPy's legacy generator: the same numbers as `np.random.seed(seed)` followed by the functions below.
//
//     uint32    MT19937, state filled by init_genrand(seed)
//     double    ((uint32 >> 5) · 2²⁶ + (uint32 >> 6)) / 2⁵³
//     normal    Marsaglia's polar method; f·x₂ is returned first, f·x₁ is kept for the next call
//     bounded   the smallest mask 2ᵏ − 1 ≥ max, draws beyond max rejected
//
// It serves to regenerate published data sets, so the order of draws is part of the contract. Everything else draws
// from rng.ts, whose streams are named by the work they serve.
//
// Matsumoto, M., Nishimura, T. "Mersenne Twister." ACM TOMACS 8(1), 1998. NumPy, `randomkit` and RandomState.
//
// Differs from NumPy in the last bit of some normals: the logarithm is that of elementary.ts, not of the C library.
// Integers, doubles, uniforms and permutations are bit-identical.

import { check } from "../check.ts";
import { polarNormals, shuffled } from "./rng.ts";

export interface NumpyLegacy {
  /** An integer in [0, 2³²). */
  readonly uint32: () => number;
  /** `random_sample()`: in [0, 1), 53 random bits. */
  readonly double: () => number;
  /** `rand(size)`. */
  readonly rand: (size: number) => Float64Array;
  /** `uniform(low, high, size)`. */
  readonly uniform: (low: number, high: number, size: number) => Float64Array;
  /** `standard_normal()`. */
  readonly normal: () => number;
  /** `randn(size)`; a matrix is filled row by row. */
  readonly randn: (size: number) => Float64Array;
  /** `randint(bound)`: an integer in [0, bound), bound at most 2³². */
  readonly integer: (bound: number) => number;
  /** `permutation(size)`. */
  readonly permutation: (size: number) => number[];
}

export function numpyLegacy(seed: number): NumpyLegacy {
  check(
    Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff,
    `numpyLegacy: the seed must be a whole number from 0 to 4294967295, got ${seed}; choose one in that range`,
  );
  const uint32 = mersenneTwister(seed);
  const double = (): number => ((uint32() >>> 5) * 67108864 + (uint32() >>> 6)) / 9007199254740992;

  const normal = polarNormals(double, true);
  const bounded = (max: number): number => {
    if (max === 0) return 0; // NumPy draws nothing here
    const mask = 0xffffffff >>> Math.clz32(max);
    let value: number;
    do value = (uint32() & mask) >>> 0;
    while (value > max);
    return value;
  };

  const integer = (bound: number): number => {
    check(
      Number.isInteger(bound) && bound >= 1 && bound <= 0x100000000,
      `numpyLegacy: the bound of an integer must be a whole number from 1 to 4294967296, got ${bound}`,
    );
    return bounded(bound - 1);
  };

  const uniform = (low: number, high: number, size: number): Float64Array => {
    const range = high - low;
    return filled(size, () => low + range * double());
  };

  return {
    uint32,
    double,
    rand: (size) => filled(size, double),
    uniform,
    normal,
    randn: (size) => filled(size, normal),
    integer,
    permutation: (size) => shuffled(size, bounded),
  };
}

/** `np.round(x, 1)`: 10 x rounded to the nearest integer (ties to even), divided by 10. */
export function numpyRound1(x: number): number {
  const scaled = x * 10;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return (up ? below + 1 : below) / 10;
}

function filled(size: number, draw: () => number): Float64Array {
  const out = new Float64Array(size);
  for (let i = 0; i < size; i++) out[i] = draw();
  return out;
}

const N = 624;
const M = 397;

function mersenneTwister(seed: number): () => number {
  const state = new Uint32Array(N);
  state[0] = seed;
  for (let i = 1; i < N; i++) state[i] = Math.imul(1812433253, state[i - 1]! ^ (state[i - 1]! >>> 30)) + i;
  let position = N;

  return () => {
    if (position === N) {
      twistInto(state);
      position = 0;
    }
    let y = state[position++]!;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
}

function twistInto(state: Uint32Array): void {
  for (let i = 0; i < N; i++) {
    const y = (state[i]! & 0x80000000) | (state[(i + 1) % N]! & 0x7fffffff);
    state[i] = state[(i + M) % N]! ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
}
