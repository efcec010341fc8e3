// The scores of drawn graphs, and the credit of each number of their vectors.
//
//     graph   the score of the graph, the same for all numbers of its vector
//     terms   a pair's number changes only the terms of its two variables; a height changes the term of its variable and of
//             those whose number with it is above 0. A number is credited with those terms: the others only add noise,
//             because their product with ∂ log π is 0 on average
//
// A score that combines its terms, such as the equal-variance one, is linearised around the mean of the batch. Credits are
// standardised within the batch.

import type { Knowledge } from "../../../graph/knowledge.ts";
import { createMemo } from "../../../math/memo.ts";
import { isBetter, type Local, type Score } from "../../../score/score.ts";
import { bitCount, graphAt, wordsFor } from "../parent-bits.ts";
import { newTermsOf, rememberedTerms, together } from "../term-scale.ts";
import { parentsInto, vectorLength } from "./vectors.ts";

export const credits = ["terms", "graph"] as const;

export type Credit = (typeof credits)[number];

export interface Rewarded {
  /** The score of each graph; −Infinity if it is forbidden. */
  readonly scores: Float64Array;
  /** One per vector, or one per number of each. */
  readonly advantages: Float64Array;
}

/** Bytes for cached terms, and number of graphs cached for a score without terms. */
const termBytes = 2 ** 27;
const rememberedGraphs = 100_000;

export function createVectorRewards(score: Score, knowledge: Knowledge, credit: Credit) {
  const { d, local } = score;
  const words = wordsFor(d);
  const size = vectorLength(d);
  const terms = local && rememberedTerms(d, newTermsOf(local, d), termBytes);
  const memo = createMemo<string, number>(rememberedGraphs);
  return (drawn: Float64Array): Rewarded => {
    const batch = drawn.length / size;
    const parents = new Uint32Array(batch * d * words);
    for (let b = 0; b < batch; b++)
      parentsInto(parents, b * d * words, drawn.subarray(b * size, (b + 1) * size), knowledge);
    if (local === undefined || terms === undefined) {
      const scores = Float64Array.from({ length: batch }, (_, b) =>
        memo(parents.subarray(b * d * words, (b + 1) * d * words).join(), () =>
          score.ofGraph(graphAt(parents, b, d)),
        ),
      );
      return { scores, advantages: standardised(scores) };
    }
    const values = new Float64Array(batch * d);
    for (let b = 0; b < batch; b += together)
      terms.termsInto(values.subarray(b * d), parents.subarray(b * d * words), Math.min(together, batch - b));
    const edges = Float64Array.from({ length: batch * d }, (_, at) => {
      let count = 0;
      for (let w = 0; w < words; w++) count += bitCount(parents[at * words + w]);
      return count;
    });
    const sums = sumsOf(values, d);
    const counts = sumsOf(edges, d);
    const scores = sums.map((sum, b) => local.combine?.(sum, counts[b]) ?? sum);
    if (credit === "graph") return { scores, advantages: standardised(scores) };
    const [bySum, byEdge] = slopes(local, sums, counts);
    const worth = values.map((x, at) => bySum * x + byEdge * edges[at]);
    return { scores, advantages: creditedTerms(worth, drawn, d) };
  };
}

/** The terms that each number of each vector affects, summed and standardised over the batch: [batch, size]. */
export function creditedTerms(worth: Float64Array, drawn: Float64Array, d: number): Float64Array {
  const size = vectorLength(d);
  const batch = drawn.length / size;
  const out = new Float64Array(batch * size);
  for (let b = 0; b < batch; b++) {
    const [row, first] = [b * size, b * d];
    for (let i = 0; i < d; i++) out[row + i] += worth[first + i];
    for (let i = 0, k = row + d; i < d; i++)
      for (let j = i + 1; j < d; j++, k++) {
        out[k] = worth[first + i] + worth[first + j];
        if (drawn[k] <= 0) continue;
        out[row + i] += worth[first + j];
        out[row + j] += worth[first + i];
      }
  }
  return standardised(out, size);
}

/** Derivatives of a score in the sum of its terms and in the number of edges, at the means of the batch. */
function slopes({ combine }: Local, sums: Float64Array, counts: Float64Array): [number, number] {
  if (combine === undefined) return [1, 0];
  const finite = sums.filter(Number.isFinite);
  const sum = finite.reduce((total, x) => total + x, 0) / finite.length;
  const edges = counts.reduce((total, x) => total + x, 0) / counts.length;
  const h = 1e-4 * Math.abs(sum);
  if (!(h > 0)) return [1, 0];
  const at = combine(sum, edges);
  return [(combine(sum + h, edges) - combine(sum - h, edges)) / (2 * h), combine(sum, edges + 1) - at];
}

/** Columns of [batch, columns] standardised to mean 0 and deviation 1; −Infinity counts as the smallest finite value. */
export function standardised(values: Float64Array, columns = 1): Float64Array {
  const batch = values.length / columns;
  const out = values.slice();
  const least = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
  values.forEach((x, at) => {
    if (x > Number.NEGATIVE_INFINITY && x < least[at % columns]) least[at % columns] = x;
  });
  const [mean, variance] = [new Float64Array(columns), new Float64Array(columns)];
  for (let b = 0, at = 0; b < batch; b++)
    for (let k = 0; k < columns; k++, at++) {
      // If all are −Infinity, they are equal.
      out[at] = least[k] === Number.POSITIVE_INFINITY ? 0 : Math.max(values[at], least[k]);
      mean[k] += out[at] / batch;
    }
  for (let b = 0, at = 0; b < batch; b++)
    for (let k = 0; k < columns; k++, at++) {
      out[at] -= mean[k];
      variance[k] += (out[at] * out[at]) / batch;
    }
  // Differences at the level of rounding carry no information.
  const unit = variance.map((x, k) => (isBetter(mean[k] + Math.sqrt(x), mean[k]) ? 1 / Math.sqrt(x) : 0));
  for (let b = 0, at = 0; b < batch; b++) for (let k = 0; k < columns; k++, at++) out[at] *= unit[k];
  return out;
}

function sumsOf(values: Float64Array, d: number): Float64Array {
  return Float64Array.from({ length: values.length / d }, (_, b) =>
    values.subarray(b * d, (b + 1) * d).reduce((sum, x) => sum + x, 0),
  );
}
