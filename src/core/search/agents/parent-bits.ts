// Parents as bits: bit i & 31 of word (b · d + j) · words + (i >> 5) is set where i → j in graph b of a batch.

import type { Graph } from "../../graph/graph.ts";

/** Words of one node's parent set. */
export function wordsFor(d: number): number {
  return Math.ceil(d / 32);
}

/** The variables whose bits are set in the words from `at` on, ascending. */
export function membersAt(bits: Uint32Array, at: number, words: number): number[] {
  const out: number[] = [];
  for (let w = 0; w < words; w++) {
    for (let rest = bits[at + w]; rest !== 0; rest &= rest - 1) {
      out.push(32 * w + 31 - Math.clz32(rest & -rest));
    }
  }
  return out;
}

/** Graph b of a batch. */
export function graphAt(parents: Uint32Array, b: number, d: number): Graph {
  const words = wordsFor(d);
  const edges = new Uint8Array(d * d);
  for (let j = 0; j < d; j++) {
    for (const i of membersAt(parents, (b * d + j) * words, words)) edges[i * d + j] = 1;
  }
  return { d, edges };
}

/** Packs the parents of a batch: row b · d + j of `cells` starts at (b · d + j) · rowStep; its cell i is nonzero where i → j. */
export function bitsOfCells(
  cells: ArrayLike<number>,
  { batch, d, rowStep }: { readonly batch: number; readonly d: number; readonly rowStep: number },
): Uint32Array {
  const words = wordsFor(d);
  const out = new Uint32Array(batch * d * words);
  let at = 0;
  for (let row = 0; row < batch * d; row++) {
    const start = row * rowStep;
    for (let w = 0; w < words; w++) {
      const end = Math.min(32, d - 32 * w);
      let bits = 0;
      for (let i = 0; i < end; i++) if (cells[start + 32 * w + i] !== 0) bits |= 1 << i;
      out[at++] = bits;
    }
  }
  return out;
}

/** Bits set in a word. */
export function bitCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
