// Draws DAGs layer by layer, first layer first, from the sums over layers; and for each variable the first of its parents in the
// layer before it. Its other parents are drawn later, for all graphs together (parent-draws.ts).

import { membersOf } from "../../math/bit-sets.ts";
import { exponential } from "../../math/elementary.ts";
import type { Rng } from "../../math/rng.ts";
import { type LayerPlace, pairTable, withoutPair } from "./layer-place.ts";

/** Draws in which k is the first parent of j: their graphs, and the candidates for further parents (d − 2 bits). */
export interface FirstParent {
  readonly graphs: number[];
  readonly candidates: number[];
}

export interface DrawnLayers {
  /** d numbers for each graph, causes first. */
  readonly orders: Uint8Array;
  /** At j * d + k. */
  readonly firstParents: readonly FirstParent[];
}

/** Yields the share done. */
export function* drawLayers(at: LayerPlace, samples: number, rng: Rng): Generator<number, DrawnLayers, void> {
  const { d, place, tables, totals } = at;
  const { kernels } = tables;
  const last = 2 ** d - 1;
  const orders = new Uint8Array(samples * d);
  const firstParents = Array.from({ length: d * d }, (): FirstParent => ({ graphs: [], candidates: [] }));
  // The graphs by the union of their layers so far, and by the last of these.
  const waiting: (Map<number, number[]> | undefined)[] = [];
  waiting[0] = new Map([[0, Array.from({ length: samples }, (_, k) => k)]]);
  for (let U = 0; U < last; U++) {
    const there = waiting[U];
    if (there === undefined) continue;
    waiting[U] = undefined;
    const inside = membersOf(U);
    const outside = membersOf(last & ~U);
    kernels.call.layerFactors(place, U);
    for (const [K, graphs] of there) {
      kernels.call.layerShares(place, U, indexIn(inside, K));
      const sums = runningSums(kernels.floats(totals, 2 ** outside.length));
      for (const graph of graphs) {
        const N = setIn(outside, drawn(sums, rng.uniform()));
        membersOf(N).forEach((j, c) => {
          orders[graph * d + inside.length + c] = j;
          if (U !== 0) drawFirstParent(j, U, K, graph);
        });
        const next = (waiting[U | N] ??= new Map());
        if (!next.has(N)) next.set(N, []);
        next.get(N)!.push(graph);
      }
    }
    yield U / last;
  }
  return { orders, firstParents };

  function drawFirstParent(j: number, U: number, K: number, graph: number): void {
    const members = membersOf(K);
    const weights: number[] = [];
    let T = U;
    for (const k of members) {
      const cells = kernels.floats(pairTable(at, at.first, k, j), 2 ** (d - 2));
      weights.push(cells[withoutPair(T, k, j)]);
      T &= ~(1 << k);
    }
    const top = Math.max(...weights);
    const c = drawn(runningSums(weights.map((w) => exponential(w - top))), rng.uniform());
    const { graphs, candidates } = firstParents[j * d + members[c]];
    for (const k of members.slice(0, c)) U &= ~(1 << k);
    graphs.push(graph);
    candidates.push(withoutPair(U, members[c], j));
  }
}

function runningSums(shares: ArrayLike<number>): Float64Array {
  const out = new Float64Array(shares.length);
  let sum = 0;
  for (let k = 0; k < out.length; k++) {
    sum += shares[k];
    out[k] = sum;
  }
  return out;
}

/** The first index whose cumulative sum is above the share u < 1 of the total. */
function drawn(sums: Float64Array, u: number): number {
  const wanted = u * sums[sums.length - 1];
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle] > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The set whose members are given by the bits of `index` into a list. */
function setIn(list: readonly number[], index: number): number {
  return list.reduce((S, member, c) => S | (((index >>> c) & 1) << member), 0);
}

/** The inverse of setIn. */
function indexIn(list: readonly number[], S: number): number {
  return list.reduce((index, member, c) => index | (((S >>> member) & 1) << c), 0);
}
