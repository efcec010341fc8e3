// S of graphs from cached terms: rewards.ts describes the terms and bounds of each score.

import { logarithm } from "../../math/elementary.ts";
import type { GaussianTerms, Local, Score } from "../../score/score.ts";
import { type GaussianBatch, gaussianBatch, type NewTerms, oneByOne } from "./new-terms.ts";
import { bitCount, wordsFor } from "./parent-bits.ts";
import { finiteUpper, type Scale } from "./score-range.ts";
import { createTermCache, type TermCache } from "./term-cache.ts";

/** Graphs whose new terms are computed together. */
export const together = 64;

export function scaleOfTerms(score: Score, memoryBytes: number): Scale {
  const { d } = score;
  const words = wordsFor(d);
  const terms = termsOf(score);
  const { termsInto, counts } = rememberedTerms(d, terms.newTerms, memoryBytes);
  const values = new Float64Array(together * d);
  return {
    ...terms,
    valuesInto: (S, parents, count) => {
      for (let from = 0; from < count; from += together) {
        const chunk = Math.min(together, count - from);
        const first = from * d * words;
        termsInto(values, parents.subarray(first), chunk);
        for (let b = 0; b < chunk; b++) {
          const edges = edgesAt(parents, first + b * d * words, d * words);
          S[from + b] = terms.ofValues(values.subarray(b * d, (b + 1) * d), edges);
        }
      }
    },
    counts,
  };
}

/** Terms of graphs, [count, d], from the cache or computed. */
export function rememberedTerms(d: number, newTerms: Terms["newTerms"], memoryBytes: number) {
  const words = wordsFor(d);
  const cache = createTermCache({ regions: d, words, bits: d, memoryBytes });
  const compute = newTerms(cache);
  const missing = new Int32Array(together * d); // b · d + j of the terms to compute
  let [lookups, computed] = [0, 0];
  return {
    /** For at most `together` graphs. */
    termsInto: (values: Float64Array, parents: Uint32Array, count: number): void => {
      let absent = 0;
      for (let at = 0; at < count * d; at++) {
        const value = cache.get(at % d, parents, at * words);
        values[at] = value;
        if (Number.isNaN(value)) missing[absent++] = at;
      }
      lookups += count * d;
      computed += compute(values, parents, missing.subarray(0, absent));
      for (let m = 0; m < absent; m++)
        cache.set(missing[m] % d, parents, missing[m] * words, values[missing[m]]);
    },
    counts: () => ({ lookups, computed, remembered: cache.size() }),
  };
}

/** Computes the terms of a score that are not cached. */
export function newTermsOf({ term, gaussian }: Local, d: number): Terms["newTerms"] {
  return (cache) =>
    gaussian ? gaussianBatch(gaussianTerms(gaussian, together * d)) : oneByOne(term, cache, d);
}

function edgesAt(parents: Uint32Array, from: number, length: number): number {
  let edges = 0;
  for (let w = from; w < from + length; w++) edges += bitCount(parents[w]);
  return edges;
}

/** What a term is, and S as a function of the terms. */
interface Terms extends Pick<Scale, "lower" | "upper" | "isLowerBound"> {
  readonly ofValues: (values: Float64Array, edges: number) => number;
  readonly newTerms: (cache: TermCache) => NewTerms;
}

function termsOf(score: Score): Terms {
  const { bounds, local, rss, d } = score;
  if (bounds?.ofResiduals !== undefined && rss !== undefined) {
    const { lower, upper, ofResiduals, isLowerBound = true } = bounds;
    const M = local?.gaussian?.M;
    const newTerms = (cache: TermCache) =>
      M ? gaussianBatch({ M, most: together * d, term: (v) => v, logdet: false }) : oneByOne(rss, cache, d);
    return { lower, upper, isLowerBound, ofValues: ofResiduals, newTerms };
  }
  const { term, combine } = local as Local;
  const ofValues = (values: Float64Array, edges: number) => {
    let sum = 0;
    for (const value of values) sum += value;
    return -(combine ? combine(sum, edges) : sum);
  };
  const alone = (best: (j: number) => number) =>
    ofValues(
      Float64Array.from({ length: d }, (_, j) => best(j)),
      0,
    );
  return {
    lower: alone((j) => greedyTerm(term, j, d)),
    upper: finiteUpper(alone((j) => term(j, []))),
    isLowerBound: false,
    ofValues,
    newTerms: newTermsOf(local as Local, d),
  };
}

/** The best term that greedily adding one parent at a time reaches. */
function greedyTerm(term: Local["term"], node: number, d: number): number {
  let parents: number[] = [];
  let best = term(node, parents);
  for (;;) {
    let next: number[] | undefined;
    for (let i = 0; i < d; i++) {
      if (i === node || parents.includes(i)) continue;
      const more = [...parents, i].sort((a, b) => a - b);
      const value = term(node, more);
      if (value > best) [best, next] = [value, more];
    }
    if (next === undefined) return best;
    parents = next;
  }
}

function gaussianTerms({ M, kind, a, b, c }: GaussianTerms, most: number): GaussianBatch {
  if (kind === "linear") return { M, most, term: (rss, _, k) => c[k] - rss, logdet: false };
  const term = (rss: number, logdet: number, k: number) => a[k] * logarithm(rss) + b[k] * logdet + c[k];
  return { M, most, term, logdet: b.some((x) => x !== 0) };
}
