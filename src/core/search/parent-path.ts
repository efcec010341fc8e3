// The best parents of a node of each size, among candidates: what a search over orders asks for at every move.
//
// Exact where the candidates are few: every subset, by elimination down a tree of decisions, about 2p operations each
// (p candidates). Backward elimination beyond: from all candidates, drop again and again the one whose loss costs the
// term least, p³ operations in all from one inverse. Scores without the Gaussian fast path are asked term by term.
//
// Only sizes that the knowledge allows are on the path; required parents are never dropped. Candidates that repeat
// others (a pivot below tolerance) are left out of the elimination.

import { allowedParents, type Knowledge, requiredParents } from "../graph/knowledge.ts";
import { unitDiagonal } from "../math/scatter.ts";
import { pivotTolerance } from "../math/solve.ts";
import type { Local } from "../score/score.ts";
import { checkedTerm } from "./subset-program.ts";

export interface ParentPath {
  /** Best term for each number of parents; −Infinity where there is no set of that size. */
  readonly terms: Float64Array;
  /** The parents that give it, ascending. */
  readonly parents: (size: number) => number[];
}

export interface ParentPathOptions {
  /** Up to this many candidates all subsets are compared; beyond, candidates are eliminated one by one. */
  readonly exactCandidates?: number;
}

export type ParentPaths = (node: number, predecessors: readonly number[]) => ParentPath;

/** The function (node, predecessors) → path, for one score and one knowledge. */
export function parentPaths(
  local: Local,
  knowledge: Knowledge,
  { exactCandidates = 11 }: ParentPathOptions = {},
): ParentPaths {
  const { d } = knowledge;
  const allowed = Array.from({ length: d }, (_, j) => new Set(allowedParents(knowledge, j)));
  const required = Array.from({ length: d }, (_, j) => requiredParents(knowledge, j));
  const engine = local.gaussian ? gaussianEngine(local) : listedEngine(local);

  return (node, predecessors) => {
    const candidates = predecessors.filter((i) => allowed[node].has(i)).sort((a, b) => a - b);
    const fixed = required[node];
    if (!fixed.every((i) => candidates.includes(i)) || fixed.length > knowledge.maxParents) return impossible;
    const path =
      candidates.length <= exactCandidates
        ? engine.every(node, candidates, fixed)
        : engine.eliminate(node, candidates, fixed);
    path.terms.fill(Number.NEGATIVE_INFINITY, knowledge.maxParents + 1);
    return path;
  };
}

const impossible: ParentPath = {
  terms: new Float64Array(1).fill(Number.NEGATIVE_INFINITY),
  parents: () => [],
};

interface Engine {
  readonly every: (node: number, candidates: readonly number[], fixed: readonly number[]) => ParentPath;
  readonly eliminate: (node: number, candidates: readonly number[], fixed: readonly number[]) => ParentPath;
}

function gaussianEngine(local: Local): Engine {
  const { M, kind, a, b, c } = local.gaussian!;
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
      if (!(pivot > pivotTolerance)) return;
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
    const { A, beta, kept, v: least, logdet: all } = inverseOf(node, candidates);
    const p = kept.length;
    const keep = new Uint8Array(p);
    for (const i of fixed) keep[kept.indexOf(i)] = 1;
    const gone = new Uint8Array(p);
    const dropped: number[] = [];
    const terms = new Float64Array(p + 1).fill(Number.NEGATIVE_INFINITY);
    let v = least;
    let logdet = all;
    terms[p] = term(node, v, logdet, p);
    for (let size = p - 1; size >= fixed.length; size--) {
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
        const out = new Set(dropped.slice(0, p - size));
        return kept.filter((_, i) => !out.has(i));
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

function listedEngine(local: Local): Engine {
  function every(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    const p = candidates.length;
    const terms = new Float64Array(p + 1).fill(Number.NEGATIVE_INFINITY);
    const sets: number[][] = Array.from({ length: p + 1 }, () => []);
    for (let mask = 0; mask < 2 ** p; mask++) {
      const set = candidates.filter((_, k) => ((mask >> k) & 1) === 1);
      if (!fixed.every((i) => set.includes(i))) continue;
      const value = checkedTerm(local, node, set);
      if (value > terms[set.length]) {
        terms[set.length] = value;
        sets[set.length] = set;
      }
    }
    return { terms, parents: (size) => sets[size] };
  }
  function eliminate(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    const terms = new Float64Array(candidates.length + 1).fill(Number.NEGATIVE_INFINITY);
    const sets: number[][] = Array.from({ length: candidates.length + 1 }, () => []);
    let set = [...candidates];
    terms[set.length] = checkedTerm(local, node, set);
    sets[set.length] = set;
    while (set.length > fixed.length) {
      let next = set;
      let best = Number.NEGATIVE_INFINITY;
      for (const i of set) {
        if (fixed.includes(i)) continue;
        const smaller = set.filter((x) => x !== i);
        const value = checkedTerm(local, node, smaller);
        if (value > best || next === set) {
          best = value;
          next = smaller;
        }
      }
      set = next;
      terms[set.length] = best;
      sets[set.length] = set;
    }
    return { terms, parents: (size) => sets[size] };
  }
  return { every, eliminate };
}
