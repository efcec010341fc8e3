// Sums over all DAGs, with every DAG equally probable a priori.
//
// Every DAG decomposes into layers in exactly one way (kernels/statistics/layer-sums.ts), so the sum over DAGs is one over
// sequences of layers: 4^d steps forwards and as many backwards, 2 · 3^d numbers. Both give the probability of every step from one
// layer to the next, and by the chain rule through the sums that make up a step, the probability of every parent set:
//
//     P(parents of j are P) = weight(j, P) · Σ over k ∈ P of Σ over T ⊇ P of outer_jk(T)
//
// Kuipers & Moffa, "Partition MCMC for inference on acyclic digraphs", JASA 112, 2017 (the layers); Tian & He, "Computing
// posterior probabilities of structural features in Bayesian networks", UAI 2009 (the same probabilities).
//
// Differs from Tian & He: theirs is inclusion–exclusion over sets of sinks, 3^d steps with alternating signs, so that digits
// cancel and no useful error bound can be given. Here all terms are positive, and nothing cancels.

import { membersOf } from "../../math/bit-sets.ts";
import { exponential, logarithm } from "../../math/elementary.ts";
import { drawLayers } from "./layer-draws.ts";
import { type LayerPlace, layerPlace, layerPlaceBytes, pairTable, withPair } from "./layer-place.ts";
import { drawSubsets, savedFloats } from "./parent-draws.ts";
import { fillWeights } from "./parent-weights.ts";
import { type Progress, type Sums, type SumsProblem, withProgress } from "./sums.ts";

/** Bytes in addition to those of the program over subsets. */
export function layerSumsBytes(d: number): number {
  return layerPlaceBytes(d) + 8 * (2 ** (d - 1) + savedFloats(d - 2) + 2 * d) + 64;
}

/** Steps from layer to layer between two yields. */
const chunk = 2 ** 21;

export function* layerSums(problem: SumsProblem): Generator<Progress, Sums | null, void> {
  const { d, tables, factor, samples, rng } = problem;
  const { call } = tables.kernels;
  const tops = yield* withProgress(fillWeights(tables, d, factor), [0, 0.2], "scoring parent sets");
  const at = layerPlace(d, tables);
  yield* withProgress(sumsWithFirst(at), [0.2, 0.25], "sums over parent sets");
  const last = 2 ** d - 1;
  const stride = Math.max(1, chunk / 2 ** d);
  for (let U = 0; U < last; U++) {
    call.layersBefore(at.place, U);
    if (U % stride === 0) yield { progress: 0.25 + (0.25 * U) / last, doing: "sums over layers, forwards" };
  }
  const logSum = sumOfLast(at);
  if (logSum === Number.NEGATIVE_INFINITY) return null;
  for (let U = last - 1; U >= 0; U--) {
    call.layersAfter(at.place, U, logSum);
    if (U % stride === 0) yield { progress: 0.85 - (0.35 * U) / last, doing: "sums over layers, backwards" };
  }
  const layers = drawLayers(at, samples, rng.fork("layers"));
  const { orders, firstParents } = yield* withProgress(layers, [0.85, 0.9], "drawing layers");
  const { edges, parentCounts } = yield* withProgress(
    parentSetSums(at),
    [0.9, 0.95],
    "sums over parent sets",
  );
  const parents = Array.from({ length: d }, () => new Uint32Array(samples));
  yield* withProgress(drawParents(), [0.95, 1], "drawing parents");
  return {
    logSum: logSum + tops.reduce((sum, top) => sum + top, 0),
    size: Math.abs(logSum),
    edges,
    parentCounts,
    orders,
    parentsOf: (sample, j) => membersOf(parents[j][sample]),
  };

  function* drawParents(): Generator<number, void, void> {
    const { kernels } = tables;
    const [cells, saved] = [at.after, kernels.allocateFloats(savedFloats(d - 2))];
    for (const [k, j] of pairs(d)) {
      const { graphs, candidates } = firstParents[j * d + k];
      if (graphs.length === 0) continue;
      const sets = Uint32Array.from(candidates);
      weightsWithInto(cells, at, [k, j]);
      const table = { kernels, cells, bits: d - 2, saved };
      for (const _ of drawSubsets(table, sets, rng.fork(`parents/${j}/${k}`))) yield j / d;
      graphs.forEach((graph, n) => {
        parents[j][graph] = withPair(sets[n], k, j) | (1 << k);
      });
    }
  }
}

/** first_jk(T) = Σ over P with k ∈ P ⊆ T, for all pairs. */
function* sumsWithFirst(at: LayerPlace): Generator<number, void, void> {
  const { d, tables, first } = at;
  for (const [k, j] of pairs(d)) {
    const cells = pairTable(at, first, k, j);
    weightsWithInto(cells, at, [k, j]);
    for (let bit = 0; bit < d - 2; bit++) tables.kernels.call.addWithoutBit(cells, d - 2, bit, 0);
    yield j / d;
  }
}

/** Log of the sum over all DAGs: over the last layer, once all variables are included. */
function sumOfLast({ d, tables, before, ternary }: LayerPlace): number {
  const all = ternary[2 ** d - 1];
  const sums = tables.kernels.floats(before, 2 * all + 1);
  let top = Number.NEGATIVE_INFINITY;
  for (let K = 1; K < 2 ** d; K++) top = Math.max(top, sums[all + ternary[K]]);
  if (top === Number.NEGATIVE_INFINITY) return top;
  let sum = 0;
  for (let K = 1; K < 2 ** d; K++) sum += exponential(sums[all + ternary[K]] - top);
  return top + logarithm(sum);
}

/** P(i → j) and P(j has k parents), from the factors of the sums with a first parent. */
function* parentSetSums(at: LayerPlace) {
  const { d, tables, alone, first, outer } = at;
  const { kernels } = tables;
  const edges = new Float64Array(d * d);
  const parentCounts = new Float64Array(d * d);
  kernels.floats(alone, d).forEach((p, j) => {
    parentCounts[j * d] = p;
  });
  const totals = kernels.allocateFloats(2 * d);
  for (const [k, j] of pairs(d)) {
    // The graphs have been drawn: the contents of `first` are no longer needed.
    const [weights, sums] = [pairTable(at, first, k, j), pairTable(at, outer, k, j)];
    weightsWithInto(weights, at, [k, j]);
    for (let bit = 0; bit < d - 2; bit++) kernels.call.addWithBit(sums, d - 2, bit);
    const tallies = kernels.floats(totals, 2 * d).fill(0);
    kernels.call.tallySets(weights, sums, d - 2, 0, totals, totals + 8 * d);
    for (let bit = 0; bit < d - 2; bit++)
      edges[membersOf(withPair(1 << bit, k, j))[0] * d + j] += tallies[bit];
    for (let size = 0; size <= d - 2; size++) {
      edges[k * d + j] += tallies[d + size];
      parentCounts[j * d + size + 1] += tallies[d + size];
    }
    yield j / d;
  }
  return { edges, parentCounts };
}

/** Copies the weights of the parent sets of j that contain k. */
function weightsWithInto(out: number, { d, tables }: LayerPlace, [k, j]: readonly [number, number]): void {
  tables.kernels.call.weightsWith(out, tables.table + 8 * j * 2 ** (d - 1), d - 2, k < j ? k : k - 1);
}

/** All (k, j), k ≠ j, by j. */
function* pairs(d: number): Generator<readonly [number, number], void, void> {
  for (let j = 0; j < d; j++) for (let k = 0; k < d; k++) if (k !== j) yield [k, j];
}
