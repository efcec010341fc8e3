// For many variables: a few candidates for the parents of each, and the weight of every set of them.
//
// Candidates are the parents and children in the best graph that order search finds, and then in turn those with the best term
// beside its parents there and those with the best term alone. Sets of candidates are numbered by bits, in ascending order of the variables.

import { check } from "../../check.ts";
import { childrenOf, type Graph, parentsOf } from "../../graph/graph.ts";
import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { bitCount, membersOf } from "../../math/bit-sets.ts";
import type { Local } from "../../score/score.ts";
import { checkedTerm } from "../exact/exact.ts";

export interface Candidates {
  readonly d: number;
  /** Of each variable, ascending. */
  readonly lists: readonly (readonly number[])[];
  /** Of each variable the logs of the weights of its sets of candidates, less the largest; −∞ where the knowledge forbids one. */
  readonly weights: readonly Float64Array[];
}

export interface CandidateProblem {
  readonly local: Local;
  readonly knowledge: Knowledge;
  /** Makes log evidence of a score. */
  readonly factor: number;
  /** A good graph, which obeys the knowledge. */
  readonly graph: Graph;
  /** How many candidates, where there are as many. */
  readonly most: number;
}

/** The most parents that a table is made for: 2^20 sets. */
const mostListed = 20;

/** Yields the share done. */
export function* candidates(problem: CandidateProblem): Generator<number, Candidates, void> {
  const { local, knowledge, factor } = problem;
  const { d } = knowledge;
  const lists: number[][] = [];
  const weights: Float64Array[] = [];
  for (let j = 0; j < d; j++) {
    const list = candidatesOf(j, problem);
    const required = requiredParents(knowledge, j);
    const logs = new Float64Array(2 ** list.length).fill(Number.NEGATIVE_INFINITY);
    for (let S = 0; S < logs.length; S++) {
      const parents = membersOf(S).map((c) => list[c]);
      if (bitCount(S) <= knowledge.maxParents && required.every((i) => parents.includes(i)))
        logs[S] = factor * checkedTerm(local, j, parents);
      if (S % 256 === 255) yield (j + S / logs.length) / d;
    }
    const top = logs.reduce((a, b) => Math.max(a, b));
    lists.push(list);
    weights.push(logs.map((x) => x - top));
    yield (j + 1) / d;
  }
  return { d, lists, weights };
}

function candidatesOf(j: number, { local, knowledge, graph, most }: CandidateProblem): number[] {
  const allowed = allowedParents(knowledge, j);
  const parents = parentsOf(graph, j);
  check(
    parents.length <= mostListed,
    `posterior: at most ${mostListed} parents of a variable can be averaged over, and the best graph has one with ${parents.length}`,
  );
  const children = new Set(childrenOf(graph, j));
  const beside = (i: number) =>
    local.term(
      j,
      [...parents, i].sort((a, b) => a - b),
    );
  const alone = (i: number) => local.term(j, [i]);
  const others = allowed.filter((i) => !parents.includes(i));
  const rankings = [
    ranked(others, (i) => (children.has(i) ? Number.POSITIVE_INFINITY : beside(i))),
    ranked(others, alone),
  ];
  // One from each ranking in turn.
  const inTurn = new Set(others.flatMap((_, k) => rankings.map((ranking) => ranking[k])));
  const more = [...inTurn].slice(0, Math.max(0, most - parents.length));
  return [...parents, ...more].sort((a, b) => a - b);
}

/** Largest value first. */
function ranked(variables: readonly number[], value: (i: number) => number): number[] {
  const values = new Map(variables.map((i) => [i, value(i)]));
  return [...variables].sort((a, b) =>
    values.get(a) === values.get(b) ? a - b : values.get(b)! - values.get(a)!,
  );
}
