// The memory in which the kernel sums over layers (kernels/statistics/layer-sums.ts): its tables, and their initial values.

import { spread, squeeze } from "../../math/bit-sets.ts";
import type { SubsetTables } from "./sums.ts";

export interface LayerPlace {
  readonly d: number;
  readonly tables: SubsetTables;
  /** Where the kernel reads the addresses. */
  readonly place: number;
  readonly first: number;
  readonly before: number;
  readonly after: number;
  readonly totals: number;
  readonly outer: number;
  readonly alone: number;
  /** Σ over i ∈ S of 3^i, for every set of variables. */
  readonly ternary: Uint32Array;
}

/** Numbers in each table, in the order in which the kernel expects their addresses. */
const tableFloats = {
  roots: (d: number) => d,
  first: pairFloats,
  before: powerOfThree,
  after: powerOfThree,
  factors: (d: number) => 2 ** (d - 1),
  shares: (d: number) => 2 ** (d - 1),
  steps: (d: number) => 2 ** d,
  tops: (d: number) => 2 ** d,
  totals: (d: number) => 2 ** d,
  lists: () => 32,
  outer: pairFloats,
  alone: (d: number) => d,
} as const;

/** Bytes of a place, in addition to those of the program over subsets. */
export function layerPlaceBytes(d: number): number {
  const floats = Object.values(tableFloats).reduce((sum, count) => sum + count(d) + 2, 0);
  return 8 * floats + 4 * 2 ** d + 256;
}

/** Built from tables that hold the weights. */
export function layerPlace(d: number, tables: SubsetTables): LayerPlace {
  const { kernels, table } = tables;
  const place = kernels.allocate(64);
  const words = kernels.allocate(4 * 2 ** d);
  const address = Object.fromEntries(
    Object.entries(tableFloats).map(([name, count]) => [name, kernels.allocateFloats(count(d))]),
  ) as Readonly<Record<keyof typeof tableFloats, number>>;
  kernels.words(place, 14).set([d, words, ...Object.values(address)]);
  const ternary = kernels.words(words, 2 ** d);
  for (let i = 0; i < d; i++)
    for (let S = 0; S < 2 ** i; S++) ternary[2 ** i + S] = ternary[S] + powerOfThree(i);
  const roots = kernels.floats(address.roots, d);
  for (let j = 0; j < d; j++) roots[j] = kernels.floats(table + 8 * j * 2 ** (d - 1), 1)[0];
  kernels.floats(address.outer, pairFloats(d)).fill(Number.NEGATIVE_INFINITY);
  // All else is written before it is read. Nothing comes after all variables: log 1 = 0, which fresh memory holds.
  const before = kernels.floats(address.before, powerOfThree(d));
  for (let S = 1; S < 2 ** d; S++) before[ternary[S]] = Number.NEGATIVE_INFINITY;
  return { d, tables, place, ternary, ...address };
}

/** Address of the part of `table` (first or outer) for variable j and its parent k: 2^(d−2) numbers. */
export function pairTable({ d }: LayerPlace, table: number, k: number, j: number): number {
  return table + 8 * (j * d + k) * 2 ** (d - 2);
}

/** A set without j and k, renumbered to d − 2 bits as the kernel does. */
export function withoutPair(S: number, k: number, j: number): number {
  return squeeze(squeeze(S, Math.max(j, k)), Math.min(j, k));
}

/** The inverse of withoutPair. */
export function withPair(index: number, k: number, j: number): number {
  return spread(spread(index, Math.min(j, k)), Math.max(j, k));
}

/** For each pair, the sets of the d − 2 others. */
function pairFloats(d: number): number {
  return d * d * 2 ** Math.max(0, d - 2);
}

function powerOfThree(exponent: number): number {
  let power = 1;
  for (let k = 0; k < exponent; k++) power *= 3;
  return power;
}
