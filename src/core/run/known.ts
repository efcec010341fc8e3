// Knowledge by names (as a spec holds it) to knowledge by numbers (as searches use it), and back.

import { check, suggestion } from "../check.ts";
import { type Knowledge, noKnowledge } from "../graph/knowledge.ts";
import type { RunSpec } from "./spec.ts";

export function knowledgeOf(named: RunSpec["knowledge"], names: readonly string[]): Knowledge {
  const d = names.length;
  const knowledge = noKnowledge(d, Math.min(named?.maxParents ?? d, Math.max(0, d - 1)));
  const place = (name: string): number => {
    const at = names.indexOf(name);
    check(at >= 0, `knowledge: "${name}" is no column of the table; ${suggestion(name, names)}`);
    return at;
  };
  for (const [cause, effect] of named?.required ?? [])
    knowledge.required[place(cause) * d + place(effect)] = 1;
  for (const [cause, effect] of named?.forbidden ?? [])
    knowledge.forbidden[place(cause) * d + place(effect)] = 1;
  return knowledge;
}

export function namedKnowledge({ d, required, forbidden, maxParents }: Knowledge, names: readonly string[]) {
  const pairs = (of: Uint8Array): [string, string][] => {
    const out: [string, string][] = [];
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) if (of[i * d + j] === 1) out.push([names[i], names[j]]);
    return out;
  };
  return { required: pairs(required), forbidden: pairs(forbidden), maxParents };
}
