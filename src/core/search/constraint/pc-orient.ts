// The directions of PC: colliders where the separating sets imply them, and always a class of DAGs.
//
//     i and j not adjacent, both adjacent to k, k in no set that separates them:  i → k ← j  is proposed
//     colliders are accepted one by one; those that contradict earlier ones are left out
//     Meek's rules then direct all that follows
//
// Separating sets found from finite samples contradict each other. The rules here always end with a class:
//
// 1. Knowledge directs first. If its directions close a cycle of linked pairs, the pair with the largest p-value given the
//    others of the cycle is unlinked (required ones never).
// 2. The colliders are ordered by evidence, "strongest" first: the smallest p-value of i and j given their set and k, which a
//    collider makes dependent; or by the numbers of k, i, j ("first", as causal-learn's uc_priority 2; a run numbers its columns
//    by name). One is left out if the knowledge or an earlier collider directs one of its pairs the other way, or if it would
//    close a cycle.
// 3. If no DAG has the skeleton and exactly these colliders, one is built that has them and few others: variables are put last
//    one by one, each time one without an outgoing directed edge, the one that creates fewest new colliders (Dor and Tarsi's
//    algorithm if that number is 0). The new ones are reported: there the separating set was overruled.
// 4. If a variable has more parents than the knowledge allows, the one with the largest p-value given the others is removed.
//
// Differs from causal-learn and pcalg, whose results can have cycles, two-headed edges, or colliders that no DAG has together.

import { cpdagOf, dagOf, memberByOrder, obeyingClass } from "../../graph/equivalence.ts";
import { findCycle, type Graph, parentsOf } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import type { Pdag } from "../../graph/pdag.ts";
import type { IndependenceTest } from "./independence-test.ts";
import type { Separation, Skeleton } from "./pc-skeleton.ts";

export const conflictRules = ["strongest", "first"] as const;
export type ConflictRule = (typeof conflictRules)[number];

export interface PcConflict {
  /**
   * The conflict, and how it was resolved:
   * `knowledge`, `collider`, `cycle`: the collider i → k ← j implied by the separating sets was left out, because the knowledge
   * or an earlier collider directs one of its pairs the other way, or because it would have closed a cycle.
   * `extra`: i → k ← j is in the result although k is in a set that separates i and j, because no DAG has the other colliders
   * alone (or because the knowledge directs both).
   * `knowledge-cycle`, `max-parents`: the pair [i, j] was unlinked, although no set separates it.
   */
  readonly kind: "knowledge" | "collider" | "cycle" | "extra" | "knowledge-cycle" | "max-parents";
  /** [i, k, j] for a collider, [i, j] for a pair. */
  readonly nodes: readonly number[];
}

export interface Oriented {
  /** The first member of the class, by order, that satisfies the knowledge. */
  readonly graph: Graph;
  /** The members of the class that satisfy the knowledge. */
  readonly pdag: Pdag;
  readonly conflicts: readonly PcConflict[];
}

type Collider = readonly [i: number, k: number, j: number];

export function oriented(
  { links, separations }: Skeleton,
  test: IndependenceTest,
  knowledge: Knowledge,
  rule: ConflictRule,
): Oriented {
  const { d } = knowledge;
  const conflicts: PcConflict[] = [];
  const pdag = directedSkeleton(links, test, knowledge, conflicts);
  const fixed = new Uint8Array(pdag.directed);
  const parted = new Map(separations.map((s) => [s.pair[0] * d + s.pair[1], s]));
  for (const [i, k, j] of inOrder(collidersOf(pdag, parted), parted, test, rule)) {
    const kind = obstacle([i, k, j], pdag, fixed);
    if (kind === null) for (const from of [i, j]) directInto(pdag, from, k);
    else conflicts.push({ kind, nodes: [i, k, j] });
  }
  const whole = dagOf(pdag) ?? withFewColliders(pdag);
  for (const nodes of unshielded(whole)) {
    const set = parted.get(nodes[0] * d + nodes[2]);
    if (set?.members.includes(nodes[1])) conflicts.push({ kind: "extra", nodes });
  }
  const dag = withinParents(whole, test, knowledge, conflicts);
  const cpdag = cpdagOf(dag);
  // The DAG itself is such a member, so one exists.
  return { graph: memberByOrder(cpdag, knowledge)!, pdag: obeyingClass(cpdag, knowledge)!, conflicts };
}

/** The skeleton with the directions implied by the knowledge, without cycles. */
function directedSkeleton(
  links: Uint8Array,
  test: IndependenceTest,
  { d, required, forbidden }: Knowledge,
  conflicts: PcConflict[],
): Pdag {
  const pdag = { d, directed: new Uint8Array(d * d), undirected: new Uint8Array(links) };
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const isKnown = required[i * d + j] === 1 || forbidden[j * d + i] === 1;
      if (pdag.undirected[i * d + j] === 1 && isKnown) directInto(pdag, i, j);
    }
  }
  for (;;) {
    const cycle = findCycle({ d, edges: pdag.directed });
    if (cycle === null) return pdag;
    const pairs = cycle
      .map((i, k) => [i, cycle[(k + 1) % cycle.length]] as const)
      .filter(([i, j]) => required[i * d + j] === 0);
    const [i, j] = weakest(pairs, test, () => cycle);
    pdag.directed[i * d + j] = 0;
    conflicts.push({ kind: "knowledge-cycle", nodes: [i, j] });
  }
}

