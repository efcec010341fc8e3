// Applies remedies to a draft, and lists the changes of a draft that can be undone.

import type { Remedy, wire } from "../../../core/index.ts";
import { type Draft, userKind, withCategories } from "../draft/draft.ts";
import { withKind } from "./column-kinds.ts";
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
  /** Label of its button. */
  readonly label: string;
  /** The draft after applying it. */
  readonly draft: Draft;
}

interface WayNames {
  /** The catalogue, needed if a remedy may concern the search. */
  readonly choices?: wire.Catalogue;
  readonly titles?: Titles;
  /** The score that will be used if none was chosen. */
  readonly score?: string;
}

/** The remedies that the page can apply and that are not applied yet. */
export function openWays(
  remedies: readonly Remedy[] | undefined,
  draft: Draft,
  { choices, titles, score }: WayNames = {},
): readonly Way[] {
  return (remedies ?? [])
    .filter((remedy) => isTakeable(remedy) && !isTaken(remedy, draft, score))
    .map((remedy) => {
      const open = Object.entries(remedy.set ?? {}).filter((one) => !isSet(one, draft, score));
      const rest = { ...remedy, set: open.length === 0 ? undefined : Object.fromEntries(open) };
      return { label: wayLabel(rest, titles), draft: withRemedy(draft, rest, choices) };
    });
}

/** Has a remedy for the finding been applied? Then it is hidden until the table is examined again. */
export function isRemedied({ remedies = [] }: Finding, draft: Draft): boolean {
  return remedies.some((remedy) => isTakeable(remedy) && isTaken(remedy, draft));
}

/** Excludes actions that only the user can take, and options for reading the file, which the page does not have. */
function isTakeable({ act, set = {} }: Remedy): boolean {
  return act === undefined && !("header" in set) && !("sheet" in set);
}

function isTaken({ drop = [], unset = [], set = {} }: Remedy, draft: Draft, score?: string): boolean {
  return (
    drop.every((name) => draft.without.includes(name)) &&
    unset.every((name) => settingsIn(draft)[name] === undefined) &&
    Object.entries(set).every((one) => isSet(one, draft, score))
  );
}

/** Does an option already have the value? `score`: the score used if none was chosen. */
function isSet(
  [name, value]: readonly [string, unknown],
  draft: Draft,
  score: string = defaultScore,
): boolean {
  const kinds = kindsSet(name, value);
  if (kinds === null) return { score, search: defaultSearch, ...settingsIn(draft) }[name] === value;
  return Object.entries(kinds).every(([column, kind]) => userKind(draft, column) === kind);
}

/** Chosen settings, by option name. */
function settingsIn({ options, threads }: Draft): Readonly<Record<string, unknown>> {
  return { ...options.options, ...options, ...(threads !== null && { threads }) };
}

/** Column kinds that a change of an option sets; null if the option concerns something else. */
function kindsSet(name: string, value: unknown): Draft["kinds"] | null {
  if (name === "categorical") return withCategories({}, (value ?? []) as readonly string[]);
  return name === "kinds" ? ((value ?? {}) as Draft["kinds"]) : null;
}

/** Applies a remedy: the columns that it names are added to those already named. */
function withRemedy(
  draft: Draft,
  { drop = [], unset = [], set = {} }: Remedy,
  choices?: wire.Catalogue,
): Draft {
  let after: Draft = { ...draft, without: [...new Set([...draft.without, ...drop])] };
  for (const name of unset) after = { ...after, ...changed(after, [name, undefined], choices) };
  for (const change of Object.entries(set)) after = { ...after, ...changed(after, change, choices) };
  return after;
}

function changed(
  { options, kinds, without }: Draft,
  [name, value]: readonly [string, unknown],
  choices: wire.Catalogue | undefined,
): Partial<Draft> {
  const change = kindsSet(name, value);
  // A column whose kind is set is to be used.
  if (change !== null)
    return { kinds: { ...kinds, ...change }, without: without.filter((one) => !Object.hasOwn(change, one)) };
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
  return { options: withOption(options, name, value) };
}

/** Applies one remedy for each finding: the first that drops no column, if there is one. */
export function withAllRemedies(draft: Draft, findings: readonly Finding[]): Draft {
  let after = draft;
  for (const { columns, remedies = [] } of findings) {
    const isGone = columns.some((name) => after.without.includes(name));
    const open = remedies.filter((remedy) => isTakeable(remedy) && !isTaken(remedy, draft));
    const way = open.find(({ drop = [] }) => drop.length === 0) ?? open[0];
    if (way !== undefined && !isGone) after = withRemedy(after, way);
  }
  return after;
}

export interface DraftChange {
  readonly label: string;
  /** Fields of the draft that undo it. */
  readonly back: Partial<Draft>;
}

/** All changes of how the table is read and scored. */
export function draftChanges(draft: Draft): readonly DraftChange[] {
  const { without, kinds, options } = draft;
  const { score, penaltyWeight } = options;
  const reset = (name: "score" | "penaltyWeight") => ({ options: withOption(options, name, undefined) });
  return [
    ...without.map((name) => ({
      label: `excluded: ${name}`,
      back: { without: without.filter((other) => other !== name) },
    })),
    ...Object.entries(kinds).map(([name, kind]) => ({
      label: `${name}: ${kind}`,
      back: { kinds: withKind(draft, name, undefined).kinds },
    })),
    ...(score === undefined ? [] : [{ label: `score: ${score}`, back: reset("score") }]),
    ...(penaltyWeight === undefined
      ? []
      : [{ label: `penalty of an edge: ${penaltyWeight} times`, back: reset("penaltyWeight") }]),
  ];
}
