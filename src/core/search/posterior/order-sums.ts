// Sums over all orders of the variables and, in each, over all parents that the order allows: the posterior if all orders are
// equally probable a priori, so that a DAG's prior is proportional to the number of its orders.
//
//     a_j(S)    = Σ over P ⊆ S of weight(j, P)                             the choices of j when S comes before it
//     before(S) = Σ over j ∈ S of before(S \ j) · a_j(S \ j)
//     after(S)  = Σ over j ∉ S of a_j(S) · after(S ∪ j)
//     P(parents of j are P) = weight(j, P) · Σ over S ⊇ P without j of before(S) · after(S ∪ j) / before(all)
//
// Probabilities of edges and of numbers of parents are sums of the last line. About d² 2^(d−1) additions, in logarithms.
// To draw a graph, an order is drawn through `before`, last variable first, and then parents for each variable.
//
// Koivisto & Sood, JMLR 5, 2004; Koivisto, UAI 2006.

import { membersOf, spread, squeeze } from "../../math/bit-sets.ts";
import { exponential } from "../../math/elementary.ts";
import { drawSubsets, savedFloats } from "./parent-draws.ts";
import { fillWeights } from "./parent-weights.ts";
import { type Progress, type Sums, type SumsProblem, withProgress } from "./sums.ts";

/** Bytes in addition to those of the program over subsets. */
export function orderSumsBytes(d: number): number {
  return 8 * (2 ** (d - 1) + savedFloats(d - 1) + 2 * d) + 64;
}

/** Sets of variables summed between two yields. */
const chunk = 2 ** 16;

export function* orderSums({
  d,
  tables,
  factor,
  samples,
  rng,
}: SumsProblem): Generator<Progress, Sums | null, void> {
  const { kernels, table, sets } = tables;
  const [before, after] = sets;
  const { call } = kernels;
  const half = 2 ** (d - 1);
  const tops = yield* withProgress(fillWeights(tables, d, factor), [0, 0.3], "scoring parent sets");
  for (let j = 0; j < d; j++) {
    for (let bit = 0; bit < d - 1; bit++) {
      call.addWithoutBit(table + 8 * j * half, d - 1, bit, 0);
      yield { progress: 0.3 + (0.2 * (j + bit / d)) / d, doing: "sums over parent sets" };
    }
  }
  yield* sumsOverOrders();
  const logSum = kernels.floats(before, 2 ** d)[2 ** d - 1];
  if (logSum === Number.NEGATIVE_INFINITY) return null;
  const { orders, candidates } = yield* drawOrders();

  yield* withProgress(fillWeights(tables, d, factor), [0.6, 0.75], "scoring parent sets");
  const joined = kernels.allocateFloats(half);
  const saved = kernels.allocateFloats(savedFloats(d - 1));
  const totals = kernels.allocateFloats(2 * d);
  const edges = new Float64Array(d * d);
  const parentCounts = new Float64Array(d * d);
  for (let j = 0; j < d; j++) {
    call.joinedAround(joined, before, after, d, j);
    for (let bit = 0; bit < d - 1; bit++) {
      call.addWithBit(joined, d - 1, bit);
      yield at(j + (0.5 * bit) / d);
    }
    const cells = table + 8 * j * half;
    const tallies = kernels.floats(totals, 2 * d).fill(0);
    call.tallySets(cells, joined, d - 1, -logSum, totals, totals + 8 * d);
    for (let bit = 0; bit < d - 1; bit++) edges[(bit < j ? bit : bit + 1) * d + j] = tallies[bit];
    for (let k = 0; k < d; k++) parentCounts[j * d + k] = tallies[d + k];
    const drawn = drawSubsets(
      { kernels, cells, bits: d - 1, saved },
      candidates[j],
      rng.fork(`parents/${j}`),
    );
    for (const share of drawn) yield at(j + 0.5 + 0.5 * share);
  }
  return {
    logSum: logSum + tops.reduce((sum, top) => sum + top, 0),
    size: Math.abs(logSum),
    edges,
    parentCounts,
    orders,
    parentsOf,
  };

  function at(nodes: number): Progress {
    return { progress: 0.75 + (0.25 * nodes) / d, doing: "sums over orders around each variable" };
  }

  function* sumsOverOrders(): Generator<Progress, void, void> {
    const full = 2 ** d - 1;
    kernels.floats(before, 1)[0] = 0;
    for (let from = 1; from <= full; from += chunk) {
      call.sumsBefore(before, table, d, from, Math.min(from + chunk, full + 1));
      yield { progress: 0.5 + (0.04 * from) / full, doing: "sums over orders" };
    }
    kernels.floats(after, full + 1)[full] = 0;
    for (let from = full - 1; from >= 0; from -= chunk) {
      call.sumsAfter(after, table, d, from, Math.max(0, from - chunk + 1));
      yield { progress: 0.58 - (0.04 * from) / full, doing: "sums over orders" };
    }
  }

  /** Draws orders, causes first, and for each variable the set that precedes it in each of them. */
  function* drawOrders() {
    const stream = rng.fork("orders");
    const first = kernels.floats(before, 2 ** d);
    const choices = kernels.floats(table, d * half);
    const orders = new Uint8Array(samples * d);
    const candidates = Array.from({ length: d }, () => new Uint32Array(samples));
    for (let k = 0; k < samples; k++) {
      for (let S = 2 ** d - 1, place = d - 1; place >= 0; place--) {
        let u = stream.uniform();
        let last = -1;
        for (const j of membersOf(S)) {
          const rest = S & ~(1 << j);
          const share = exponential(first[rest] + choices[j * half + squeeze(rest, j)] - first[S]);
          if (!(share > 0)) continue;
          last = j;
          u -= share;
          if (u < 0) break;
        }
        S &= ~(1 << last);
        orders[k * d + place] = last;
        candidates[last][k] = squeeze(S, last);
      }
      if (k % 256 === 0) yield { progress: 0.58 + (0.02 * k) / samples, doing: "draws orders" };
    }
    return { orders, candidates };
  }

  function parentsOf(sample: number, j: number): number[] {
    return membersOf(spread(candidates[j][sample], j));
  }
}
