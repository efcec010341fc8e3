// For many variables: a few candidate parents of each, and the weight of every set of them, alone and with one further variable.
// Without the latter a variable that is not a candidate would seem impossible as a parent, although it is only improbable.
//
// Candidates are the parents and children in the best graph that order search finds, then alternately those with the best term
// in addition to its parents there and those with the best term alone. Sets of candidates are numbered by bits, in ascending
// order of the variables.
//
// Kuipers, Suter, Moffa, "Efficient sampling and structure learning of Bayesian networks", JCGS 31, 2022 (one further parent).

import { check } from "../../check.ts";
import { childrenOf, type Graph, parentsOf } from "../../graph/graph.ts";
import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { membersOf } from "../../math/bit-sets.ts";
import type { Local } from "../../score/score.ts";
import { checkedTerm } from "../exact/exact.ts";

export interface Candidates {
  readonly d: number;
  /** For each variable, ascending. */
  readonly lists: readonly (readonly number[])[];
  /** For each variable: its parents are candidates alone (first), or candidates and one further variable. */
  readonly slots: readonly (readonly Slot[])[];
}

export interface Slot {
  readonly outsider: number | null;
  /** Log weights with each set of candidates, minus the variable's largest; −∞ if the knowledge forbids the set. */
  readonly weights: Float64Array;
}

export interface CandidateProblem {
  readonly local: Local;
  readonly knowledge: Knowledge;
  /** Factor from the score to log evidence. */
  readonly factor: number;
  /** A good graph that satisfies the knowledge. */
  readonly graph: Graph;
  /** Number of candidates, if there are as many. */
  readonly most: number;
}

/** Maximum number of parents for which a table is made: 2^20 sets. */
const mostListed = 20;
/** With more candidates there are too many sets to combine with every other variable too. */
const mostWithOutsider = 10;

/** Yields the share done. */
export function* candidates(problem: CandidateProblem): Generator<number, Candidates, void> {
  const { local, knowledge, factor } = problem;
  const { d } = knowledge;
  const lists: number[][] = [];
  const slots: Slot[][] = [];
  for (let j = 0; j < d; j++) {
    const list = candidatesOf(j, problem);
    const others = allowedParents(knowledge, j).filter((i) => !list.includes(i));
    const outsiders = [null, ...(list.length <= mostWithOutsider ? others : [])];
    const required = requiredParents(knowledge, j);
    const entries: Slot[] = [];
    for (const [k, outsider] of outsiders.entries()) {
      const weights = new Float64Array(2 ** list.length).fill(Number.NEGATIVE_INFINITY);
      for (let S = 0; S < weights.length; S++) {
        const parents = parentsIn(list, S, outsider);
        if (parents.length <= knowledge.maxParents && required.every((i) => parents.includes(i)))
          weights[S] = factor * checkedTerm(local, j, parents);
        if (S % 256 === 255) yield (j + (k + S / weights.length) / outsiders.length) / d;
      }
      entries.push({ outsider, weights });
    }
    const top = Math.max(...entries.map(({ weights }) => weights.reduce((a, b) => Math.max(a, b))));
    lists.push(list);
    slots.push(entries.map(({ outsider, weights }) => ({ outsider, weights: weights.map((x) => x - top) })));
    yield (j + 1) / d;
  }
  return { d, lists, slots };
}

/** The candidates in a set and the further variable, if there is one; ascending. */
export function parentsIn(list: readonly number[], S: number, outsider: number | null): number[] {
  const parents = membersOf(S).map((c) => list[c]);
  return outsider === null ? parents : [...parents, outsider].sort((a, b) => a - b);
}

function candidatesOf(j: number, { local, knowledge, graph, most }: CandidateProblem): number[] {
  const allowed = allowedParents(knowledge, j);
  const parents = parentsOf(graph, j);
  check(
    parents.length <= mostListed,
    `posterior: at most ${mostListed} parents of a variable can be averaged over, but the best graph has one with ${parents.length}`,
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
