// Converts prior knowledge to and from the text of a knowledge file (docs/algorithms/knowledge.md), as the command line reads it.
//
// The page shows required and forbidden edges, tiers and one limit. The other statements of a file (roots, leaves, closed tiers) are
// equivalent to forbidden edges and are read as such.

import {
  documentOf,
  knowledgeStatements,
  type NamedEdge,
  quoted,
  readKnowledge,
} from "../../../core/index.ts";
import type { DraftKnowledge } from "../draft/draft.ts";
import { withEdge } from "./knowledge.ts";

export function knowledgeText({ required, forbidden, tiers, maxParents }: DraftKnowledge): string {
  const lines = [
    ...required.map(([cause, effect]) => `${written(cause)} -> ${written(effect)}`),
    ...forbidden.map(([cause, effect]) => `${written(cause)} !-> ${written(effect)}`),
    ...tiers.flatMap((tier, k) =>
      tier.length > 0 ? [`tier ${k + 1}: ${tier.map(written).join(", ")}`] : [],
    ),
    ...(maxParents === null ? [] : [`max parents: ${maxParents}`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Parses a knowledge file, text or JSON; throws a single InputError that lists all its errors. */
export function knowledgeFrom(text: string, names: readonly string[]): DraftKnowledge {
  readKnowledge(text, names);
  const parsed = documentOf(knowledgeStatements(text, "knowledge"));
  const { required = [], forbidden = [], tiers = [], roots = [], leaves = [], maxParents = null } = parsed;
  const closed = tiers.flatMap((tier) => (Array.isArray(tier) || !tier.closed ? [] : [tier.names]));
  return {
    required: distinct(required),
    forbidden: distinct([
      ...forbidden,
      ...roots.flatMap((effect) => pairs(names, [effect])),
      ...leaves.flatMap((cause) => pairs([cause], names)),
      ...closed.flatMap((tier) => pairs(tier, tier)),
    ]),
    tiers: tiers.map((tier) => (Array.isArray(tier) ? tier : tier.names)),
    maxParents,
  };
}

/** Adds the edges of further knowledge; a contrary statement about the same edge is replaced. */
export function withKnowledge(
  knowledge: DraftKnowledge,
  { required, forbidden }: Pick<DraftKnowledge, "required" | "forbidden">,
): DraftKnowledge {
  const first = required.reduce((draft, edge) => withEdge(draft, "required", edge), knowledge);
  return forbidden.reduce((draft, edge) => withEdge(draft, "forbidden", edge), first);
}

function pairs(causes: readonly string[], effects: readonly string[]): NamedEdge[] {
  return causes.flatMap((c) => effects.filter((e) => e !== c).map((e): NamedEdge => [c, e]));
}

function distinct(edges: readonly NamedEdge[]): NamedEdge[] {
  return [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()];
}

/** Plain words are written unchanged, all other names in quotes. */
function written(name: string): string {
  return /^[A-Za-z_][\w.]*$/.test(name) && name.toLowerCase() !== "not" ? name : quoted(name);
}