/** The colliders implied by the separating sets: by k, then i, then j, with i < j. */
function collidersOf({ d, directed, undirected }: Pdag, parted: ReadonlyMap<number, Separation>): Collider[] {
  const isLinked = (i: number, j: number) =>
    (undirected[i * d + j] | directed[i * d + j] | directed[j * d + i]) === 1;
  const out: Collider[] = [];
  for (let k = 0; k < d; k++) {
    for (let i = 0; i < d; i++) {
      if (!isLinked(i, k)) continue;
      for (let j = i + 1; j < d; j++) {
        const set = isLinked(j, k) ? parted.get(i * d + j) : undefined;
        if (set !== undefined && !set.members.includes(k)) out.push([i, k, j]);
      }
    }
  }
  return out;
}

function inOrder(
  colliders: Collider[],
  parted: ReadonlyMap<number, Separation>,
  test: IndependenceTest,
  rule: ConflictRule,
): readonly Collider[] {
  if (rule === "first") return colliders;
  const evidence = colliders.map(([i, k, j]) => {
    const set = [...parted.get(i * test.d + j)!.set, k].sort((a, b) => a - b);
    return set.length <= test.maxSize ? test.given(set).logP(i, j) : 0;
  });
  const order = colliders.map((_, c) => c);
  // Equal evidence keeps the order by number, because sorting is stable.
  return order
    .sort((a, b) => (evidence[a] === evidence[b] ? 0 : evidence[a] - evidence[b]))
    .map((c) => colliders[c]);
}

/** Why a collider cannot be accepted; null if it can. */
function obstacle([i, k, j]: Collider, { d, directed }: Pdag, fixed: Uint8Array): PcConflict["kind"] | null {
  if (fixed[k * d + i] === 1 || fixed[k * d + j] === 1) return "knowledge";
  if (directed[k * d + i] === 1 || directed[k * d + j] === 1) return "collider";
  const seen = new Uint8Array(d);
  const stack = [k];
  for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
    if (v === i || v === j) return "cycle";
    for (let w = 0; w < d; w++) {
      if (directed[v * d + w] === 0 || seen[w] === 1) continue;
      seen[w] = 1;
      stack.push(w);
    }
  }
  return null;
}

function directInto({ d, directed, undirected }: Pdag, i: number, j: number): void {
  undirected[i * d + j] = undirected[j * d + i] = 0;
  directed[i * d + j] = 1;
}

/** A DAG with the skeleton and the given directions, with few colliders (heuristically) besides those already directed. */
function withFewColliders({ d, directed, undirected }: Pdag): Graph {
  const edges = new Uint8Array(directed);
  const rest = new Set(Array.from({ length: d }, (_, i) => i));
  const isLinked = (i: number, j: number) =>
    (undirected[i * d + j] | directed[i * d + j] | directed[j * d + i]) === 1;
  while (rest.size > 0) {
    let [last, fewest] = [-1, Number.POSITIVE_INFINITY];
    for (const x of rest) {
      const near = [...rest].filter((y) => y !== x && isLinked(x, y));
      if (near.some((y) => directed[x * d + y] === 1)) continue;
      let colliders = 0;
      near.forEach((y, a) => {
        for (const z of near.slice(a + 1))
          if ((undirected[x * d + y] | undirected[x * d + z]) === 1 && !isLinked(y, z)) colliders++;
      });
      if (colliders <= fewest) [last, fewest] = [x, colliders]; // ties go to the highest number, as in dagOf
    }
    rest.delete(last);
    for (const y of rest) if (undirected[y * d + last] === 1) edges[y * d + last] = 1;
  }
  return { d, edges };
}

/** i → k ← j with i and j not adjacent, i < j. */
function unshielded(dag: Graph): Collider[] {
  const { d, edges } = dag;
  const out: Collider[] = [];
  for (let k = 0; k < d; k++) {
    const parents = parentsOf(dag, k);
    parents.forEach((i, a) => {
      for (const j of parents.slice(a + 1))
        if (edges[i * d + j] === 0 && edges[j * d + i] === 0) out.push([i, k, j]);
    });
  }
  return out;
}

/** Removes parents beyond the allowed number. */
function withinParents(
  { d, edges }: Graph,
  test: IndependenceTest,
  { required, maxParents }: Knowledge,
  conflicts: PcConflict[],
): Graph {
  const out = new Uint8Array(edges);
  for (let j = 0; j < d; j++) {
    for (;;) {
      const parents = parentsOf({ d, edges: out }, j);
      if (parents.length <= maxParents) break;
      const pairs = parents.filter((i) => required[i * d + j] === 0).map((i) => [i, j] as const);
      const [i] = weakest(pairs, test, () => parents);
      out[i * d + j] = 0;
      conflicts.push({ kind: "max-parents", nodes: [i, j] });
    }
  }
  return { d, edges: out };
}

/** The pair with the largest p-value given the other variables around it or, if these are too many to test, given none. */
function weakest(
  pairs: readonly (readonly [number, number])[],
  test: IndependenceTest,
  around: () => readonly number[],
): readonly [number, number] {
  const evidence = pairs.map(([i, j]) => {
    const S = around().filter((v) => v !== i && v !== j);
    return test.given(S.length <= test.maxSize ? S.sort((a, b) => a - b) : []).logP(i, j);
  });
  return pairs[evidence.indexOf(Math.max(...evidence))];
}
