// The tables of the program over subsets, in as many WebAssembly memories as they need.
//
// A memory holds at most 4 GiB, which is enough for 25 variables. With more, the last ones are high: a slice has the sets that
// agree in these, with the costs of their nodes and of their orders, in its own memory. Kernels sweep within a slice. Two minima
// are carried over, number by number, from a slice to one whose sets have one variable more: the least cost of a node within
// a candidate set, and the least cost of an order that ends with that variable.
//
// Tables of a slice: for each variable below `bits` one with 2^(bits−1) numbers, then for each high variable that its sets do
// not contain one with 2^bits.

import { check } from "../../check.ts";
import { has, squeeze } from "../../math/bit-sets.ts";
import { createKernels, type Kernels, maxKernelBytes } from "../../math/wasm/wasm.ts";

export interface Slice {
  /** The high variables of its sets, as bits of a set. */
  readonly high: number;
  readonly kernels: Kernels;
  /** Addresses, and the numbers stored there. */
  readonly table: number;
  readonly cells: Float64Array;
  readonly costs: number;
  readonly totals: Float64Array;
  readonly nodes: readonly NodeTable[];
}

/** The table of a node: the index of its first number in `cells`, and the number of variables in which its sets differ. */
interface NodeTable {
  readonly j: number;
  readonly at: number;
  readonly bits: number;
  readonly isHigh: boolean;
}

export interface Slices {
  readonly bits: number;
  readonly list: readonly Slice[];
  /** The number stored for node j and a set without it. */
  readonly cell: (j: number, set: number) => number;
  /** The number stored for a set. */
  readonly total: (set: number) => number;
}

/** Numbers in the slice without high variables, which is the largest. */
function mostNumbers(d: number, bits: number): number {
  return bits * 2 ** Math.max(0, bits - 1) + (d - bits + 1) * 2 ** bits;
}

/** Numbers in all slices: the size of the tables does not depend on the number of slices. */
export function sliceNumbers(d: number): number {
  return d * 2 ** Math.max(0, d - 1) + 2 ** d;
}

/** Maximum number of variables whose sets fit into one memory besides the other tables; `extra`: further bytes, by that number. */
export function sliceBits(d: number, extra: (bits: number) => number): number {
  let bits = Math.min(d, 25);
  while (bits > 1 && 8 * mostNumbers(d, bits) + extra(bits) > maxKernelBytes) bits--;
  return bits;
}

export interface SliceOptions {
  readonly bits: number;
  /** Further bytes in each memory. */
  readonly extraBytes: number;
  readonly isShared: boolean;
}

export function createSlices(d: number, { bits, extraBytes, isShared }: SliceOptions): Slices {
  check(bits >= 1 && bits <= d, `exact: slices of 1 to ${d} variables, got ${bits}`);
  const half = 2 ** (bits - 1);
  const list = Array.from({ length: 2 ** (d - bits) }, (_, k) => sliceOf(k));
  const low = 2 ** bits - 1;
  return {
    bits,
    list,
    cell: (j, set) => {
      const { cells, nodes } = list[set >>> bits];
      if (j < bits) return cells[j * half + squeeze(set & low, j)];
      return cells[nodes.find((node) => node.j === j)!.at + (set & low)];
    },
    total: (set) => list[set >>> bits].totals[set & low],
  };

  function sliceOf(k: number): Slice {
    const nodes: NodeTable[] = [];
    let count = 0;
    for (let j = 0; j < d; j++) {
      const isHigh = j >= bits;
      if (isHigh && has(k, j - bits)) continue;
      const width = isHigh ? bits : bits - 1;
      nodes.push({ j, at: count, bits: width, isHigh });
      count += 2 ** width;
    }
    const kernels = createKernels(8 * (count + 2 ** bits) + extraBytes, { shared: isShared });
    const table = kernels.allocateFloats(count);
    const costs = kernels.allocateFloats(2 ** bits);
    const cells = kernels.floats(table, count);
    const totals = kernels.floats(costs, 2 ** bits);
    return { high: k * 2 ** bits, kernels, table, cells, costs, totals, nodes };
  }
}

/** Numbers between two yields. */
const breath = 2 ** 22;

/**
 * Carries over to a slice the minima of the one without its high variable i: the least costs of nodes within sets without i,
 * and of orders that end with i. Yields the share done.
 */
export function* takeOver(slice: Slice, below: Slice, i: number): Generator<number, void, void> {
  const { cells, totals, nodes } = slice;
  const size = cells.length + totals.length;
  for (const { j, at, bits } of nodes) {
    const source = below.nodes.find((node) => node.j === j)!.at;
    for (let from = 0; from < 2 ** bits; from += breath) {
      const to = Math.min(from + breath, 2 ** bits);
      lowerInto(cells.subarray(at + from, at + to), below.cells.subarray(source + from, source + to));
      yield (at + to) / size;
    }
  }
  const sink = below.nodes.find((node) => node.j === i)!.at;
  for (let k = 0; k < totals.length; k++) {
    const cost = below.totals[k] + below.cells[sink + k];
    if (cost < totals[k]) totals[k] = cost;
    if (k % breath === breath - 1) yield (cells.length + k + 1) / size;
  }
}

function lowerInto(out: Float64Array, other: Float64Array): void {
  for (let k = 0; k < out.length; k++) if (other[k] < out[k]) out[k] = other[k];
}
