// A draft with ways out taken, and what of it can be taken back, in words.

import type { Remedy, RunOptions, wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import { type Titles, wayLabel } from "./page-words.ts";
import {
  defaultScore,
  defaultSearch,
  withOption,
  withPruning,
  withScore,
  withSearch,
  withSearchOption,
} from "./search-options.ts";

type Finding = wire.Findings["findings"][number];

export interface Way {
  /** What stands on its button. */
  readonly label: string;
  /** The draft with it taken. */
  readonly taken: Draft;
}

interface WayNames {
  /** What there is to choose from, where a way may be about the search. */
  readonly choices?: wire.Catalogue;
  readonly titles?: Titles;
}

/** The ways out that a page can take and that are not taken already. */
export function openWays(
  remedies: readonly Remedy[] | undefined,
  draft: Draft,
  { choices, titles }: WayNames = {},
): readonly Way[] {
  return (remedies ?? [])
    .filter((remedy) => isTakeable(remedy) && !isTaken(remedy, draft))
    .map((remedy) => ({ label: wayLabel(remedy, titles), taken: withRemedy(draft, remedy, choices) }));
}

/** Has a way out of it been taken? So it is left out until the table is examined anew. */
export function isRemedied({ remedies = [] }: Finding, draft: Draft): boolean {
  return remedies.some((remedy) => isTakeable(remedy) && isTaken(remedy, draft));
}

/** Not what only a person can do, nor what concerns how the file is read, which lies elsewhere. */
function isTakeable({ act, set = {} }: Remedy): boolean {
  return act === undefined && !("header" in set);
}

function isTaken({ drop = [], unset = [], set = {} }: Remedy, draft: Draft): boolean {
  const { missing, threads, options } = draft;
  const given: Readonly<Record<string, unknown>> = {
    score: defaultScore,
    search: defaultSearch,
    ...options.options,
    ...options,
    missing,
    threads: threads ?? undefined,
  };
  return (
    drop.every((name) => draft.without.includes(name)) &&
    unset.every((name) => given[name] === undefined) &&
    Object.entries(set).every(([name, value]) =>
      Array.isArray(value)
        ? value.every((one) => ((given[name] ?? []) as unknown[]).includes(one))
        : given[name] === value,
    )
  );
}

/** The draft with a way out taken: columns that it names are added to those that are named already. */
function withRemedy(
  draft: Draft,
  { drop = [], unset = [], set = {} }: Remedy,
  choices?: wire.Catalogue,
): Draft {
  let after: Draft = { ...draft, without: union(draft.without, drop) };
  for (const name of unset) after = { ...after, ...changed(after, [name, undefined], choices) };
  for (const change of Object.entries(set)) after = { ...after, ...changed(after, change, choices) };
  return after;
}

function changed(
  { options }: Draft,
  [name, value]: readonly [string, unknown],
  choices: wire.Catalogue | undefined,
): Partial<Draft> {
  if (name === "missing") return { missing: value === "drop" ? "drop" : "fail" };
  if (name === "threads") return { threads: typeof value === "number" ? value : null };
  const search = choices?.searches.find((one) => one.name === options.search);
  const isOfSearch =
    value === undefined
      ? options.options?.[name] !== undefined
      : search?.options.some((option) => option.name === name);
  if (isOfSearch) return { options: withSearchOption(options, name, value as string | undefined) };
  if (choices !== undefined && typeof value === "string") {
    if (name === "search") return { options: withSearch(options, value, choices) };
    if (name === "score") return { options: withScore(options, value, choices) };
    if (name === "prune") return { options: withPruning(options, value, choices) };
  }
  const all = Array.isArray(value) ? union(options.categorical, value) : value;
  return { options: withOption(options, name, all) };
}

/** The draft with the first way out of each finding taken that is not yet. */
export function withAllRemedies(draft: Draft, findings: readonly Finding[]): Draft {
  let after = draft;
  for (const { columns, remedies = [] } of findings) {
    const isGone = columns.some((name) => after.without.includes(name));
    const way = remedies.find((remedy) => isTakeable(remedy) && !isTaken(remedy, draft));
    if (way !== undefined && !isGone) after = withRemedy(after, way);
  }
  return after;
}

export interface DraftChange {
  readonly label: string;
  /** The draft's fields without it. */
  readonly back: Partial<Draft>;
}

/** All that was changed of how the table is taken. */
export function draftChanges({ without, missing, options }: Draft): readonly DraftChange[] {
  const { categorical = [], score, penaltyWeight } = options;
  return [
    ...without.map((name) => ({ label: `excluded: ${name}`, back: { without: less(without, name) } })),
    ...(missing === "drop"
      ? [{ label: "rows with missing values: dropped", back: { missing: "fail" as const } }]
      : []),
    ...categorical.map((name) => ({
      label: `categorical: ${name}`,
      back: { options: withCategories(options, less(categorical, name)) },
    })),
    ...(score === undefined
      ? []
      : [
          // The default takes numbers only, so the categories go with the score that takes them.
          {
            label: `score: ${score}`,
            back: { options: withCategories({ ...options, score: undefined }, []) },
          },
        ]),
    ...(penaltyWeight === undefined
      ? []
      : [
          {
            label: `penalty of an edge: ${penaltyWeight} times`,
            back: { options: { ...options, penaltyWeight: undefined } },
          },
        ]),
  ];
}

/** The options with a column of numbers taken as categories, by a score that takes those; or as numbers again. */
export function withColumnKind(
  kind: "categories" | "numbers",
  name: string,
  { options, score }: { readonly options: RunOptions; readonly score: string },
): RunOptions {
  const { categorical = [] } = options;
  if (kind === "numbers") return withCategories(options, less(categorical, name));
  return withCategories({ ...options, score }, union(categorical, [name]));
}

function withCategories(
  { categorical: _, ...options }: RunOptions,
  categorical: readonly string[],
): RunOptions {
  return categorical.length > 0 ? { ...options, categorical: [...categorical] } : options;
}

function union(known: readonly string[] = [], more: readonly string[]): string[] {
  return [...new Set([...known, ...more])];
}

function less(names: readonly string[], name: string): string[] {
  return names.filter((other) => other !== name);
}
