// The number of undirected edges of a class that a single additional fact would direct.
//
//     a — b is a → b      that edge, and all that follow by Meek's rules; likewise b → a
//     x comes first       x causes each of its undirected neighbours (if nothing points at x: x is a root)
//
// Each of these facts holds in some member of the class, so none contradicts it. The direction of an edge is unknown in
// advance: `least` is the number of edges directed whichever way it turns out.
//
// Cost: O(variables · (variables + edges)) for all facts together (chordal-facts.ts). If knowledge directs some edges of a
// connected part, one closure under Meek's rules for each fact about that part, at O(variables / 32) or more for each edge it
// directs.

import { type Draft, directInto, draftOf, meekClosure, undoInto } from "../meek.ts";
import { type Pdag, undirectedPairs } from "../pdag.ts";
import { directedByEdges, directedByFirst } from "./chordal-facts.ts";
import { type Chordal, type ChordalSearch, chordalSearch } from "./chordal-search.ts";
import { undirectedParts } from "./undirected-parts.ts";

export interface EdgeFact {
  /** The undirected edge i — j, i < j. */
  readonly i: number;
  readonly j: number;
  /** Number of undirected edges that i → j directs, including this one. */
  readonly forward: number;
  /** The same for j → i. */
  readonly backward: number;
  /** The smaller of the two. */
  readonly least: number;
}

export interface VariableFact {
  readonly variable: number;
  /** Whether nothing points at it, so that coming first makes it a root. */
  readonly isRoot: boolean;
  /** Number of undirected edges that become directed if it causes all its undirected neighbours. */
  readonly settles: number;
}

export interface Facts {
  /** Number of undirected edges of the class: the most that a fact can direct. */
  readonly undirected: number;
  /** One for each undirected edge, ordered by i and then j. */
  readonly edges: readonly EdgeFact[];
  /** One for each variable with undirected edges, in ascending order. */
  readonly variables: readonly VariableFact[];
}

/** The number of edges that each single fact would direct in the class that a partially directed graph represents. */
export function settlingFacts(pdag: Pdag): Facts {
  const draft = draftOf(meekClosure(pdag));
  const { d, directed, undirected, around } = draft;
  const settled = new Int32Array(d * d); // at i * d + j by i → j, if i — j; on the diagonal by i coming first
  const search = chordalSearch(d);
  const parts = undirectedParts(draft);
  for (const part of parts) {
    if (part.arrows.length === 0) settleInto(settled, part, { d, search });
    else settleByRulesInto(settled, part, draft);
  }
  const edges = undirectedPairs({ d, directed, undirected }).map(([i, j]) => {
    const [forward, backward] = [settled[i * d + j], settled[j * d + i]];
    return { i, j, forward, backward, least: Math.min(forward, backward) };
  });
  const variables = parts
    .flatMap((part) => [...part.variables])
    .sort((a, b) => a - b)
    .map((variable) => ({
      variable,
      isRoot: around[variable].every((w) => directed[w * d + variable] === 0),
      settles: settled[variable * d + variable],
    }));
  return { undirected: edges.length, edges, variables };
}

function settleInto(
  settled: Int32Array,
  part: Chordal,
  { d, search }: { readonly d: number; readonly search: ChordalSearch },
): void {
  const { size, start, near, variables } = part;
  for (let v = 0; v < size; v++) {
    const row = variables[v] * d;
    settled[row + variables[v]] = directedByFirst(part, v, search);
    const counts = directedByEdges(part, v, search);
    for (let k = 0; k < counts.length; k++) settled[row + variables[near[start[v] + k]]] = counts[k];
  }
}

/** For a part in which knowledge directs some edges. */
function settleByRulesInto(
  settled: Int32Array,
  { size, start, near, variables }: Chordal,
  draft: Draft,
): void {
  const { d, trail } = draft;
  const count = (): number => {
    const { length } = trail;
    undoInto(draft, 0);
    return length;
  };
  for (let v = 0; v < size; v++) {
    const row = variables[v] * d;
    const effects = near.subarray(start[v], start[v + 1]).map((w) => variables[w]);
    for (const effect of effects) {
      directInto(draft, row + effect);
      settled[row + effect] = count();
    }
    for (const effect of effects) directInto(draft, row + effect);
    settled[row + variables[v]] = count();
  }
}
