// Draws parent sets with probability proportional to their weight, each among the subsets of a set of candidates.
//
// The sums over subsets are made one bit after the other (Yates' algorithm), and what each step overwrites is kept. Undone from
// the last bit to the first, the table holds, before bit b is decided, the sum over all subsets that agree with what has been
// decided about the higher bits: so every draw decides bit by bit, and a table serves all draws together.

import { exponential } from "../../math/elementary.ts";
import type { Rng } from "../../math/rng.ts";
import type { Kernels } from "../../math/wasm/wasm.ts";

/** Numbers that are kept while sums over sets of so many bits are undone. */
export function savedFloats(bits: number): number {
  return bits < 1 ? 0 : bits * 2 ** (bits - 1);
}

export interface SubsetTable {
  readonly kernels: Kernels;
  /** Logs of the weights of all subsets; as they were when all is drawn. */
  readonly cells: number;
  readonly bits: number;
  /** Room for `savedFloats(bits)`. */
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
    // Without the bit the table still holds what it held before the step; with it, the step's sum of both.
    for (let k = 0; k < sets.length; k++) {
      const S = sets[k];
      if ((S & one) !== 0 && rng.uniform() < exponential(sums[S & ~one] - sums[S])) sets[k] = S & ~one;
    }
    kernels.call.restoreBit(cells, bits, bit, backup(bit));
    yield 1 - (0.5 * bit) / bits;
  }
}
