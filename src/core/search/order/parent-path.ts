// The best parents of a node for each number of parents, among candidates: needed at every move of a search over orders.
//
// All subsets if there are few candidates, otherwise backward elimination: from all candidates, repeatedly drop the one
// whose loss costs the term least. Linear Gaussian scores do both by elimination in one matrix (gaussian-parent-sets.ts);
// others are evaluated term by term. Scores for categorical data grow the set instead: add the candidate that gains most
// while the term rises, then drop what has become useless.
//
// Only sizes that the knowledge allows are on the path; required parents are never dropped.

import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import type { Local } from "../../score/score.ts";
import { checkedTerm } from "../exact/exact.ts";
import { gaussianPaths } from "./gaussian-parent-sets.ts";

export interface ParentPath {
  /** Best term for each number of parents; −Infinity if there is no set of that size. */
  readonly terms: Float64Array;
  /** The parents that give it, ascending. */
  readonly parents: (size: number) => number[];
}

export interface ParentPathOptions {
  /** Up to this many candidates all subsets are compared; beyond, candidates are eliminated one by one. */
  readonly exactCandidates?: number;
  /** Nodes are requested one after another, so that nothing about earlier nodes needs to be cached. */
  readonly isByNode?: boolean;
}

export interface ParentPaths {
  readonly of: (node: number, predecessors: readonly number[]) => ParentPath;
}

/** The function (node, predecessors) → path, for one score and one knowledge. */
export function parentPaths(
  local: Local,
  knowledge: Knowledge,
  { exactCandidates = 11, isByNode = false }: ParentPathOptions = {},
): ParentPaths {
  const { d } = knowledge;
  const isAllowed = Array.from({ length: d }, (_, j) => new Set(allowedParents(knowledge, j)));
  const required = Array.from({ length: d }, (_, j) => requiredParents(knowledge, j));
  const engine = local.gaussian
    ? gaussianPaths(local.gaussian, isByNode ? (node) => required[node] : undefined)
    : listedPaths(local);
  return {
    of: (node, predecessors) => {
      const candidates = predecessors.filter((i) => isAllowed[node].has(i)).sort((x, y) => x - y);
      const fixed = required[node];
      const isPossible = fixed.every((i) => candidates.includes(i)) && fixed.length <= knowledge.maxParents;
      if (!isPossible) return impossible;
      const isFew = candidates.length <= exactCandidates;
      const path = (isFew ? engine.every : engine.eliminate)(node, candidates, fixed);
      path.terms.fill(Number.NEGATIVE_INFINITY, knowledge.maxParents + 1);
      return path;
    },
  };
}

const impossible: ParentPath = {
  terms: new Float64Array(1).fill(Number.NEGATIVE_INFINITY),
  parents: () => [],
};

/** How one kind of score computes paths: over all subsets, or by elimination. */
export interface Engine {
  readonly every: (node: number, candidates: readonly number[], fixed: readonly number[]) => ParentPath;
  readonly eliminate: (node: number, candidates: readonly number[], fixed: readonly number[]) => ParentPath;
}

/** Paths for terms that are evaluated one by one. */
function listedPaths(local: Local): Engine {
  /** A path of at most `most` parents: the best set of each size among those tried. */
  const tried = (node: number, most: number) => {
    const terms = new Float64Array(most + 1).fill(Number.NEGATIVE_INFINITY);
    const sets: number[][] = Array.from({ length: most + 1 }, () => []);
    const tryOut = (set: number[]): number => {
      const value = checkedTerm(local, node, set);
      if (value > terms[set.length] || sets[set.length].length < set.length) {
        terms[set.length] = value;
        sets[set.length] = set;
      }
      return value;
    };
    return { sets, tryOut, path: { terms, parents: (size: number) => sets[size] } };
  };
  function every(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    const { tryOut, path } = tried(node, candidates.length);
    for (let mask = 0; mask < 2 ** candidates.length; mask++) {
      const set = candidates.filter((_, k) => ((mask >> k) & 1) === 1);
      if (fixed.every((i) => set.includes(i))) tryOut(set);
    }
    return path;
  }
  function eliminate(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    const { sets, tryOut, path } = tried(node, candidates.length);
    let set = [...candidates];
    tryOut(set);
    while (set.length > fixed.length) {
      for (const i of set) if (!fixed.includes(i)) tryOut(set.filter((x) => x !== i));
      set = sets[set.length - 1];
    }
    return path;
  }
  function grow(node: number, candidates: readonly number[], fixed: readonly number[]): ParentPath {
    const { tryOut, path } = tried(node, candidates.length);
    let set = [...fixed].sort((a, b) => a - b);
    let value = tryOut(set);
    const better = (next: readonly number[][]): boolean => {
      const before = value;
      for (const other of next) {
        const term = tryOut(other);
        if (term > value) [set, value] = [other, term];
      }
      return value > before;
    };
    const larger = () =>
      candidates.filter((i) => !set.includes(i)).map((i) => [...set, i].sort((a, b) => a - b));
    const smaller = () => set.filter((i) => !fixed.includes(i)).map((i) => set.filter((x) => x !== i));
    while (better(larger()));
    while (better(smaller()));
    return path;
  }
  return { every, eliminate: local.isGrown ? grow : eliminate };
}
