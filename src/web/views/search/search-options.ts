// Changes to the options of a draft. Only what differs from the default is kept, and nothing that the chosen search or score
// does not read: the engine refuses an option that would be ignored.

import type { RunOptions, wire } from "../../../core/index.ts";
import type { FieldValue } from "./field.ts";
import { defaultScore } from "./remedied.ts";
import { encoderFields } from "./run-fields.ts";

export const defaultSearch = "auto";

export type Kind = "number" | "category";

/** Another value of an option; undefined, or what is the default anyway, takes it out. */
export function withOption(options: RunOptions, name: string, value: unknown): RunOptions {
  const { [name as keyof RunOptions]: _, ...rest } = options;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** The same for a field of the agent, or of the search's own settings. */
export function withInner(
  options: RunOptions,
  group: "rl" | "settings",
  name: string,
  value: FieldValue,
): RunOptions {
  const { [name]: _, ...rest } = (options[group] ?? {}) as Record<string, FieldValue>;
  const inner = value === undefined ? rest : { ...rest, [name]: value };
  return withOption(options, group, Object.keys(inner).length === 0 ? undefined : inner);
}

/** With another search, and without what only the one before had read. */
export function withSearch(options: RunOptions, search: string, { searches }: wire.Choices): RunOptions {
  const entry = searches.find(({ name }) => name === search);
  const settings = new Set(entry?.settings.map(({ name }) => name));
  const reads = new Set(entry?.rl);
  const chosen = withOption(options, "search", search === defaultSearch ? undefined : search);
  return within(within(chosen, "settings", settings), "rl", reads);
}

function within(options: RunOptions, group: "rl" | "settings", names: ReadonlySet<string>): RunOptions {
  const entries = Object.entries(options[group] ?? {}).filter(([name]) => names.has(name));
  return withOption(options, group, entries.length === 0 ? undefined : Object.fromEntries(entries));
}

const scoreOptions = ["penalty", "penaltyWeight", "equivalentSampleSize", "categorical"] as const;

/** With another score, and without what only the one before had read. */
export function withScore(options: RunOptions, score: string, { scores }: wire.Choices): RunOptions {
  const reads = scores.find(({ name }) => name === score)?.reads ?? [];
  const chosen = withOption(options, "score", score === defaultScore ? undefined : score);
  return scoreOptions
    .filter((name) => !reads.includes(name))
    .reduce<RunOptions>((rest, name) => withOption(rest, name, undefined), chosen);
}

/** The fields of the agent that a search reads, as its options are now. */
export function agentReads(
  { name, rl }: Pick<wire.Choices["searches"][number], "name" | "rl">,
  given: RunOptions["rl"] = {},
): readonly string[] {
  const isEncoder = name === "rl-order" && given.policy === "encoder";
  return isEncoder ? [...new Set([...rl, ...encoderFields])] : rl;
}

/** The score for columns of these kinds, where nothing was said. */
export function fittingScore(kinds: readonly Kind[]): string {
  if (!kinds.includes("category")) return defaultScore;
  return kinds.includes("number") ? "bic-mixed" : "bdeu";
}

/** Why a score cannot take columns of these kinds; null where it can. */
export function whyNot(
  { takes }: Pick<wire.Choices["scores"][number], "takes">,
  kinds: readonly Kind[],
): string | null {
  const labelled = kinds.filter((kind) => kind === "category").length;
  if (takes !== "numbers" || labelled === 0) return null;
  return `takes numbers only, and ${labelled === 1 ? "a column of the table holds" : `${labelled} columns of the table hold`} labels`;
}

/** What it means for the table that a score takes it as it does; null where there is nothing to say. */
export function takenAs(
  { takes }: Pick<wire.Choices["scores"][number], "takes">,
  kinds: readonly Kind[],
): string | null {
  const plain = kinds.filter((kind) => kind === "number").length;
  if (takes !== "categories" || plain === 0) return null;
  return `${plain === 1 ? "One column" : `${plain} columns`} of numbers will be taken as labels, one for each distinct value.`;
}
