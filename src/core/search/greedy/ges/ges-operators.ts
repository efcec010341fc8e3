// The operators of greedy equivalence search: how one Markov-equivalence class leads to the next.
//
// Every operator concerns a pair x, y and a clique C of undirected neighbours of y. It means: take a member of the class in
// which C, and no other neighbour, points at y; add, remove or turn one edge there; take the class of the result. With ne, pa,
// ad the neighbours (undirected), parents and all adjacent variables in the class, N = ne(y) ∩ ad(x):
//
//     insert x → y    x, y not adjacent;  N ⊆ C;  every semi-directed path y ⇝ x meets C
//     delete          x → y or x — y;  C ⊆ N
//     turn to x → y   y → x;  N ⊆ C;  every semi-directed path y ⇝ x but the edge itself meets C ∪ ne(x)
//     turn to x → y   x — y;  x ∉ C;  C ⊄ N;  C ∩ N separates C \ N from N \ C among the neighbours of y
//
// The gain of each is a difference of one or two terms. Chickering writes T = C \ N and H = N \ C.
//
// Chickering, D. M. "Optimal structure identification with greedy search." JMLR 3, 2002, theorems 15 and 17.
// Hauser & Bühlmann. "Characterization and greedy learning of interventional Markov equivalence classes." JMLR 13, 2012,
// propositions 31 and 34.
//
// Differs from implementations that list subsets T of a pair and test each: the cliques of ne(y) are listed once for y, and
// all x share the factorisation of pa(y) ∪ C. An operator is applied to a member (Meek's rules), not by Dor and Tarsi's
// extension; the class is the same.

import * as z from "zod";
import type { Graph } from "../../../graph/graph.ts";
import type { Knowledge } from "../../../graph/knowledge.ts";
import { directInto, draftOf } from "../../../graph/meek.ts";
import type { Pdag } from "../../../graph/pdag.ts";
import { index, indices } from "../../resumed-state.ts";
import type { Gains } from "./ges-gains.ts";

export const operatorSchema = z.strictObject({
  kind: z.enum(["insert", "delete", "turn"]),
  /** The edge that is added or removed, or that results from the turn: x → y. */
  x: index,
  y: index,
  /** The undirected neighbours of y that are its causes in the member that is changed, ascending. */
  clique: indices,
  /** Gain in the sum of the terms. */
  gain: z.number(),
});

export type GesOperator = Readonly<z.infer<typeof operatorSchema>>;
export type OperatorKind = GesOperator["kind"];

/** A class with the lists from which operators are built. */
export interface Place {
  readonly pdag: Pdag;
  /** linked[i * d + j] = 1: an edge of any kind. */
  readonly linked: Uint8Array;
  readonly neighbours: readonly (readonly number[])[];
  readonly parents: readonly (readonly number[])[];
  readonly children: readonly (readonly number[])[];
}

export function placeOf(pdag: Pdag): Place {
  const { d, directed, undirected } = pdag;
  const lists = () => Array.from({ length: d }, (): number[] => []);
  const [linked, neighbours, parents, children] = [new Uint8Array(d * d), lists(), lists(), lists()];
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const k = i * d + j;
      if (undirected[k] === 1) neighbours[i].push(j);
      if (directed[k] === 1) {
        children[i].push(j);
        parents[j].push(i);
      }
      if (undirected[k] === 1 || directed[k] === 1) linked[k] = linked[j * d + i] = 1;
    }
  }
  return { pdag, linked, neighbours, parents, children };
}

/**
 * All operators of one kind that lead into y and that the knowledge does not rule out immediately; paths are not checked yet.
 * An insertion must leave room for its parents: the class has a member in which y has them all.
 */
export function operatorsInto(
  kind: OperatorKind,
  y: number,
  { place, gains, knowledge }: { place: Place; gains: Gains; knowledge: Knowledge },
): GesOperator[] {
  const { linked, neighbours, parents, children } = place;
  const { d, required, forbidden, maxParents } = knowledge;
  const out: GesOperator[] = [];
  const isLinked = (i: number, j: number) => linked[i * d + j] === 1;
  const near = neighbours[y];
  const above = parents[y];
  const keep = (x: number, clique: readonly number[], gain: number) => out.push({ kind, x, y, clique, gain });
  const isWithin = (x: number, C: readonly number[]) => near.every((z) => !isLinked(x, z) || C.includes(z)); // N ⊆ C

  for (const C of cliquesOf(near, isLinked)) {
    const S = [...above, ...C].sort((i, j) => i - j);
    const hasRoom = S.length < maxParents;
    if (kind === "insert" && hasRoom) {
      const gain = gains(y, S);
      for (let x = 0; x < d; x++) {
        if (x === y || isLinked(x, y) || !isWithin(x, C)) continue;
        // A parent of y that is not adjacent to x forms a v-structure with x → y, which has the same direction in every member.
        const isBanned = (i: number) => forbidden[i * d + y] === 1;
        const isEither = S.every((s) => isLinked(s, x));
        if (isBanned(x) && (!isEither || forbidden[y * d + x] === 1)) continue;
        if (C.some((z) => isBanned(z) && !isLinked(z, x))) continue;
        keep(x, C, gain(x));
      }
    }
    if (kind === "delete") {
      for (const x of [...above, ...near]) {
        if (C.includes(x) || !C.every((z) => isLinked(x, z))) continue;
        if (required[x * d + y] === 1 || required[y * d + x] === 1) continue;
        const others = S.filter((s) => s !== x);
        keep(x, C, -gains(y, others)(x));
      }
    }
    if (kind === "turn" && hasRoom) {
      const gain = gains(y, S);
      for (const x of children[y]) {
        if (!isWithin(x, C) || required[y * d + x] === 1) continue;
        const others = parents[x].filter((p) => p !== y);
        keep(x, C, gain(x) - gains(x, others)(y));
      }
      for (const x of near) {
        if (C.includes(x) || C.every((z) => isLinked(x, z)) || !isSeparated(place, { x, y, clique: C }))
          continue;
        const shared = C.filter((z) => isLinked(x, z));
        keep(
          x,
          C,
          gain(x) -
            gains(
              x,
              [...parents[x], ...shared].sort((i, j) => i - j),
            )(y),
        );
      }
    }
  }
  return out;
}

