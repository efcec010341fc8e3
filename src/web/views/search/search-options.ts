// Changes to the options of a draft. Only non-default values are kept, and only options that the chosen search, score or pruning
// reads: the engine refuses an option that would be ignored.

import type { RunOptions, wire } from "../../../core/index.ts";
import type { Kind } from "./column-kinds.ts";
import type { DescribedOption, FieldValue } from "./field.ts";

export const defaultSearch = "auto";
export const defaultScore = "auto";

/** Sets an option; undefined removes it. */
export function withOption(options: RunOptions, name: string, value: unknown): RunOptions {
  const { [name as keyof RunOptions]: _, ...rest } = options;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** Sets or removes an option of the search. */
export function withSearchOption(options: RunOptions, name: string, value: FieldValue): RunOptions {
  const { [name]: _, ...rest } = options.options ?? {};
  const next = value === undefined ? rest : { ...rest, [name]: value };
  return withOption(options, "options", Object.keys(next).length === 0 ? undefined : next);
}

/** Changes the search and removes options that the new one does not read. */
export function withSearch(options: RunOptions, search: string, { searches }: wire.Catalogue): RunOptions {
  const entry = searches.find(({ name }) => name === search);
  const names = new Set(entry?.options.map(({ name }) => name));
  const kept = entry?.hasRestarts === false ? withOption(options, "restarts", undefined) : options;
  const chosen = withOption(kept, "search", search === defaultSearch ? undefined : search);
  const entries = Object.entries(options.options ?? {}).filter(([name]) => names.has(name));
  return withOption(chosen, "options", entries.length === 0 ? undefined : Object.fromEntries(entries));
}

/** Changes the score and removes options that the new one does not read. */
export function withScore(options: RunOptions, score: string, { scores }: wire.Catalogue): RunOptions {
  return readBy(withOption(options, "score", score === defaultScore ? undefined : score), scores, score);
}

/** Changes the pruning and removes options that the new one does not read. */
export function withPruning(
  options: RunOptions,
  prune: string | undefined,
  { prunings }: wire.Catalogue,
): RunOptions {
  return readBy(withOption(options, "prune", prune), prunings, prune ?? "");
}

interface Optioned {
  readonly name: string;
  readonly options: readonly DescribedOption[];
}

/** Removes options that others of a list read and this one does not. */
function readBy(options: RunOptions, all: readonly Optioned[], name: string): RunOptions {
  const allowed = new Set(all.find((one) => one.name === name)?.options.map((option) => option.name));
  return all
    .flatMap((one) => one.options.map((option) => option.name))
    .filter((option) => !allowed.has(option))
    .reduce<RunOptions>((rest, option) => withOption(rest, option, undefined), options);
}

/** Why a score cannot be used with columns of these kinds; null if it can. */
export function whyNot(
  { takes }: Pick<wire.Catalogue["scores"][number], "takes">,
  kinds: readonly Kind[],
): string | null {
  const labelled = kinds.filter((kind) => kind === "category").length;
  if (takes !== "numbers" || labelled === 0) return null;
  return `numeric columns only, and ${labelled === 1 ? "one column is" : `${labelled} columns are`} categorical`;
}

/** Remark on how a score treats these columns; null if there is none. */
export function fitNote(
  { takes }: Pick<wire.Catalogue["scores"][number], "takes">,
  kinds: readonly Kind[],
): string | null {
  const plain = kinds.filter((kind) => kind === "number" || kind === "date").length;
  if (takes !== "categories" || plain === 0) return null;
  return `${plain === 1 ? "One numeric column" : `${plain} numeric columns`} will be treated as categorical, with one category per distinct value.`;
}
