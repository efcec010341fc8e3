// Edits of prior knowledge by drawing, dragging and typing: each change makes a new DraftKnowledge, so that the drawing, the tiers
// and the form always agree. Core finds contradictions, with the error messages of the command line.

import { type Knowledge, type NamedEdge, numbers, readKnowledge } from "../../../core/index.ts";
import type { DraftKnowledge } from "../draft/draft.ts";

export type EdgeKind = "required" | "forbidden";

/** The verb for each kind of edge. */
export const saying: Readonly<Record<EdgeKind, string>> = {
  required: "must cause",
  forbidden: "cannot cause",
};

/** Props of each of the three editors of prior knowledge. */
export interface KnowledgeProps {
  /** Names of the variables. */
  readonly names: readonly string[];
  readonly knowledge: DraftKnowledge;
  readonly onChange: (change: (draft: DraftKnowledge) => DraftKnowledge) => void;
}

/** Knowledge by variable index, as searches use it; throws a single InputError that lists every contradiction. */
export function readDraft(knowledge: DraftKnowledge, names: readonly string[]): Knowledge {
  const { maxParents, ...rest } = partOf(knowledge, names);
  return readKnowledge(JSON.stringify({ ...rest, ...(maxParents !== null && { maxParents }) }), names);
}

/** The statements about these variables only. */
export function partOf(knowledge: DraftKnowledge, names: readonly string[]): DraftKnowledge {
  const there = new Set(names);
  const among = (edges: readonly NamedEdge[]) =>
    edges.filter((edge) => edge.every((name) => there.has(name)));
  return {
    ...knowledge,
    required: among(knowledge.required),
    forbidden: among(knowledge.forbidden),
    tiers: knowledge.tiers.map((tier) => tier.filter((name) => there.has(name))),
  };
}

/** Number of edge statements that involve a column that is left out. */
export function waitingEdges(knowledge: DraftKnowledge, names: readonly string[]): number {
  const count = ({ required, forbidden }: DraftKnowledge): number => required.length + forbidden.length;
  return count(knowledge) - count(partOf(knowledge, names));
}

export function isNothing({ required, forbidden, tiers, maxParents }: DraftKnowledge): boolean {
  return required.length + forbidden.length + tiers.flat().length === 0 && maxParents === null;
}

/** "2 edges required, 1 tier"; empty if there is no knowledge. */
export function knowledgeWords({ required, forbidden, tiers, maxParents }: DraftKnowledge): string {
  const inTiers = tiers.filter((tier) => tier.length > 0).length;
  return [
    ...(required.length > 0 ? [`${numbers.counted(required.length, "edge")} required`] : []),
    ...(forbidden.length > 0 ? [`${numbers.counted(forbidden.length, "edge")} forbidden`] : []),
    ...(inTiers > 0 ? [numbers.counted(inTiers, "tier")] : []),
    ...(maxParents !== null ? [`at most ${numbers.counted(maxParents, "parent")} per variable`] : []),
  ].join(", ");
}

/** Adds a statement about an edge and replaces a contrary one: drawing over a line changes it. */
export function withEdge(knowledge: DraftKnowledge, kind: EdgeKind, edge: NamedEdge): DraftKnowledge {
  const rest = withoutEdge(knowledge, edge);
  return { ...rest, [kind]: [...rest[kind], edge] };
}

export function withoutEdge(knowledge: DraftKnowledge, [cause, effect]: NamedEdge): DraftKnowledge {
  const others = (edges: readonly NamedEdge[]) => edges.filter(([c, e]) => c !== cause || e !== effect);
  return { ...knowledge, required: others(knowledge.required), forbidden: others(knowledge.forbidden) };
}

/** Moves a variable to a tier, counted from 0, which is created if needed; −1 frees it. */
export function inTier(knowledge: DraftKnowledge, name: string, to: number): DraftKnowledge {
  const tiers = withTiers(knowledge, to + 1).tiers.map((tier) => tier.filter((other) => other !== name));
  return { ...knowledge, tiers: tiers.map((tier, k) => (k === to ? [...tier, name] : tier)) };
}

/** Adds empty tiers until there are at least `count`. */
export function withTiers(knowledge: DraftKnowledge, count: number): DraftKnowledge {
  const more = Array.from({ length: Math.max(0, count - knowledge.tiers.length) }, () => []);
  return { ...knowledge, tiers: [...knowledge.tiers, ...more] };
}

/** Removes a tier, counted from 0: its variables become free, and later tiers move up. */
export function withoutTier(knowledge: DraftKnowledge, at: number): DraftKnowledge {
  return { ...knowledge, tiers: knowledge.tiers.filter((_, k) => k !== at) };
}

/** Variables before all others, and after all others. */
export interface Ends {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** The ends as stated by up to three tiers (first, others, last); null if there are more tiers. */
export function endsOf({ tiers }: DraftKnowledge): Ends | null {
  const [first = [], , last = [], ...more] = tiers;
  return more.length > 0 ? null : { first, last };
}

/** Adds a variable to an end or removes it. `all`: all columns of the table, including those that may be used later. */
export function withEnd(
  knowledge: DraftKnowledge,
  all: readonly string[],
  { end, name, isIn }: { readonly end: keyof Ends; readonly name: string; readonly isIn: boolean },
): DraftKnowledge {
  const { first = [], last = [] } = endsOf(knowledge) ?? {};
  const others = (names: readonly string[]) => names.filter((one) => one !== name);
  const rest: Ends = { first: others(first), last: others(last) };
  const ends = isIn ? { ...rest, [end]: [...rest[end], name] } : rest;
  const between = all.filter((one) => !ends.first.includes(one) && !ends.last.includes(one));
  const isNeither = ends.first.length + ends.last.length === 0;
  return {
    ...knowledge,
    tiers: isNeither ? [] : [ends.first, between, ...(ends.last.length > 0 ? [ends.last] : [])],
  };
}
