// Converts knowledge by names (as in a spec) to knowledge by numbers (as searches use it), and back.

import { waysToKeep } from "../data/column-kind.ts";
import type { LoadedTable } from "../data/columns.ts";
import type { Knowledge } from "../graph/knowledge.ts";
import { type LeftOutName, readKnowledge } from "../graph/knowledge-format.ts";
import type { RunSpec } from "./spec.ts";

/**
 * Knowledge by numbers. A spec's knowledge is the JSON form of a knowledge file, so contradictions are explained in the same way.
 *
 * @example
 * ```js
 * knowledgeOf({ required: [["x", "y"]], forbidden: [] }, ["x", "y"]).d; // 2
 * ```
 */
export function knowledgeOf(
  named: RunSpec["knowledge"],
  names: readonly string[],
  leftOut: readonly LeftOutName[] = [],
): Knowledge {
  return readKnowledge(JSON.stringify(named ?? {}), names, { leftOut });
}

/** The columns that a table leaves out, with the reasons, for refusing knowledge about them. */
export function leftOutNames({ kinds = [] }: Pick<LoadedTable, "kinds">): LeftOutName[] {
  const out = kinds.filter(({ isUsed }) => !isUsed);
  return out.map((kind) => ({
    name: kind.name,
    reason: kind.reason ?? `is of the kind ${kind.kind}`,
    remedies: waysToKeep(kind),
  }));
}

/**
 * Knowledge by names, as in a spec.
 *
 * @example
 * ```js
 * namedKnowledge(readKnowledge("x -> y", ["x", "y"]), ["x", "y"]).required; // [["x", "y"]]
 * ```
 */
export function namedKnowledge({ d, required, forbidden, maxParents }: Knowledge, names: readonly string[]) {
  const pairs = (of: Uint8Array): [string, string][] => {
    const out: [string, string][] = [];
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) if (of[i * d + j] === 1) out.push([names[i], names[j]]);
    return out;
  };
  return { required: pairs(required), forbidden: pairs(forbidden), maxParents };
}
