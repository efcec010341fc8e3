// Converts knowledge by names (as in a spec) to knowledge by numbers (as searches use it), and back.

import type { Knowledge } from "../graph/knowledge.ts";
import { readKnowledge } from "../graph/knowledge-format.ts";
import type { RunSpec } from "./spec.ts";

/**
 * Knowledge by numbers. A spec's knowledge is the JSON form of a knowledge file, so contradictions are explained in the same way.
 *
 * @example
 * ```js
 * knowledgeOf({ required: [["x", "y"]], forbidden: [] }, ["x", "y"]).d; // 2
 * ```
 */
export function knowledgeOf(named: RunSpec["knowledge"], names: readonly string[]): Knowledge {
  return readKnowledge(JSON.stringify(named ?? {}), names);
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
