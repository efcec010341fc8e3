// Settings for the next run of a table before it is started: stored in the browser under the table's id, so that a reload loses
// nothing. A draft is the request without the table.

import { useCallback, useSyncExternalStore } from "react";
import { currentOptions, type NamedEdge, type RunOptions, type wire } from "../../../core/index.ts";
import { forgetText, keepText, storedText } from "../shared/storage.ts";
import { noSteps, redone, type Steps, stepped, undone } from "./undo.ts";

export interface Draft {
  /** Columns left out; all others are used. */
  readonly without: readonly string[];
  /** Kinds that differ from the detected ones, by column name: "category", or "ordered: low < high". */
  readonly kinds: Readonly<Record<string, string>>;
  readonly truth: wire.RunRequest["truth"] | null;
  readonly options: RunOptions;
  readonly knowledge: DraftKnowledge;
  readonly threads: number | null;
}

/** Prior knowledge as the user edits it. */
export interface DraftKnowledge {
  readonly required: readonly NamedEdge[];
  readonly forbidden: readonly NamedEdge[];
  /** Earliest (causes) first; a variable in no tier is free. */
  readonly tiers: readonly (readonly string[])[];
  readonly maxParents: number | null;
}

export const emptyDraft: Draft = {
  without: [],
  kinds: {},
  truth: null,
  options: {},
  knowledge: { required: [], forbidden: [], tiers: [], maxParents: null },
  threads: null,
};

const listeners = new Set<() => void>();
const cached = new Map<string, { readonly text: string | null; readonly draft: Draft }>();
const keyOf = (table: string): string => `wherefore/draft/${table}`;

export function draftOf(table: string): Draft {
  const text = storedText("localStorage", keyOf(table));
  const entry = cached.get(table);
  if (entry !== undefined && entry.text === text) return entry.draft;
  const draft = text === null ? emptyDraft : draftFrom(text);
  cached.set(table, { text, draft });
  return draft;
}

/** Parses a stored draft; in a text edited by hand or written by another version of the page, invalid fields get defaults. */
export function draftFrom(text: string): Draft {
  const fields = fieldsOf(parsed(text));
  const knowledge = fieldsOf(fields.knowledge);
  const { categorical, ...options } = currentOptions(fieldsOf(fields.options));
  return {
    without: namesIn(fields.without) ?? [],
    kinds: withCategories(textsIn(fields.kinds), namesIn(categorical) ?? []),
    truth: typeof fields.truth === "string" ? fields.truth : edgesIn(fields.truth),
    options,
    knowledge: {
      required: edgesIn(knowledge.required) ?? [],
      forbidden: edgesIn(knowledge.forbidden) ?? [],
      tiers: listIn(knowledge.tiers, (tier) => namesIn(tier) !== null) ?? [],
      maxParents: numberIn(knowledge.maxParents),
    },
    threads: numberIn(fields.threads),
  };
}

/** Adds these columns as categories: requests may also state them in the option `categorical`, as drafts once did. */
export function withCategories(kinds: Draft["kinds"], names: readonly string[]): Draft["kinds"] {
  return { ...kinds, ...Object.fromEntries(names.map((name) => [name, "category"])) };
}

/** Kind that the user set for a column; undefined: the detected kind applies. */
export function userKind({ kinds }: Pick<Draft, "kinds">, name: string): string | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textsIn(value: unknown): Record<string, string> {
  const texts = Object.entries(fieldsOf(value)).filter(([, text]) => typeof text === "string");
  return Object.fromEntries(texts) as Record<string, string>;
}

function listIn<T>(value: unknown, isOne: (item: unknown) => boolean): readonly T[] | null {
  return Array.isArray(value) && value.every(isOne) ? value : null;
}

function namesIn(value: unknown): readonly string[] | null {
  return listIn(value, (name) => typeof name === "string");
}

function edgesIn(value: unknown): [string, string][] | null {
  const edges = listIn<[string, string]>(value, (edge) => namesIn(edge)?.length === 2);
  return edges && [...edges];
}

function numberIn(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** Undo history by table, kept as long as the page is open. */
const history = new Map<string, Steps<Draft>>();

/** A change by the user, which can be undone. */
export function putDraft(table: string, draft: Draft): void {
  const before = draftOf(table);
  if (JSON.stringify(before) !== JSON.stringify(draft)) history.set(table, stepped(stepsOf(table), before));
  write(table, draft);
}

/** Sets the initial draft of a table and clears its history. */
export function beginDraft(table: string, draft: Draft): void {
  history.delete(table);
  write(table, draft);
}

/** Undoes the last change, or redoes it. */
export function takeBack(table: string, which: "undo" | "redo"): void {
  const result = (which === "undo" ? undone : redone)(stepsOf(table), draftOf(table));
  if (result === null) return;
  const [draft, steps] = result;
  history.set(table, steps);
  write(table, draft);
}

function write(table: string, draft: Draft): void {
  keepText("localStorage", keyOf(table), JSON.stringify(draft));
  for (const listener of listeners) listener();
}

function stepsOf(table: string): Steps<Draft> {
  return history.get(table) ?? noSteps;
}

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export function useSteps(table: string): Steps<Draft> {
  return useSyncExternalStore(listen, () => stepsOf(table));
}

/** Called when the table is deleted. */
export function forgetDraft(table: string): void {
  forgetText("localStorage", keyOf(table));
  cached.delete(table);
  history.delete(table);
}

export function useDraft(table: string): readonly [Draft, (change: Partial<Draft>) => void] {
  const draft = useSyncExternalStore(listen, () => draftOf(table));
  const put = useCallback(
    (change: Partial<Draft>) => putDraft(table, { ...draftOf(table), ...change }),
    [table],
  );
  return [draft, put];
}
