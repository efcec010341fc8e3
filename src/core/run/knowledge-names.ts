// Knowledge by names (as a spec holds it) to knowledge by numbers (as searches use it), and back.

import type { Knowledge } from "../graph/knowledge.ts";
import { readKnowledge } from "../graph/knowledge-format.ts";
import type { RunSpec } from "./spec.ts";

/**
 * A spec's knowledge is the JSON form of a knowledge file, so contradictions are explained as they are there.
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
 * The same by names, as a spec holds it.
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
