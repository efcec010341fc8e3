// The causal order that estimated weights come nearest to: causes first.
//
// Up to `exactVariables` variables: of all orders the one with the smallest sum of squared weights that point backwards, by
// dynamic programming over the 2^d sets of variables placed first. Beyond, by zeroing: the d(d + 1)/2 smallest entries of the
// matrix are set to 0, then the next smallest, one after another, until the rest has no cycle; of its orders the one with the
// lowest numbers first.
//
// Shimizu, Hoyer, Hyvärinen & Kerminen, JMLR 7, 2006, algorithms B and C, where "all orders" is brute force.
//
// Differs from the package lingam, which zeroes at every size, in the exact search; and from both in finding the number of zeros
// by bisection: if there is no cycle at one number, there is none at a larger one.

import type { Graph } from "../../graph/graph.ts";
import { topologicalOrder } from "../../graph/graph.ts";
import type { Matrix } from "../../math/matrix.ts";

export interface TriangularOrderOptions {
  /** before[i * d + j] = 1: i must come before j. */
  readonly before?: Uint8Array;
  /** Maximum number of variables for which all orders are compared; 2^d numbers. */
  readonly exactVariables: number;
}

/** Null if no order satisfies `before`. Entry (i, j) is the weight of i → j. */
export function triangularOrder(
  { rows: d, data }: Matrix,
  { before = new Uint8Array(d * d), exactVariables }: TriangularOrderOptions,
): number[] | null {
  const sizes = new Float64Array(d * d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      if (i !== j && before[j * d + i] === 0) sizes[i * d + j] = Math.abs(data[i * d + j]);
    }
  }
  return d <= exactVariables ? leastBackward(sizes, before, d) : byZeroing(sizes, before, d);
}

/** Sum of squares of the weights that point backwards along the order. */
export function backwardSquares({ cols: d, data }: Matrix, order: readonly number[]): number {
  let sum = 0;
  order.forEach((j, k) => {
    for (const i of order.slice(k + 1)) sum += data[i * d + j] * data[i * d + j];
  });
  return sum;
}

function leastBackward(sizes: Float64Array, before: Uint8Array, d: number): number[] | null {
  const cost = new Float64Array(2 ** d).fill(Number.POSITIVE_INFINITY);
  const last = new Int8Array(2 ** d).fill(-1);
  const ahead = Array.from({ length: d }, (_, j) => {
    let mask = 0;
    for (let i = 0; i < d; i++) if (before[i * d + j] === 1) mask |= 1 << i;
    return mask;
  });
  cost[0] = 0;
  for (let placed = 0; placed < 2 ** d - 1; placed++) {
    if (cost[placed] === Number.POSITIVE_INFINITY) continue;
    for (let j = 0; j < d; j++) {
      if ((placed >> j) & 1 || (ahead[j] & ~placed) !== 0) continue;
      let total = cost[placed];
      // Weights from those not yet placed into j point backwards.
      for (let i = 0; i < d; i++) if (((placed >> i) & 1) === 0) total += sizes[i * d + j] * sizes[i * d + j];
      const next = placed | (1 << j);
      if (total < cost[next]) {
        cost[next] = total;
        last[next] = j;
      }
    }
  }
  const order: number[] = [];
  for (let placed = 2 ** d - 1; placed !== 0; placed &= ~(1 << last[placed])) {
    if (last[placed] < 0) return null;
    order.unshift(last[placed]);
  }
  return order;
}

function byZeroing(sizes: Float64Array, before: Uint8Array, d: number): number[] | null {
  const ascending = Array.from(sizes.keys()).sort((a, b) => sizes[a] - sizes[b] || a - b);
  const orderWith = (zeros: number): number[] | null => {
    const graph: Graph = { d, edges: new Uint8Array(before) };
    for (const k of ascending.slice(zeros)) if (sizes[k] > 0) graph.edges[k] = 1;
    return topologicalOrder(graph);
  };
  let [low, high] = [Math.min((d * (d + 1)) / 2, d * d), d * d];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (orderWith(middle) === null) low = middle + 1;
    else high = middle;
  }
  return orderWith(high);
}
