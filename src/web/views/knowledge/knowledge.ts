// Prior knowledge as it is drawn, dragged and typed: each change makes a new DraftKnowledge, so that the drawing, the
// tiers and the form show one and the same thing. Contradictions are found by core, in the sentences of the command line.

import { type Knowledge, type NamedEdge, numbers, readKnowledge } from "../../../core/index.ts";
import type { DraftKnowledge } from "../draft/draft.ts";

export type EdgeKind = "required" | "forbidden";

/** What an edge of a kind says. */
export const saying: Readonly<Record<EdgeKind, string>> = {
  required: "must cause",
  forbidden: "cannot cause",
};

/** What each of the three ways to state knowledge is given. */
export interface KnowledgeProps {
  /** Of the variables. */
  readonly names: readonly string[];
  readonly knowledge: DraftKnowledge;
  readonly onChange: (change: (draft: DraftKnowledge) => DraftKnowledge) => void;
}

/** By number, as searches use it; throws one InputError with every contradiction. */
export function readDraft(knowledge: DraftKnowledge, names: readonly string[]): Knowledge {
  const { maxParents, ...rest } = partOf(knowledge, names);
  return readKnowledge(JSON.stringify({ ...rest, ...(maxParents !== null && { maxParents }) }), names);
}

/** What is said of these variables; statements about others are left out. */
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

/** How many statements of edges wait for a column that is left out. */
export function waitingEdges(knowledge: DraftKnowledge, names: readonly string[]): number {
  const count = ({ required, forbidden }: DraftKnowledge): number => required.length + forbidden.length;
  return count(knowledge) - count(partOf(knowledge, names));
}

export function isNothing({ required, forbidden, tiers, maxParents }: DraftKnowledge): boolean {
  return required.length + forbidden.length + tiers.flat().length === 0 && maxParents === null;
}

/** "2 edges required, 1 tier"; empty where nothing is said. */
export function knowledgeWords({ required, forbidden, tiers, maxParents }: DraftKnowledge): string {
  const inTiers = tiers.filter((tier) => tier.length > 0).length;
  return [
    ...(required.length > 0 ? [`${numbers.counted(required.length, "edge")} required`] : []),
    ...(forbidden.length > 0 ? [`${numbers.counted(forbidden.length, "edge")} forbidden`] : []),
    ...(inTiers > 0 ? [numbers.counted(inTiers, "tier")] : []),
    ...(maxParents !== null ? [`at most ${numbers.counted(maxParents, "parent")} per variable`] : []),
  ].join(", ");
}

/** States an edge; where the opposite was stated of it, that is taken back: a person who draws over a line changes it. */
export function withEdge(knowledge: DraftKnowledge, kind: EdgeKind, edge: NamedEdge): DraftKnowledge {
  const rest = withoutEdge(knowledge, edge);
  return { ...rest, [kind]: [...rest[kind], edge] };
}

export function withoutEdge(knowledge: DraftKnowledge, [cause, effect]: NamedEdge): DraftKnowledge {
  const others = (edges: readonly NamedEdge[]) => edges.filter(([c, e]) => c !== cause || e !== effect);
  return { ...knowledge, required: others(knowledge.required), forbidden: others(knowledge.forbidden) };
}

/** The variable in that tier alone, counted from 0; −1 frees it. A tier that is not there yet is made. */
export function inTier(knowledge: DraftKnowledge, name: string, to: number): DraftKnowledge {
  const tiers = withTiers(knowledge, to + 1).tiers.map((tier) => tier.filter((other) => other !== name));
  return { ...knowledge, tiers: tiers.map((tier, k) => (k === to ? [...tier, name] : tier)) };
}

/** With so many tiers at least. */
export function withTiers(knowledge: DraftKnowledge, count: number): DraftKnowledge {
  const more = Array.from({ length: Math.max(0, count - knowledge.tiers.length) }, () => []);
  return { ...knowledge, tiers: [...knowledge.tiers, ...more] };
}

/** Without that tier, counted from 0: its variables are free, and later tiers move up. */
export function withoutTier(knowledge: DraftKnowledge, at: number): DraftKnowledge {
  return { ...knowledge, tiers: knowledge.tiers.filter((_, k) => k !== at) };
}

/** Who stands before all others, and after them. */
export interface Ends {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** As tiers say it: the first ones, the others, the last ones. Null where there are more tiers than that. */
export function endsOf({ tiers }: DraftKnowledge): Ends | null {
  const [first = [], , last = [], ...more] = tiers;
  return more.length > 0 ? null : { first, last };
}

/** With a variable first, or last, or neither. `all`: the columns of the table, also those that may take part later. */
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
