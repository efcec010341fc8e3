// What one fact would settle: how many undirected edges of a class become directed when one more thing is known.
//
//     a — b is a → b      that edge, and all that follows by Meek's rules; likewise b → a
//     x comes first       x causes each of its undirected neighbours (in a class where nothing points at x: x is a root)
//
// Each of these holds in some member of the class, so the answer never contradicts it. Of an edge nobody knows beforehand
// which way the answer goes: `least` is what a question about it settles in any case.
//
// Cost: O(variables · (variables + edges)) for all facts together (chordal-facts.ts). Where knowledge directs some edges of a
// connected part, a closure by Meek's rules for each fact about that part, which takes O(variables / 32) and more for each edge
// that it directs.

import { type Draft, directInto, draftOf, meekClosure, undoInto } from "../meek.ts";
import { type Pdag, undirectedPairs } from "../pdag.ts";
import { directedByEdges, directedByFirst } from "./chordal-facts.ts";
import { type Chordal, type ChordalSearch, chordalSearch } from "./chordal-search.ts";
import { undirectedParts } from "./undirected-parts.ts";

export interface EdgeFact {
  /** The undirected edge i — j, i < j. */
  readonly i: number;
  readonly j: number;
  /** Undirected edges that i → j directs, this one among them. */
  readonly forward: number;
  /** The same of j → i. */
  readonly backward: number;
  /** The smaller of the two. */
  readonly least: number;
}

export interface VariableFact {
  readonly variable: number;
  /** Whether nothing points at it, so that coming first makes it a root. */
  readonly isRoot: boolean;
  /** Undirected edges that are directed when it causes all its undirected neighbours. */
  readonly settles: number;
}

export interface Facts {
  /** Undirected edges of the class: the most that a fact can settle. */
  readonly undirected: number;
  /** One for each undirected edge, by i and then j. */
  readonly edges: readonly EdgeFact[];
  /** One for each variable with undirected edges, by number. */
  readonly variables: readonly VariableFact[];
}

/** What each single fact would settle in the class that a partially directed graph stands for. */
export function settlingFacts(pdag: Pdag): Facts {
  const draft = draftOf(meekClosure(pdag));
  const { d, directed, undirected, around } = draft;
  const settled = new Int32Array(d * d); // by i → j, where i — j; by i coming first on the diagonal
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

/** Where knowledge directs some edges of the part. */
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
