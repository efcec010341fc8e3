// The best parents of a node of each size, among candidates: what a search over orders asks for at every move.
//
// All subsets where the candidates are few, backward elimination beyond: from all candidates, drop again and again the
// one whose loss costs the term least. Linear Gaussian scores do both by elimination in one matrix (gaussian-path.ts);
// others are asked term by term. Scores of categories grow the set instead: add the candidate that gains most while the
// term rises, then drop what has become useless.
//
// Only sizes that the knowledge allows are on the path; required parents are never dropped.

import { allowedParents, type Knowledge, requiredParents } from "../graph/knowledge.ts";
import type { Local } from "../score/score.ts";
import { gaussianPaths } from "./gaussian-path.ts";
import { checkedTerm } from "./subset-program.ts";

export interface ParentPath {
  /** Best term for each number of parents; −Infinity where there is no set of that size. */
  readonly terms: Float64Array;
  /** The parents that give it, ascending. */
  readonly parents: (size: number) => number[];
  /** Is the path certainly the same with this candidate too? Absent: not known. */
  readonly isSameWith?: (candidate: number) => boolean;
  /** Is it the same without this one of now `count` candidates? (A path may be kept while candidates come and go.) */
  readonly isSameWithout?: ((candidate: number, count: number) => boolean) | null;
}

export interface ParentPathOptions {
  /** Up to this many candidates all subsets are compared; beyond, candidates are eliminated one by one. */
  readonly exactCandidates?: number;
}

export interface ParentPaths {
  readonly of: (node: number, predecessors: readonly number[]) => ParentPath;
  /** May `cause` be a parent of `node`? */
  readonly isCandidate: (node: number, cause: number) => boolean;
}

/** The function (node, predecessors) → path, for one score and one knowledge. */
export function parentPaths(
  local: Local,
  knowledge: Knowledge,
  { exactCandidates = 11 }: ParentPathOptions = {},
): ParentPaths {
  const { d } = knowledge;
  const allowed = Array.from({ length: d }, (_, j) => new Set(allowedParents(knowledge, j)));
  const required = Array.from({ length: d }, (_, j) => requiredParents(knowledge, j));
  const engine = local.gaussian ? gaussianPaths(local.gaussian) : listedPaths(local);

  const isCandidate = (node: number, cause: number) => allowed[node].has(cause);
  const of = (node: number, predecessors: readonly number[]): ParentPath => {
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
  return { of, isCandidate };
}

const impossible: ParentPath = {
  terms: new Float64Array(1).fill(Number.NEGATIVE_INFINITY),
  parents: () => [],
};

/** How one kind of score answers: by all subsets, or by elimination. */
export interface Engine {
  readonly every: (node: number, candidates: readonly number[], fixed: readonly number[]) => ParentPath;
  readonly eliminate: (node: number, candidates: readonly number[], fixed: readonly number[]) => ParentPath;
}

function listedPaths(local: Local): Engine {
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
  function grow(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    const terms = new Float64Array(candidates.length + 1).fill(Number.NEGATIVE_INFINITY);
    const sets: number[][] = Array.from({ length: candidates.length + 1 }, () => []);
    const keep = (set: number[], value: number) => {
      if (value > terms[set.length] || sets[set.length].length < set.length) {
        terms[set.length] = value;
        sets[set.length] = set;
      }
      return value;
    };
    let set = [...fixed].sort((a, b) => a - b);
    let value = keep(set, checkedTerm(local, node, set));
    const better = (next: readonly number[][]): boolean => {
      const before = value;
      for (const other of next) {
        const term = keep(other, checkedTerm(local, node, other));
        if (term > value) [set, value] = [other, term];
      }
      return value > before;
    };
    const larger = () =>
      candidates.filter((i) => !set.includes(i)).map((i) => [...set, i].sort((a, b) => a - b));
    const smaller = () => set.filter((i) => !fixed.includes(i)).map((i) => set.filter((x) => x !== i));
    while (better(larger()));
    while (better(smaller()));
    return { terms, parents: (size) => sets[size] };
  }
  return { every, eliminate: local.isGrown ? grow : eliminate };
}
