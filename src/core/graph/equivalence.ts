// Markov equivalence: which DAGs imply the same conditional independences, and the class of all that do.
//
// Two DAGs are equivalent when they have the same skeleton and the same v-structures (i → k ← j, i and j not adjacent).
// A class is represented by its CPDAG: an edge is directed when every member directs it that way. Meek's four rules find
// everything that follows from the edges already directed; on a graph closed under them, any one undirected edge may be
// directed either way and a member remains (Meek's theorem). The enumeration and the choice of a member rely on that:
// they direct one edge, close under the rules, and never reach a dead end.
//
// Verma & Pearl. "Equivalence and synthesis of causal models." UAI 1990.
// Meek, C. "Causal inference and causal explanation with background knowledge." UAI 1995. (The rules are in meek.ts.)
// Fang & He. "IDA with background knowledge." UAI 2020.
// Dor & Tarsi. "A simple algorithm to construct a consistent extension of a partially oriented graph." UCLA R-185, 1992.

import { check } from "../check.ts";
import { findCycle, type Graph, parentsOf } from "./graph.ts";
import type { Knowledge } from "./knowledge.ts";
import { type Draft, directInto, draftOf, meekClosure, turned, undoInto } from "./meek.ts";
import type { Pdag } from "./pdag.ts";

export { meekClosure } from "./meek.ts";

/**
 * The CPDAG of a DAG: its v-structures, closed under Meek's rules.
 *
 * @example
 * ```js
 * const chain = graphFromEdges(3, [[0, 1], [1, 2]]);
 * undirectedPairs(cpdagOf(chain)); // [[0, 1], [1, 2]]
 * ```
 */
export function cpdagOf(dag: Graph): Pdag {
  checkAcyclic("cpdagOf", dag);
  return meekClosure(vStructures(dag));
}

/**
 * Whether two DAGs have the same skeleton and the same v-structures.
 *
 * @example
 * ```js
 * areEquivalent(graphFromEdges(2, [[0, 1]]), graphFromEdges(2, [[1, 0]])); // true
 * ```
 */
export function areEquivalent(a: Graph, b: Graph): boolean {
  checkAcyclic("areEquivalent", a);
  checkAcyclic("areEquivalent", b);
  if (a.d !== b.d) return false;
  // With only the v-structures directed, the two are equal exactly when the skeletons and v-structures are.
  const [p, q] = [vStructures(a), vStructures(b)];
  return (
    p.directed.every((e, k) => e === q.directed[k]) && p.undirected.every((e, k) => e === q.undirected[k])
  );
}

/**
 * A DAG with the skeleton, the directed edges and exactly the v-structures of the given graph (Dor and Tarsi); null when
 * there is none. Sinks are removed from the highest number down, so that variables with low numbers tend to be causes.
 *
 * @example
 * ```js
 * const chain = graphFromEdges(3, [[0, 1], [1, 2]]);
 * areEquivalent(dagOf(cpdagOf(chain)), chain); // true
 * ```
 */
export function dagOf({ d, directed, undirected }: Pdag): Graph | null {
  const edges = new Uint8Array(directed);
  const gone = new Uint8Array(d);
  const links = (i: number, j: number): boolean =>
    undirected[i * d + j] === 1 || directed[i * d + j] === 1 || directed[j * d + i] === 1;
  const near = range(d).map((): number[] => []);
  const effects = new Int32Array(d); // number of effects not yet removed
  for (let x = 0; x < d; x++) {
    for (let y = 0; y < d; y++) {
      if (y !== x && links(x, y)) near[x].push(y);
      effects[x] += directed[x * d + y];
    }
  }

  const canBeLast = (x: number): boolean => {
    if (gone[x] === 1 || effects[x] > 0) return false;
    const others = near[x].filter((y) => gone[y] === 0);
    // An undirected neighbour becomes a cause of x; unless it is linked to all other neighbours, a new v-structure appears.
    return others.every((y) => undirected[x * d + y] === 0 || others.every((z) => z === y || links(y, z)));
  };

  for (let remaining = d; remaining > 0; remaining--) {
    let x = d - 1;
    while (x >= 0 && !canBeLast(x)) x--;
    if (x < 0) return null;
    for (const y of near[x]) {
      if (gone[y] === 0 && undirected[x * d + y] === 1) edges[y * d + x] = 1;
      if (directed[y * d + x] === 1) effects[y]--;
    }
    gone[x] = 1;
  }
  return { d, edges };
}

/** Whether the graph represents any DAG at all. */
export function isExtendable(pdag: Pdag): boolean {
  return dagOf(pdag) !== null;
}

export interface MembersOptions {
  /** Maximum number of members to list. */
  readonly limit?: number;
}

export interface Members {
  readonly members: readonly Graph[];
  /** False if the limit was reached with members left. */
  readonly complete: boolean;
}

/**
 * All DAGs equivalent to the given one, including itself, each once.
 *
 * @example
 * ```js
 * const chain = graphFromEdges(3, [[0, 1], [1, 2]]);
 * equivalenceClass(chain).members.length; // 3
 * ```
 */
