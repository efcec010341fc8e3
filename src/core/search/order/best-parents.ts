// The best parent set among candidates (as bits), for terms that follow from a residual variance: computed by a kernel
// (src/kernels/statistics/best-parents.ts) and cached by node and candidates.

import { type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { unitDiagonal } from "../../math/scatter.ts";
import { pivotTolerance } from "../../math/solve.ts";
import { createKernels } from "../../math/wasm/wasm.ts";
import type { GaussianTerms } from "../../score/score.ts";
import { leastChange } from "./listed-climber.ts";

/** log₂ of the maximum number of cache entries per node, 16 bytes each. */
const mostEntries = 16;
/** Marks an empty entry: the value of no set of at most 31 variables. */
const empty = 2 ** 32 - 1;
/** Number of sets examined among a node's candidates before the best so far is returned. */
const budget = 5000;

export interface BestParents {
  /** The best parents of a node among candidates, which include the required ones; `term` then returns their term. */
  readonly among: (node: number, candidates: number) => number;
  readonly term: () => number;
  /** The term of a node with these parents. */
  readonly termOf: (node: number, parents: number) => number;
}

/** Whether the terms depend only on the residual variance and the number of parents, and decrease in both. */
export function isOfResiduals({ kind, a, b, c }: GaussianTerms): boolean {
  return (
    kind === "log" &&
    b.every((x) => x === 0) &&
    a.every((x) => x === a[0] && x < 0) &&
    c.every((x, k) => k === 0 || x <= c[k - 1])
  );
}

export function bestParentsIn({ M, a, c }: GaussianTerms, knowledge: Knowledge): BestParents {
  const { d } = knowledge;
  const { R, scale } = unitDiagonal(M);
  const { allocate, allocateFloats, floats, call } = createKernels(2 ** 19 + 8 * (d * d + 8 * d));
  const write = (values: Float64Array) => {
    const address = allocateFloats(values.length);
    floats(address, values.length).set(values);
    return address;
  };
  call.setBestParents(d, write(R.data), write(scale), write(c), allocate(call.bestParentsBytes()));
  call.setBestParentsTerms(a[0], Math.min(knowledge.maxParents, d - 1), pivotTolerance, leastChange);

  // An entry holds candidates and parents, then the term. A node has `size` entries; a new entry replaces the one in its place.
  const size = 2 ** Math.min(d - 1, mostEntries);
  const entries = new Float64Array(2 * d * size);
  const bits = new Uint32Array(entries.buffer).fill(empty);
  const required = Uint32Array.from({ length: d }, (_, j) => bitsOf(requiredParents(knowledge, j)));
  let at = 0;
  return {
    among(node, candidates) {
      at = node * size + (mixed(candidates) & (size - 1));
      if (bits[4 * at] !== candidates) {
        const best = call.bestParents(node, candidates, required[node], budget);
        bits[4 * at] = candidates;
        bits[4 * at + 1] = best;
        entries[2 * at + 1] = call.termOfParents(node, best);
      }
      return bits[4 * at + 1];
    },
    term: () => entries[2 * at + 1],
    termOf: (node, parents) => call.termOfParents(node, parents),
  };
}

export function bitsOf(variables: readonly number[]): number {
  return variables.reduce((bits, i) => bits | (1 << i), 0);
}

export function variablesOf(bits: number): number[] {
  const list: number[] = [];
  for (let rest = bits; rest !== 0; rest &= rest - 1) list.push(31 - Math.clz32(rest & -rest));
  return list;
}

/** A hash of the bits, so that similar sets get distant places. */
function mixed(bits: number): number {
  const x = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
  return (x ^ (x >>> 13)) >>> 0;
}
