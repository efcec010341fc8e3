// What is known as the text of a knowledge file (docs/algorithms/knowledge.md), and back: the file that the command line reads.
//
// The page draws required and forbidden edges, tiers and one limit. What else a file may say is forbidden edges in other words
// (roots, leaves, closed tiers), and is read as those.

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

/** The knowledge of a file, text or JSON; throws one InputError with all that is wrong with it. */
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

/** The edges of further knowledge stated as well; where the opposite was stated of one, that is taken back. */
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

/** Plain words stand as they are, all others in quotes. */
function written(name: string): string {
  return /^[A-Za-z_][\w.]*$/.test(name) && name.toLowerCase() !== "not" ? name : quoted(name);
}
