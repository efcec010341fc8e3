// Parent paths for scores that are functions of one positive-definite matrix.
//
// All subsets by elimination down a tree of decisions, about 2p operations each (p candidates). Backward elimination
// from one inverse, p³ operations in total: dropping i raises the residual by β_i²/A_ii and changes log det by log A_ii.
//
// Above 20 candidates, elimination starts from those that forward selection takes (selection-tree.ts), at most 30. That
// misses parents only if more than 30 matter or if several cancel each other so well that none alone explains
// anything. The selection for a different set of candidates is often in the cache.
//
// Candidates that are linear combinations of others (a pivot below tolerance) are left out.

import { logarithm } from "../../math/elementary.ts";
import { unitDiagonal } from "../../math/scatter.ts";
import { pivotTolerance } from "../../math/solve.ts";
import type { GaussianTerms } from "../../score/score.ts";
import type { Engine, ParentPath } from "./parent-path.ts";
import { forwardSelections } from "./partial-fits.ts";
import { selectionTree } from "./selection-tree.ts";

/** Number of candidates above which forward selection comes first. */
const grownAbove = 20;
/** Number of selections cached for all nodes together: at 100 variables about three kilobytes each. */
const selections = 30_000;
/** Relative difference of residuals that rounding of their logarithms cannot reverse. */
const clearlyMore = 1e-12;

/** byNode: the required parents of each node, if nodes are requested one after another; nothing is cached then. */
export function gaussianPaths(
  { M, n, kind, a, b, c }: GaussianTerms,
  byNode?: (node: number) => readonly number[],
): Engine {
  const { R, scale } = unitDiagonal(M);
  const d = M.cols;
  const logScale = scale.map((s) => logarithm(s));
  const selection = byNode && forwardSelections(R, n, byNode);
  const levels: Float64Array[] = [];
  // For each node, by its fixed parents.
  const trees = Array.from({ length: d }, () => new Map<string, (isCandidate: Uint8Array) => ParentPath>());
  // Workspace of the elimination: the swept matrix, the inverse, the coefficients, the dropped row.
  let G = new Float64Array(0);
  let A = new Float64Array(0);
  let beta = new Float64Array(0);
  let spare = new Float64Array(0);

  const term = (node: number, v: number, logdet: number, k: number): number => {
    const floored = Math.max(v, pivotTolerance) * scale[node];
    return kind === "linear" ? c[k] - floored : a[k] * logarithm(floored) + b[k] * logdet + c[k];
  };
  const needsLogdet = b.some((x) => x !== 0);
  // A larger residual makes the term smaller, so most logarithms need not be taken.
  const isFalling = !needsLogdet && a.every((x) => x <= 0);

  /** All subsets, highest candidate decided first; a level holds the matrix of the undecided candidates and, last, the node. */
  function every(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    const p = candidates.length;
    const w = p + 1;
    while (levels.length <= p) levels.push(new Float64Array((d + 1) * (d + 1)));
    const index = [...candidates, node];
    const top = levels[p];
    for (let i = 0; i < w; i++) for (let j = 0; j < w; j++) top[i * w + j] = R.data[index[i] * d + index[j]];
    const terms = new Float64Array(w).fill(Number.NEGATIVE_INFINITY);
    const masks = new Int32Array(w);
    const least = new Float64Array(w).fill(Number.POSITIVE_INFINITY); // larger residuals are no better
    let must = 0;
    for (const i of fixed) must |= 1 << candidates.indexOf(i);

    // matrix, lower triangle: rows and columns 0 … t − 1 are undecided, row p is the node.
    const visit = (t: number, matrix: Float64Array, mask: number, size: number, logdet: number): void => {
      if (t === 0) {
        if (isFalling && matrix[p * w + p] > least[size]) return;
        const value = term(node, matrix[p * w + p], logdet, size);
        if (value > terms[size]) {
          terms[size] = value;
          masks[size] = mask;
          least[size] = matrix[p * w + p] * (1 + clearlyMore);
        }
        return;
      }
      const k = t - 1;
      if (((must >> k) & 1) === 0) visit(k, matrix, mask, size, logdet);
      const pivot = matrix[k * w + k];
      if (!(pivot > pivotTolerance)) {
        // A combination of those before it: if required, it counts and explains nothing more; otherwise it is left out.
        if (((must >> k) & 1) === 1) visit(k, matrix, mask | (1 << k), size + 1, logdet);
        return;
      }
      const next = levels[k];
      const inverse = 1 / pivot;
      for (let i = 0; i < k; i++) {
        const factor = matrix[k * w + i] * inverse;
        for (let j = i; j < k; j++) next[j * w + i] = matrix[j * w + i] - factor * matrix[k * w + j];
        next[p * w + i] = matrix[p * w + i] - factor * matrix[p * w + k];
      }
      next[p * w + p] = matrix[p * w + p] - matrix[p * w + k] * matrix[p * w + k] * inverse;
      const grown = needsLogdet ? logdet + logarithm(pivot) + logScale[candidates[k]] : 0;
      visit(k, next, mask | (1 << k), size + 1, grown);
    };
    visit(p, top, 0, 0, 0);
    return { terms, parents: (size) => candidates.filter((_, k) => ((masks[size] >> k) & 1) === 1) };
  }

  function eliminate(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    if (candidates.length <= grownAbove) return eliminated(node, candidates, fixed);
    const isCandidate = new Uint8Array(d);
    for (const i of candidates) isCandidate[i] = 1;
    return selected(node, isCandidate, fixed);
  }

  /** Elimination from what forward selection takes among the marked candidates. */
  function selected(node: number, isCandidate: Uint8Array, fixed: readonly number[]): ParentPath {
    if (selection) return eliminated(node, selection(node, isCandidate), fixed);
    const key = fixed.join();
    let tree = trees[node].get(key);
    if (tree === undefined) {
      const limit = Math.ceil(selections / d);
      tree = selectionTree(R, { node, required: fixed, n, limit }, (picks) => eliminated(node, picks, fixed));
      trees[node].set(key, tree);
    }
    return tree(isCandidate);
  }

  /** Backward elimination from all of these candidates: repeatedly drops the one whose loss costs least. */
  function eliminated(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    const { rows, v: least, logdet: all } = invert(node, candidates);
    let m = rows.length;
    // Required parents that are combinations of others explain nothing more, but count.
    const idle = fixed.filter((i) => !rows.includes(i));
    const largest = m + idle.length;
    const dropped: number[] = [];
    const terms = new Float64Array(largest + 1).fill(Number.NEGATIVE_INFINITY);
    let v = least;
    let logdet = all;
    terms[largest] = term(node, v, logdet, largest);
    const rest = [...rows]; // variables of the rows of A
    for (let size = largest - 1; size >= fixed.length; size--) {
      let worst = -1;
      let best = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < m; i++) {
        if (fixed.length > 0 && fixed.includes(rest[i])) continue;
        const diagonal = A[i * m + i];
        const lost = (beta[i] * beta[i]) / diagonal;
        const value = needsLogdet
          ? term(node, v + lost, logdet + logarithm(diagonal) - logScale[rest[i]], size)
          : -lost;
        if (value > best) {
          best = value;
          worst = i;
        }
      }
      if (worst < 0) break;
      const pivot = A[worst * m + worst];
      v += (beta[worst] * beta[worst]) / pivot;
      if (needsLogdet) logdet += logarithm(pivot) - logScale[rest[worst]];
      terms[size] = term(node, v, logdet, size);
      dropInto(A, beta, spare, m, worst);
      dropped.push(rest[worst]);
      rest.splice(worst, 1);
      m--;
    }
    return {
      terms,
      parents: (size) => [...dropped.slice(largest - size), ...rest, ...idle].sort((x, y) => x - y),
    };
  }

  /** Writes the inverse of the candidates' matrix and the node's coefficients to A and beta; collinear ones are left out. */
  function invert(node: number, candidates: readonly number[]) {
    const p = candidates.length;
    const w = p + 1;
    if (G.length < w * w) {
      G = new Float64Array(w * w);
      A = new Float64Array(p * p);
      beta = new Float64Array(p);
      spare = new Float64Array(p);
    }
    for (let i = 0; i < w; i++) {
      const row = (i < p ? candidates[i] : node) * d;
      for (let j = 0; j < p; j++) G[i * w + j] = R.data[row + candidates[j]];
      G[i * w + p] = R.data[row + node];
    }
    const swept: number[] = [];
    const rows: number[] = [];
    let logdet = 0;
    for (let k = 0; k < p; k++) {
      const pivot = G[k * w + k];
      if (!(pivot > pivotTolerance)) continue;
      swept.push(k);
      rows.push(candidates[k]);
      if (needsLogdet) logdet += logarithm(pivot) + logScale[candidates[k]];
      sweepInto(G, w, k);
    }
    const q = swept.length;
    for (let i = 0; i < q; i++) {
      const row = swept[i] * w;
      for (let j = 0; j < q; j++) A[i * q + j] = -G[row + swept[j]];
      beta[i] = G[row + p];
    }
    return { rows, v: G[p * w + p], logdet };
  }

  return { every, eliminate };
}

