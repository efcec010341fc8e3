// What a person has set for the next run of a table, before it is started: kept in the browser by the table's id, so that a
// reload loses nothing. It is the request itself, without the table, and the tiers that its knowledge comes from.

import { useCallback, useSyncExternalStore } from "react";
import type { NamedEdge, RunOptions, wire } from "../../core/index.ts";

export interface Draft {
  /** Columns left out; all others take part. */
  readonly without: readonly string[];
  readonly missing: "fail" | "drop";
  readonly truth: wire.RunRequest["truth"] | null;
  readonly options: RunOptions;
  readonly knowledge: DraftKnowledge;
  readonly threads: number | null;
}

/** As it is drawn; in the request, tiers are forbidden edges. */
export interface DraftKnowledge {
  readonly required: readonly NamedEdge[];
  readonly forbidden: readonly NamedEdge[];
  /** Causes first; a variable in none is free. */
  readonly tiers: readonly (readonly string[])[];
  readonly maxParents: number | null;
}

export const emptyDraft: Draft = {
  without: [],
  missing: "fail",
  truth: null,
  options: {},
  knowledge: { required: [], forbidden: [], tiers: [], maxParents: null },
  threads: null,
};

const listeners = new Set<() => void>();
const cached = new Map<string, { readonly text: string | null; readonly draft: Draft }>();
const keyOf = (table: string): string => `wherefore/draft/${table}`;

export function draftOf(table: string): Draft {
  const text = localStorage.getItem(keyOf(table));
  const known = cached.get(table);
  if (known !== undefined && known.text === text) return known.draft;
  const draft = text === null ? emptyDraft : { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) };
  cached.set(table, { text, draft });
  return draft;
}

export function putDraft(table: string, draft: Draft): void {
  localStorage.setItem(keyOf(table), JSON.stringify(draft));
  for (const listener of listeners) listener();
}

/** Of a table that is deleted. */
export function forgetDraft(table: string): void {
  localStorage.removeItem(keyOf(table));
  cached.delete(table);
}

export function useDraft(table: string): readonly [Draft, (change: Partial<Draft>) => void] {
  const draft = useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => draftOf(table),
  );
  const put = useCallback(
    (change: Partial<Draft>) => putDraft(table, { ...draftOf(table), ...change }),
    [table],
  );
  return [draft, put];
}