export function equivalenceClass(dag: Graph, options: MembersOptions = {}): Members {
  return membersOf(cpdagOf(dag), options);
}

/** All DAGs that a partially directed graph represents: those with its skeleton, directions and v-structures, each once. */
export function membersOf(pdag: Pdag, { limit = 10_000 }: MembersOptions = {}): Members {
  check(limit >= 1, `membersOf: limit must be at least 1, got ${limit}`);
  if (!isExtendable(pdag)) return { members: [], complete: true };
  const { d } = pdag;
  const draft = draftOf(meekClosure(pdag));
  const members: Graph[] = [];
  const choices: { readonly pair: number; readonly mark: number }[] = []; // pairs i — j tried as i → j, not yet as j → i
  for (let pair = 0; ; pair++) {
    while (pair < d * d && draft.undirected[pair] === 0) pair++;
    if (pair < d * d) {
      choices.push({ pair, mark: draft.trail.length });
      directInto(draft, pair);
      continue;
    }
    members.push({ d, edges: new Uint8Array(draft.directed) });
    const last = choices.pop();
    if (last === undefined) return { members, complete: true };
    if (members.length >= limit) return { members, complete: false };
    undoInto(draft, last.mark);
    directInto(draft, turned(last.pair, d));
    pair = last.pair;
  }
}

/** The members of a class that satisfy the knowledge, as one partially directed graph; null if none does. */
export function obeyingClass(cpdag: Pdag, knowledge: Knowledge): Pdag | null {
  const draft = draftOf(meekClosure(cpdag));
  if (!obeyInto(draft, knowledge)) return null;
  const { d, directed, undirected } = draft;
  return { d, directed, undirected };
}

/**
 * The member of the class whose causal order is lexicographically smallest, so that the choice depends only on the
 * numbering of the variables; with knowledge, the smallest among the members that satisfy it, null if none does. Each
 * position of the order holds the lowest-numbered variable that some remaining member allows there.
 */
export function memberByOrder(cpdag: Pdag, knowledge?: Knowledge): Graph | null {
  const { d } = cpdag;
  if (!isExtendable(cpdag)) return null;
  const draft = draftOf(meekClosure(cpdag));
  if (knowledge !== undefined && !obeyInto(draft, knowledge)) return null;

  const placed = new Uint8Array(d);
  const waiting = new Int32Array(d); // causes not yet placed
  for (let k = 0; k < d * d; k++) if (draft.directed[k] === 1) waiting[k % d]++;
  for (let count = 0; count < d; count++) {
    let next = 0; // the directed edges have no cycle, so there is one
    while (placed[next] === 1 || waiting[next] > 0) next++;
    const mark = draft.trail.length;
    // Some member directs all of these outwards, even if knowledge has directed other edges (Fang and He, theorem 1).
    for (const w of draft.around[next]) directInto(draft, next * d + w);
    for (const k of draft.trail.slice(mark)) waiting[k % d]++;
    for (const w of draft.around[next]) waiting[w] -= draft.directed[next * d + w];
    placed[next] = 1;
  }
  const member = { d, edges: draft.directed };
  // The largest in-degree is the same in all members: the variables of a chain component share their outside parents, and
  // within it the parents of each variable form a clique, for some variable a largest one. So one member decides for all.
  if (knowledge !== undefined && range(d).some((j) => parentsOf(member, j).length > knowledge.maxParents))
    return null;
  return member;
}

/** Directs undirected pairs as the knowledge requires; false if it contradicts the class. */
function obeyInto(draft: Draft, { d, required, forbidden }: Knowledge): boolean {
  check(d === draft.d, `memberByOrder: knowledge must be about ${draft.d} variables, got ${d}`);
  for (let k = 0; k < d * d; k++) {
    if (required[k] === 1) directInto(draft, k);
    if (forbidden[k] === 1) directInto(draft, turned(k, d));
    if ((required[k] === 1 && draft.directed[k] === 0) || (forbidden[k] === 1 && draft.directed[k] === 1))
      return false;
  }
  return true;
}

function range(d: number): number[] {
  return Array.from({ length: d }, (_, i) => i);
}

/** The v-structures directed, every other edge undirected. */
function vStructures(dag: Graph): Pdag {
  const { d, edges } = dag;
  const directed = new Uint8Array(d * d);
  for (let k = 0; k < d; k++) {
    const parents = parentsOf(dag, k);
    for (const i of parents) {
      for (const j of parents) {
        if (i !== j && edges[i * d + j] === 0 && edges[j * d + i] === 0)
          directed[i * d + k] = directed[j * d + k] = 1;
      }
    }
  }
  const undirected = new Uint8Array(d * d);
  for (let k = 0; k < d * d; k++)
    if (edges[k] === 1 && directed[k] === 0) undirected[k] = undirected[turned(k, d)] = 1;
  return { d, directed, undirected };
}

function checkAcyclic(where: string, graph: Graph): void {
  const cycle = findCycle(graph);
  check(
    cycle === null,
    () =>
      `${where}: the graph must have no cycle, got ${[...cycle!, cycle![0]].join(" → ")}; only a DAG has an equivalence class`,
  );
}
