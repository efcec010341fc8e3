// The best parents of a node of each size, among candidates: what a search over orders asks for at every move.
//
// All subsets where the candidates are few, backward elimination beyond: from all candidates, drop again and again the
// one whose loss costs the term least. Linear Gaussian scores do both by elimination in one matrix (gaussian-parent-sets.ts);
// others are asked term by term. Scores of categories grow the set instead: add the candidate that gains most while the
// term rises, then drop what has become useless.
//
// Only sizes that the knowledge allows are on the path; required parents are never dropped.

import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import type { Local } from "../../score/score.ts";
import { checkedTerm } from "../exact/exact.ts";
import { gaussianPaths } from "./gaussian-parent-sets.ts";

export interface ParentPath {
  /** Best term for each number of parents; −Infinity where there is no set of that size. */
  readonly terms: Float64Array;
  /** The parents that give it, ascending. */
  readonly parents: (size: number) => number[];
  /** Is the path certainly the same with this candidate too? Absent: not known. */
  readonly isSameWith?: (candidate: number) => boolean;
  /** Is it the same without this one of now `count` candidates? (A path may be kept while candidates come and go.) */
  readonly isSameWithout?: (candidate: number, count: number) => boolean;
}

export interface ParentPathOptions {
  /** Up to this many candidates all subsets are compared; beyond, candidates are eliminated one by one. */
  readonly exactCandidates?: number;
}

export interface ParentPaths {
  readonly of: (node: number, predecessors: readonly number[]) => ParentPath;
  /** The same, the predecessors being those marked 1. */
  readonly among: (node: number, isBefore: Uint8Array) => ParentPath;
  /** Are paths among so many candidates remembered here (the same object for the same path)? Others are found anew. */
  readonly isRemembered: (candidates: number) => boolean;
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
  const allowed = Array.from({ length: d }, (_, j) => {
    const row = new Uint8Array(d);
    for (const i of allowedParents(knowledge, j)) row[i] = 1;
    return row;
  });
  const required = Array.from({ length: d }, (_, j) => requiredParents(knowledge, j));
  const engine = local.gaussian ? gaussianPaths(local.gaussian) : listedPaths(local);
  const { grown } = engine;
  const remembersAbove = Math.max(exactCandidates, grown?.above ?? Number.POSITIVE_INFINITY);
  const isBefore = new Uint8Array(d);
  const isCandidate = new Uint8Array(d);

  const among = (node: number, marks: Uint8Array): ParentPath => {
    let count = 0;
    for (let i = 0; i < d; i++) {
      isCandidate[i] = marks[i] & allowed[node][i];
      count += isCandidate[i];
    }
    const fixed = required[node];
    if (!fixed.every((i) => isCandidate[i] === 1) || fixed.length > knowledge.maxParents) return impossible;
    const path =
      grown && count > remembersAbove ? grown.among(node, isCandidate, fixed) : found(node, count, fixed);
    path.terms.fill(Number.NEGATIVE_INFINITY, knowledge.maxParents + 1);
    return path;
  };
  const found = (node: number, count: number, fixed: readonly number[]): ParentPath => {
    const candidates = new Array<number>(count);
    for (let i = d - 1, k = count; k > 0; i--) if (isCandidate[i] === 1) candidates[--k] = i;
    return (count <= exactCandidates ? engine.every : engine.eliminate)(node, candidates, fixed);
  };
  return {
    of: (node, predecessors) => {
      isBefore.fill(0);
      for (const i of predecessors) isBefore[i] = 1;
      return among(node, isBefore);
    },
    among,
    isCandidate: (node, cause) => allowed[node][cause] === 1,
    isRemembered: (candidates) => candidates > remembersAbove,
  };
}

const impossible: ParentPath = {
  terms: new Float64Array(1).fill(Number.NEGATIVE_INFINITY),
  parents: () => [],
};

/** How one kind of score answers: by all subsets, or by elimination. */
export interface Engine {
  readonly every: (node: number, candidates: readonly number[], fixed: readonly number[]) => ParentPath;
  readonly eliminate: (node: number, candidates: readonly number[], fixed: readonly number[]) => ParentPath;
  /** Above so many candidates `eliminate` is this, which takes them as marks and remembers what it found. */
  readonly grown?: {
    readonly above: number;
    readonly among: (node: number, isCandidate: Uint8Array, fixed: readonly number[]) => ParentPath;
  };
}

/** Paths of terms that are asked for one by one. */
function listedPaths(local: Local): Engine {
  /** A path of at most so many parents: of the sets that were tried, the best of each size. */
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
