// The number of DAGs that a partially directed graph represents.
//
// The undirected edges form connected parts that are oriented independently of each other, so the number is the product over
// the parts. Each is chordal and counted by clique picking (clique-picking.ts), exactly and in polynomial time for a CPDAG,
// and for a class under knowledge that leaves no directed edge inside a part, as tiers and roots do.
//
// Otherwise knowledge orders some variables of a clique, and counting the orders of the clique consistent with it is #P-hard in
// general (linear-extensions.ts). If that takes more steps than allowed, more edges of the clique are directed, which leaves
// fewer members, and the number is a lower bound.

import { check } from "../../check.ts";
import { isExtendable } from "../equivalence.ts";
import { type Draft, directInto, draftOf, meekClosure } from "../meek.ts";
import type { Pdag } from "../pdag.ts";
import { cliqueTree } from "./chordal.ts";
import { type ChordalSearch, chordalSearch } from "./chordal-search.ts";
import { orientations } from "./clique-picking.ts";
import { bitsOf, extensionsOf, linearExtensions } from "./linear-extensions.ts";
import { undirectedParts } from "./undirected-parts.ts";

export interface MemberCount {
  readonly count: bigint;
  /** False: there are at least `count` members, possibly more. */
  readonly exact: boolean;
}

export interface CountOptions {
  /** Maximum number of sets of variables visited to count the orders of cliques, over all cliques that knowledge orders. */
  readonly steps?: number;
}

/** The number of DAGs with the graph's skeleton, directions and v-structures: those of membersOf, without listing them. */
export function countMembers(pdag: Pdag, { steps = 100_000 }: CountOptions = {}): MemberCount {
  check(steps >= 1, `countMembers: steps must be at least 1, got ${steps}`);
  if (!isExtendable(pdag)) return { count: 0n, exact: true };
  const draft = draftOf(meekClosure(pdag));
  const search = chordalSearch(pdag.d);
  const exact = !narrowInto(draft, search, steps);
  const counting = { search, extensions: extensionsOf(draft.d, draft.directed), counts: new Map() };
  const count = undirectedParts(draft).reduce((product, part) => product * orientations(part, counting), 1n);
  return { count, exact };
}

/**
 * Directs more edges until no clique needs more than its share of the steps to count its orders, or no edges are left;
 * returns whether it directed any.
 */
function narrowInto(draft: Draft, search: ChordalSearch, steps: number): boolean {
  const { d, directed, trail } = draft;
  for (;;) {
    const cliques = undirectedParts(draft)
      .filter(({ arrows }) => arrows.length > 0)
      .flatMap((part) =>
        cliqueTree(part, search).cliques.map((clique) => clique.map((v) => part.variables[v])),
      );
    const share = Math.max(1, Math.floor(steps / Math.max(1, cliques.length)));
    const mark = trail.length;
    let extensions = extensionsOf(d, directed);
    for (const clique of cliques) {
      if (linearExtensions(extensions, bitsOf(extensions, clique), share) !== null) continue;
      splitInto(draft, [...clique], share);
      extensions = extensionsOf(d, directed);
    }
    if (trail.length === mark) return mark > 0;
  }
}

/** Splits the ordered variables of a clique into successive blocks whose orders take about that many steps to count. */
function splitInto(draft: Draft, clique: readonly number[], steps: number): void {
  const { d, directed } = draft;
  const causes = (j: number): number => clique.reduce((sum, i) => sum + directed[i * d + j], 0);
  const related = clique
    .filter((i) => clique.some((j) => directed[i * d + j] + directed[j * d + i] > 0))
    .map((i) => ({ i, causes: causes(i) }))
    .sort((a, b) => a.causes - b.causes || a.i - b.i); // along the directions: these are transitive in a clique
  // A block of b variables has at most 2^b sets that can come first.
  const block = Math.max(1, 31 - Math.clz32(steps / related.length));
  for (let cut = block; cut < related.length; cut += block) {
    for (const { i } of related.slice(cut - block, cut))
      for (const { i: j } of related.slice(cut)) directInto(draft, i * d + j);
  }
}
