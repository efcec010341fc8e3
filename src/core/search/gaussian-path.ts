// Parent paths of scores that are functions of one positive-definite matrix.
//
// All subsets by elimination down a tree of decisions, about 2p operations each (p candidates). Backward elimination
// from one inverse, p³ operations in all: dropping i raises the residual by β_i²/A_ii and changes log det by log A_ii.
//
// Above 20 candidates elimination starts from those that forward selection takes: the most explaining one first, up to
// 30, as long as it explains more than chance easily would (n · share > 2). That costs p · 30² at most, and loses parents
// only where more than 30 matter or where several cancel each other so well that none alone explains anything. A path
// found this way stays the same when a candidate comes or goes that forward selection does not take, which is quickly
// told, so a search over orders seldom has to ask anew.
//
// Candidates that repeat others (a pivot below tolerance) are left out.

import { unitDiagonal } from "../math/scatter.ts";
import { pivotTolerance } from "../math/solve.ts";
import type { GaussianTerms } from "../score/score.ts";
import type { Engine, ParentPath } from "./parent-path.ts";

/** Candidates above which forward selection comes first, and how many it takes. */
const grownAbove = 20;
const grownTo = 30;
/** n times the share of the node's variance that a candidate must explain to be taken. */
const evidence = 2;

/** A candidate that forward selection took: its gain, its row of the Cholesky factor, the root of its own variance, and
 * what it explains of the node. */
interface Taken {
  readonly variable: number;
  readonly gain: number;
  readonly before: readonly number[];
  readonly root: number;
  readonly share: number;
}

