// The share of the posterior that a class of DAGs has: the sum over its members of their evidence, which is equal for all if the
// score is equivalent, times their prior.
//
// Over orders: every order of the variables gives at most one member of the skeleton, so the sum is one over orders, and whether
// a variable may come next depends only on the set of those before it. So it is a sum over sets of variables:
//
//     W(S + j) += W(S) · prior(|parents of j|),   parents: the neighbours of j in S, if these form the v-structures of the class at j
//
// Over DAGs the members are enumerated, or counted if all have the same prior.

import { countMembers } from "../../graph/class/class.ts";
import { cpdagOf, membersOf, obeyingClass } from "../../graph/equivalence.ts";
import { type Graph, parentsOf } from "../../graph/graph.ts";
import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { bitCount, maskOf } from "../../math/bit-sets.ts";
import { exponential, logarithm } from "../../math/elementary.ts";
import type { StructurePrior } from "./posterior.ts";

export interface ClassWeightOptions {
  readonly prior: StructurePrior;
  /** By number of parents. */
  readonly logParents: Float64Array;
  readonly knowledge: Knowledge;
  /** Only this graph, for a score that distinguishes the members of a class. */
  readonly isAlone: boolean;
}

/** Log of the prior weight of the members of a graph's class that satisfy the knowledge; null if there are too many to enumerate. */
export function logClassPrior(graph: Graph, options: ClassWeightOptions): number | null {
  const weight = options.prior === "orders" ? overOrders(graph, options) : overMembers(graph, options);
  return weight === null ? null : logarithm(weight);
}

function overOrders(graph: Graph, { logParents, knowledge, isAlone }: ClassWeightOptions): number {
  const { d } = graph;
  const parents = Array.from({ length: d }, (_, j) => maskOf(parentsOf(graph, j)));
  const linked = linksOf(parents);
  const colliders = parents.map((set, j) => unshielded(set, j));
  const allowed = parents.map((_, j) => maskOf(allowedParents(knowledge, j)));
  const required = parents.map((_, j) => maskOf(requiredParents(knowledge, j)));
  const weights = new Float64Array(2 ** d);
  weights[0] = 1;
  for (let S = 0; S < 2 ** d - 1; S++) {
    if (weights[S] === 0) continue;
    for (let j = 0; j < d; j++) {
      if (((S >> j) & 1) === 1) continue;
      const set = isAlone ? parents[j] : linked[j] & S;
      const size = bitCount(set);
      const fits = isAlone
        ? (set & ~S) === 0
        : (set & ~allowed[j]) === 0 &&
          (required[j] & ~set) === 0 &&
          size <= knowledge.maxParents &&
          unshielded(set, j) === colliders[j];
      if (fits) weights[S | (1 << j)] += weights[S] * exponential(logParents[size]);
    }
  }
  return weights[2 ** d - 1];

  /** The members of a set of parents that are not adjacent to some other member. */
  function unshielded(set: number, j: number): number {
    let out = 0;
    for (let i = 0; i < d; i++)
      if (i !== j && ((set >> i) & 1) === 1 && (set & ~linked[i] & ~(1 << i)) !== 0) out |= 1 << i;
    return out;
  }
}

/** The variables adjacent to each variable. */
function linksOf(parents: readonly number[]): number[] {
  return parents.map((set, j) => parents.reduce((sum, other, i) => sum | (((other >> j) & 1) << i), set));
}

function overMembers(graph: Graph, { logParents, knowledge, isAlone }: ClassWeightOptions): number | null {
  const { d } = graph;
  const priorOf = (member: Graph): number => {
    let log = 0;
    for (let j = 0; j < d; j++) {
      const { length } = parentsOf(member, j);
      if (length > knowledge.maxParents) return 0;
      log += logParents[length];
    }
    return exponential(log);
  };
  if (isAlone) return priorOf(graph);
  const pdag = obeyingClass(cpdagOf(graph), knowledge)!;
  if (logParents.every((x) => x === 0) && knowledge.maxParents >= d - 1) {
    const { count, exact } = countMembers(pdag);
    return exact ? Number(count) : null;
  }
  const { members, complete } = membersOf(pdag);
  return complete ? members.reduce((sum, member) => sum + priorOf(member), 0) : null;
}
