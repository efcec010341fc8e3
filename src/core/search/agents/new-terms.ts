// Computes the terms of a batch that are not cached: all together by a kernel if they are Gaussian, otherwise one by one.

import type { Matrix } from "../../math/matrix.ts";
import { pivotTolerance } from "../../math/solve.ts";
import { createKernels } from "../../math/wasm/wasm.ts";
import type { Local } from "../../score/score.ts";
import { bitCount, membersAt, wordsFor } from "./parent-bits.ts";
import type { TermCache } from "./term-cache.ts";

/** Fills in the missing values; returns how many were computed. */
export type NewTerms = (values: Float64Array, parents: Uint32Array, missing: Int32Array) => number;

export interface GaussianBatch {
  readonly M: Matrix;
  /** Maximum number of terms per call. */
  readonly most: number;
  /** The term as a function of the residual, the log det of the parents' block (0 unless `logdet`) and the number of parents. */
  readonly term: (rss: number, logdet: number, k: number) => number;
  readonly logdet: boolean;
}

export function gaussianBatch({ M, most, term, logdet: wantsLogdet }: GaussianBatch): NewTerms {
  const d = M.cols;
  const words = wordsFor(d);
  const kernels = createKernels(8 * (d * d + d * (d + 2) + d + 2 * most) + 4 * most * (1 + words) + 1024);
  const matrix = kernels.allocateFloats(d * d);
  kernels.floats(matrix, d * d).set(M.data);
  const [residuals, logdets] = [kernels.allocateFloats(most), kernels.allocateFloats(most)];
  const at = kernels.allocate(4 * most * (1 + words));
  const work = kernels.allocateFloats(kernels.call.residualsRoom(d));
  const [rss, logdet] = [kernels.floats(residuals, most), kernels.floats(logdets, most)];
  const requests = kernels.words(at, most * (1 + words));
  return (values, parents, missing) => {
    let to = 0;
    for (const place of missing) {
      requests[to++] = place % d;
      for (let w = 0; w < words; w++) requests[to++] = parents[place * words + w];
    }
    kernels.call.residualsInto(
      residuals,
      wantsLogdet ? logdets : 0,
      matrix,
      d,
      at,
      missing.length,
      words,
      pivotTolerance,
      work,
    );
    for (let m = 0; m < missing.length; m++) {
      let k = 0;
      for (let w = 0; w < words; w++) k += bitCount(parents[missing[m] * words + w]);
      values[missing[m]] = term(rss[m], logdet[m], k);
    }
    return missing.length;
  };
}

/** Terms may be slow to compute, so one that is missing twice is computed once. */
export function oneByOne(term: Local["term"], cache: TermCache, d: number): NewTerms {
  const words = wordsFor(d);
  return (values, parents, missing) => {
    let computed = 0;
    for (const at of missing) {
      const node = at % d;
      let value = cache.get(node, parents, at * words);
      if (Number.isNaN(value)) {
        value = term(node, membersAt(parents, at * words, words));
        cache.set(node, parents, at * words, value);
        computed++;
      }
      values[at] = value;
    }
    return computed;
  };
}