/**
 * A semi-directed path from y to x that makes the operator invalid; null if it is valid. It remains an obstacle as long as its
 * edges exist.
 */
export function obstacleTo({ kind, x, y, clique }: GesOperator, place: Place): number[] | null {
  const { pdag, neighbours, children } = place;
  const { d, directed } = pdag;
  const isTurn = kind === "turn" && directed[y * d + x] === 1;
  if (kind !== "insert" && !isTurn) return null;
  const cameFrom = new Int32Array(d).fill(-1);
  for (const z of isTurn ? [...clique, ...neighbours[x]] : clique) cameFrom[z] = d; // must not be entered
  cameFrom[y] = y;
  const stack = [y];
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    for (const next of [children[i], neighbours[i]]) {
      for (const j of next) {
        if (cameFrom[j] !== -1 || (isTurn && i === y && j === x)) continue;
        cameFrom[j] = i;
        if (j === x) return pathTo(x, cameFrom);
        stack.push(j);
      }
    }
  }
  return null;
}

/** Whether the path still exists. */
export function isPath(path: readonly number[], { d, directed, undirected }: Pdag): boolean {
  for (let k = 1; k < path.length; k++) {
    const edge = path[k - 1] * d + path[k];
    if (directed[edge] === 0 && undirected[edge] === 0) return false;
  }
  return true;
}

/** The member on which the operator acts, after its application. */
export function applied({ kind, x, y, clique }: GesOperator, { pdag, linked, neighbours }: Place): Graph {
  const { d, directed } = pdag;
  const draft = draftOf(pdag);
  const direct = (i: number, j: number) => directInto(draft, i * d + j); // no effect unless the edge is undirected
  for (const z of clique) direct(z, y);
  if (kind === "delete") direct(x, y);
  for (const z of neighbours[y]) direct(y, z);
  if (kind === "turn") {
    const isShared = (z: number) =>
      directed[y * d + x] === 0 && clique.includes(z) && linked[x * d + z] === 1;
    for (const z of neighbours[x]) if (!isShared(z)) direct(x, z);
  }
  // Edges that are still undirected may be directed either way, one after another (Meek's theorem).
  for (let k = 0; k < d * d; k++) if (draft.undirected[k] === 1) directInto(draft, k);

  const edges = draft.directed;
  if (kind === "turn") edges[y * d + x] = 0;
  edges[x * d + y] = kind === "delete" ? 0 : 1;
  return { d, edges };
}

/** All cliques, the empty one first, in the order of their members. */
function cliquesOf(among: readonly number[], isLinked: (i: number, j: number) => boolean): number[][] {
  const out: number[][] = [[]];
  for (let k = 0; k < out.length; k++) {
    const C = out[k];
    for (const z of among) if (z > (C.at(-1) ?? -1) && C.every((c) => isLinked(c, z))) out.push([...C, z]);
  }
  return out;
}

/** Whether C ∩ N separates C \ N from N \ C among the neighbours of y. */
function isSeparated(
  { pdag, linked, neighbours }: Place,
  { x, y, clique }: Pick<GesOperator, "x" | "y" | "clique">,
): boolean {
  const { d } = pdag;
  const isLinked = (i: number, j: number) => linked[i * d + j] === 1;
  const stack = clique.filter((z) => !isLinked(x, z)); // C \ N
  const seen = new Set([...clique, x]);
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    for (const j of neighbours[y]) {
      if (seen.has(j) || !isLinked(i, j)) continue;
      if (isLinked(x, j)) return false; // in N \ C
      seen.add(j);
      stack.push(j);
    }
  }
  return true;
}

function pathTo(x: number, cameFrom: Int32Array): number[] {
  const path = [x];
  while (cameFrom[path[0]] !== path[0]) path.unshift(cameFrom[path[0]]);
  return path;
}
