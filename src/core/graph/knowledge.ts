// Background knowledge of the user: required edges, forbidden edges, and the maximum number of causes of a variable.
// Tiers, roots and leaves are ways of writing forbidden edges (see knowledge-format.ts).

import { type Graph, hasEdge, parentsOf } from "./graph.ts";

export interface Knowledge {
  readonly d: number;
  /** required[i * d + j] = 1: i → j is in every answer. */
  readonly required: Uint8Array;
  /** forbidden[i * d + j] = 1: i → j is in no answer. */
  readonly forbidden: Uint8Array;
  /** Maximum number of causes of any variable. */
  readonly maxParents: number;
}

/**
 * Knowledge that allows every graph.
 *
 * @example
 * ```js
 * noKnowledge(3).maxParents; // 2
 * ```
 */
export function noKnowledge(d: number, maxParents = Math.max(0, d - 1)): Knowledge {
  return { d, required: new Uint8Array(d * d), forbidden: new Uint8Array(d * d), maxParents };
}

export function isRestricting({ d, required, forbidden, maxParents }: Knowledge): boolean {
  return maxParents < d - 1 || required.some((e) => e === 1) || forbidden.some((e) => e === 1);
}

/** Variables that may be causes of j. */
export function allowedParents({ d, forbidden }: Knowledge, j: number): number[] {
  return Array.from({ length: d }, (_, i) => i).filter((i) => i !== j && forbidden[i * d + j] === 0);
}

/** Variables that must be causes of j. */
export function requiredParents({ d, required }: Knowledge, j: number): number[] {
  return Array.from({ length: d }, (_, i) => i).filter((i) => required[i * d + j] === 1);
}

/** The same knowledge, with the causes of each variable j limited to `causes[j]` and the required ones. */
export function limitedTo(knowledge: Knowledge, causes: readonly (readonly number[])[]): Knowledge {
  const { d, required } = knowledge;
  const forbidden = knowledge.forbidden.slice();
  causes.forEach((few, j) => {
    for (let i = 0; i < d; i++)
      if (i !== j && required[i * d + j] === 0 && !few.includes(i)) forbidden[i * d + j] = 1;
  });
  return { ...knowledge, forbidden };
}

/** The knowledge on renumbered variables: old variable i becomes to[i]. */
export function renumberedKnowledge(knowledge: Knowledge, to: readonly number[]): Knowledge {
  const { d, maxParents } = knowledge;
  const move = (from: Uint8Array): Uint8Array => {
    const out = new Uint8Array(d * d);
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) out[to[i]! * d + to[j]!] = from[i * d + j]!;
    return out;
  };
  return { d, required: move(knowledge.required), forbidden: move(knowledge.forbidden), maxParents };
}

/**
 * How `graph` violates the knowledge, as sentences; empty if it does not.
 *
 * @example
 * ```js
 * violations(graphFromEdges(2, [[0, 1]]), readKnowledge("leaf: x", ["x", "y"]), ["x", "y"]).length; // 1
 * ```
 */
export function violations(graph: Graph, knowledge: Knowledge, names: readonly string[]): string[] {
  const { d, required, forbidden, maxParents } = knowledge;
  const out: string[] = [];
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      if (required[i * d + j] === 1 && !hasEdge(graph, i, j))
        out.push(`required edge ${names[i]} → ${names[j]} is missing`);
      if (forbidden[i * d + j] === 1 && hasEdge(graph, i, j))
        out.push(`forbidden edge ${names[i]} → ${names[j]} is present`);
    }
  }
  for (let j = 0; j < d; j++) {
    const count = parentsOf(graph, j).length;
    if (count > maxParents) out.push(`${names[j]} has ${count} causes, more than ${maxParents}`);
  }
  return out;
}