/** Removes variable k from the inverse [m, m] and the coefficients, in place; `row` is workspace for m numbers. */
function dropInto(A: Float64Array, beta: Float64Array, row: Float64Array, m: number, k: number): void {
  const pivot = A[k * m + k];
  const ratio = beta[k] / pivot;
  for (let j = 0; j < m; j++) row[j] = A[k * m + j];
  let to = 0;
  for (let i = 0; i < m; i++) {
    if (i === k) continue;
    const from = i * m;
    const factor = A[from + k] / pivot;
    for (let j = 0; j < k; j++) A[to++] = A[from + j] - factor * row[j];
    for (let j = k + 1; j < m; j++) A[to++] = A[from + j] - factor * row[j];
    beta[i < k ? i : i - 1] = beta[i] - row[i] * ratio;
  }
}

/** The sweep operator (Beaton 1964) with negated inverse: afterwards G_kk = −1/pivot and the rest is conditioned on k. */
function sweepInto(G: Float64Array, w: number, k: number): void {
  const start = k * w;
  const inverse = 1 / G[start + k];
  for (let i = 0; i < w; i++) {
    if (i === k) continue;
    const row = i * w;
    const factor = G[row + k] * inverse;
    for (let j = 0; j < w; j++) G[row + j] -= factor * G[start + j];
    G[row + k] = factor;
  }
  for (let i = 0; i < w; i++) G[start + i] = G[i * w + k];
  G[start + k] = -inverse;
}
