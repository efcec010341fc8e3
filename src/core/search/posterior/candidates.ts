// For many variables: some candidate parents of each, and the weight of every set of them, alone and with one further variable.
// Without the latter a variable that is not a candidate would seem impossible as a parent, although it is only improbable.
//
// The first candidates are the parents and children in the best graph that order search finds, then alternately those with the
// best term in addition to its parents there and those with the best term alone: as many as the first tables have room for, which
// is all of them up to 16 variables. Chains on these show which other variables are probable as parents: those become candidates
// too, while there is room (chains.ts). Sets of candidates are numbered by bits, in ascending order of the variables.
//
// Kuipers, Suter, Moffa, "Efficient sampling and structure learning of Bayesian networks", JCGS 31, 2022 (one further parent, and
// candidates that are added while the chains want them).
//
// Cost: Σ_j 2^c (1 + d − 1 − c) terms, for c candidates of variable j.

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
  readonly fewest: number;
  /** Number of candidates beside the parents in the best graph, if there are as many. */
  readonly fewestBeside: number;
  /** Terms of all tables together: of the first ones, and of those after further candidates. */
  readonly room: Room;
}

export interface Room {
  readonly first: number;
  readonly last: number;
}

/** Maximum number of candidates: 2^20 sets. */
const mostListed = 20;
/** A variable whose tables with a further parent would have more terms than this has none. */
const mostWithOutsider = 500_000;

/** The first candidates of each variable. */
export function firstCandidates(problem: CandidateProblem): number[][] {
  const { knowledge, fewest, room } = problem;
  const { d } = knowledge;
  let most = Math.min(fewest, d - 1);
  while (most < Math.min(d - 1, mostListed) && d * termsOf(most + 1, d - 1) <= room.first) most++;
  return Array.from({ length: d }, (_, j) => candidatesOf(j, most, problem));
}

/**
 * The lists with further candidates: of the pairs (variable, probable parent that is not a candidate), the most probable first,
 * as many as there is room for. Null if none is added.
 */
export function withFurther(
  lists: readonly (readonly number[])[],
  wanted: readonly { readonly node: number; readonly parent: number; readonly probability: number }[],
  { knowledge, room }: Pick<CandidateProblem, "knowledge" | "room">,
): number[][] | null {
  const next = lists.map((list) => [...list]);
  const allowed = next.map((_, j) => allowedParents(knowledge, j).length);
  const terms = () => next.reduce((sum, { length }, j) => sum + termsOf(length, allowed[j]), 0);
  let isAdded = false;
  for (const { node, parent } of [...wanted].sort((p, q) => q.probability - p.probability)) {
    const list = next[node];
    list.push(parent);
    if (list.length > mostListed || terms() > room.last) list.pop();
    else isAdded = true;
  }
  return isAdded ? next.map((list) => list.sort((a, b) => a - b)) : null;
}

/** Terms of a variable with c candidates of `allowed` possible parents. */
function termsOf(c: number, allowed: number): number {
  const withOne = 2 ** c * (allowed - c);
  return 2 ** c + (withOne <= mostWithOutsider ? withOne : 0);
}

/** With the weights of all sets; lists that are as they were `before` keep theirs. Yields the share done. */
export function* weighed(
  lists: readonly (readonly number[])[],
  { local, knowledge, factor }: Pick<CandidateProblem, "local" | "knowledge" | "factor">,
  before?: Candidates,
): Generator<number, Candidates, void> {
  const { d } = knowledge;
  const slots: (readonly Slot[])[] = [];
  for (const [j, list] of lists.entries()) {
    if (before?.lists[j].length === list.length) {
      slots.push(before.slots[j]);
      continue;
    }
    const allowed = allowedParents(knowledge, j);
    const others = allowed.filter((i) => !list.includes(i));
    const hasOutsiders = termsOf(list.length, allowed.length) > 2 ** list.length;
    const outsiders = [null, ...(hasOutsiders ? others : [])];
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

function candidatesOf(
  j: number,
  most: number,
  { local, knowledge, graph, fewestBeside }: CandidateProblem,
): number[] {
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
  const count = Math.min(Math.max(most - parents.length, fewestBeside), mostListed - parents.length);
  return [...parents, ...[...inTurn].slice(0, count)].sort((a, b) => a - b);
}

/** Largest value first. */
function ranked(variables: readonly number[], value: (i: number) => number): number[] {
  const values = new Map(variables.map((i) => [i, value(i)]));
  return [...variables].sort((a, b) =>
    values.get(a) === values.get(b) ? a - b : values.get(b)! - values.get(a)!,
  );
}
