// Draws parent sets with probability proportional to their weight, each among the subsets of a set of candidates.
//
// The sums over subsets are computed one bit after another (Yates' algorithm), and what each step overwrites is saved. When they
// are undone from the last bit to the first, the table holds, before bit b is decided, the sum over all subsets that agree with
// the decisions on the higher bits: so every draw is decided bit by bit, and one table serves all draws.

import { exponential } from "../../math/elementary.ts";
import type { Rng } from "../../math/rng.ts";
import type { Kernels } from "../../math/wasm/wasm.ts";

/** Numbers saved so that sums over sets of this many bits can be undone. */
export function savedFloats(bits: number): number {
  return bits < 1 ? 0 : bits * 2 ** (bits - 1);
}

export interface SubsetTable {
  readonly kernels: Kernels;
  /** Log weights of all subsets; restored when all sets are drawn. */
  readonly cells: number;
  readonly bits: number;
  /** Memory for `savedFloats(bits)` numbers. */
  readonly saved: number;
}

/** Replaces each set of candidates by a subset drawn from those of positive weight; yields the share done. */
export function* drawSubsets(
  { kernels, cells, bits, saved }: SubsetTable,
  sets: Uint32Array,
  rng: Rng,
): Generator<number, void, void> {
  const backup = (bit: number) => saved + 8 * bit * 2 ** (bits - 1);
  for (let bit = 0; bit < bits; bit++) {
    kernels.call.addWithoutBit(cells, bits, bit, backup(bit));
    yield (0.5 * (bit + 1)) / bits;
  }
  const sums = kernels.floats(cells, 2 ** bits);
  for (let bit = bits - 1; bit >= 0; bit--) {
    const one = 1 << bit;
    // Without the bit the table still holds the number from before the step; with it, the step's sum of both.
    for (let k = 0; k < sets.length; k++) {
      const S = sets[k];
      if ((S & one) !== 0 && rng.uniform() < exponential(sums[S & ~one] - sums[S])) sets[k] = S & ~one;
    }
    kernels.call.restoreBit(cells, bits, bit, backup(bit));
    yield 1 - (0.5 * bit) / bits;
  }
}