export function gaussianPaths({ M, n, kind, a, b, c }: GaussianTerms): Engine {
  const { R, scale } = unitDiagonal(M);
  const d = M.cols;
  const logScale = scale.map((s) => Math.log(s));
  const levels: Float64Array[] = [];

  const term = (node: number, v: number, logdet: number, k: number): number => {
    const floored = Math.max(v, pivotTolerance) * scale[node];
    return kind === "linear" ? -floored : a[k] * Math.log(floored) + b[k] * logdet + c[k];
  };
  const needsLogdet = b.some((x) => x !== 0);

  /** All subsets, highest candidate decided first; a level holds the matrix of the undecided and the node, last. */
  function every(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    const p = candidates.length;
    const w = p + 1;
    while (levels.length <= p) levels.push(new Float64Array((d + 1) * (d + 1)));
    const index = [...candidates, node];
    const top = levels[p];
    for (let i = 0; i < w; i++) for (let j = 0; j < w; j++) top[i * w + j] = R.data[index[i] * d + index[j]];
    const terms = new Float64Array(w).fill(Number.NEGATIVE_INFINITY);
    const masks = new Int32Array(w);
    let must = 0;
    for (const i of fixed) must |= 1 << candidates.indexOf(i);

    // matrix: rows and columns 0 … t − 1 undecided, row p the node.
    const visit = (t: number, matrix: Float64Array, mask: number, size: number, logdet: number): void => {
      if (t === 0) {
        const value = term(node, matrix[p * w + p], logdet, size);
        if (value > terms[size]) {
          terms[size] = value;
          masks[size] = mask;
        }
        return;
      }
      const k = t - 1;
      if (((must >> k) & 1) === 0) visit(k, matrix, mask, size, logdet);
      const pivot = matrix[k * w + k];
      if (!(pivot > pivotTolerance)) {
        // It repeats those before it: required, it is counted and explains nothing more; otherwise it is left out.
        if (((must >> k) & 1) === 1) visit(k, matrix, mask | (1 << k), size + 1, logdet);
        return;
      }
      const next = levels[k];
      const inverse = 1 / pivot;
      for (let i = 0; i < k; i++) {
        const factor = matrix[k * w + i] * inverse;
        for (let j = i; j < k; j++)
          next[i * w + j] = next[j * w + i] = matrix[i * w + j] - factor * matrix[k * w + j];
        next[p * w + i] = matrix[p * w + i] - factor * matrix[p * w + k];
      }
      next[p * w + p] = matrix[p * w + p] - matrix[p * w + k] * matrix[p * w + k] * inverse;
      const grown = needsLogdet ? logdet + Math.log(pivot) + logScale[candidates[k]] : 0;
      visit(k, next, mask | (1 << k), size + 1, grown);
    };
    visit(p, top, 0, 0, 0);
    return { terms, parents: (size) => candidates.filter((_, k) => ((masks[size] >> k) & 1) === 1) };
  }

  function eliminate(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    const screen = candidates.length > grownAbove ? screened(node, candidates, fixed) : null;
    const { A, beta, kept, v: least, logdet: all } = inverseOf(node, screen?.chosen ?? candidates);
    const p = kept.length;
    const keep = Uint8Array.from(kept, (i) => (fixed.includes(i) ? 1 : 0));
    // Required parents that repeat others explain nothing more, but count.
    const idle = fixed.filter((i) => !kept.includes(i));
    const idles = idle.length;
    const gone = new Uint8Array(p);
    const dropped: number[] = [];
    const terms = new Float64Array(p + idles + 1).fill(Number.NEGATIVE_INFINITY);
    let v = least;
    let logdet = all;
    terms[p + idles] = term(node, v, logdet, p + idles);
    for (let size = p + idles - 1; size >= fixed.length; size--) {
      let worst = -1;
      let best = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < p; i++) {
        if (gone[i] === 1 || keep[i] === 1) continue;
        const lost = (beta[i] * beta[i]) / A[i * p + i];
        const value = needsLogdet
          ? term(node, v + lost, logdet + Math.log(A[i * p + i]) - logScale[kept[i]], size)
          : -lost;
        if (value > best) {
          best = value;
          worst = i;
        }
      }
      if (worst < 0) break;
      const pivot = A[worst * p + worst];
      v += (beta[worst] * beta[worst]) / pivot;
      logdet += Math.log(pivot) - logScale[kept[worst]];
      gone[worst] = 1;
      dropped.push(worst);
      terms[size] = term(node, v, logdet, size);
      const ratio = beta[worst] / pivot;
      for (let i = 0; i < p; i++) {
        if (gone[i] === 1) continue;
        const factor = A[i * p + worst] / pivot;
        for (let j = 0; j < p; j++) A[i * p + j] -= factor * A[worst * p + j];
        beta[i] -= A[worst * p + i] * ratio;
      }
    }
    return {
      terms,
      parents: (size) => {
        const out = new Set(dropped.slice(0, p + idles - size));
        const rest = kept.filter((_, i) => !out.has(i));
        return idles === 0 ? rest : [...rest, ...idle].sort((x, y) => x - y);
      },
      isSameWith: screen?.isSameWith,
      isSameWithout: screen && ((i, count) => count - 1 > grownAbove && screen.isSameWithout(i)),
    };
  }

  /** The fixed parents, then those that forward selection takes, and how to tell that others change nothing. */
  function screened(node: number, candidates: readonly number[], fixed: readonly number[]) {
    const p = candidates.length;
    const covariance = Float64Array.from(candidates, (i) => R.data[i * d + node]); // with the node, given those chosen
    const variance = new Float64Array(p).fill(1);
    const rows: Float64Array[] = []; // of the Cholesky factor, one for each chosen
    const taken: Taken[] = [];
    const forced = fixed.map((i) => candidates.indexOf(i));
    let left = 1; // of the node's variance
    while (taken.length < Math.min(p, grownTo + forced.length)) {
      const isForced = taken.length < forced.length;
      const next = isForced ? forced[taken.length] : mostExplaining(covariance, variance);
      if (next < 0) break;
      const gain = (covariance[next] * covariance[next]) / Math.max(variance[next], pivotTolerance);
      if (!isForced && !(n * gain > evidence * left)) break;
      const root = Math.sqrt(Math.max(variance[next], pivotTolerance));
      const share = covariance[next] / root;
      const row = new Float64Array(p);
      for (let i = 0; i < p; i++) {
        let x = R.data[candidates[i] * d + candidates[next]];
        for (const earlier of rows) x -= earlier[i] * earlier[next];
        row[i] = x / root;
        variance[i] -= row[i] * row[i];
        covariance[i] -= row[i] * share;
      }
      const before = rows.map((earlier) => earlier[next]);
      taken.push({
        variable: candidates[next],
        gain: isForced ? Number.POSITIVE_INFINITY : gain,
        before,
        root,
        share,
      });
      variance[next] = 0; // chosen
      rows.push(row);
      left -= share * share;
    }
    const chosen = taken.map((t) => t.variable).sort((x, y) => x - y);
    return {
      chosen,
      isSameWithout: (i: number) => !chosen.includes(i),
      /** Would forward selection pass over candidate i, were it there too? */
      isSameWith: (i: number): boolean => {
        const row: number[] = [];
        let c = R.data[i * d + node];
        let v = 1;
        for (const { variable, gain, before, root, share } of taken) {
          if (v > pivotTolerance && (c * c) / v >= gain) return false;
          let x = R.data[i * d + variable];
          for (let k = 0; k < before.length; k++) x -= before[k] * row[k];
          row.push(x / root);
          v -= row[row.length - 1] * row[row.length - 1];
          c -= row[row.length - 1] * share;
        }
        const isFull = taken.length >= grownTo + forced.length;
        return isFull || !(v > pivotTolerance && (n * c * c) / v > evidence * left);
      },
    };
  }

  /** Inverse of the candidates' matrix and the node's coefficients, by sweeping; collinear candidates are left out. */
  function inverseOf(node: number, candidates: readonly number[]) {
    const p = candidates.length;
    const w = p + 1;
    const index = [...candidates, node];
    const G = new Float64Array(w * w);
    for (let i = 0; i < w; i++) for (let j = 0; j < w; j++) G[i * w + j] = R.data[index[i] * d + index[j]];
    const swept: number[] = [];
    let logdet = 0;
    for (let k = 0; k < p; k++) {
      const pivot = G[k * w + k];
      if (!(pivot > pivotTolerance)) continue;
      swept.push(k);
      logdet += Math.log(pivot) + logScale[candidates[k]];
      sweepInto(G, w, k);
    }
    const q = swept.length;
    const A = new Float64Array(q * q);
    const beta = new Float64Array(q);
    swept.forEach((r, i) => {
      swept.forEach((s, j) => {
        A[i * q + j] = -G[r * w + s];
      });
      beta[i] = G[r * w + p];
    });
    return { A, beta, kept: swept.map((k) => candidates[k]), v: G[p * w + p], logdet };
  }

  return { every, eliminate };
}

/** The candidate that explains most of what is left of the node; −1 where none explains anything. */
function mostExplaining(covariance: Float64Array, variance: Float64Array): number {
  let next = -1;
  let best = 0;
  for (let i = 0; i < variance.length; i++) {
    const gain = variance[i] > pivotTolerance ? (covariance[i] * covariance[i]) / variance[i] : 0;
    if (gain > best) [next, best] = [i, gain];
  }
  return next;
}

/** The sweep operator (Beaton 1964) with negated inverse: afterwards G_kk = −1/pivot and the rest is conditioned on k. */
function sweepInto(G: Float64Array, w: number, k: number): void {
  const inverse = 1 / G[k * w + k];
  for (let i = 0; i < w; i++) {
    if (i === k) continue;
    const factor = G[i * w + k] * inverse;
    for (let j = 0; j < w; j++) if (j !== k) G[i * w + j] -= factor * G[k * w + j];
  }
  for (let i = 0; i < w; i++) {
    if (i !== k) G[i * w + k] = G[k * w + i] = G[i * w + k] * inverse;
  }
  G[k * w + k] = -inverse;
}
