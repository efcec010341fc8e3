// Which options are shown: those that the chosen search, score and pruning read.

import type { RunOptions, wire } from "../../../core/index.ts";
import { type DescribedOption, type Field, fieldOf } from "./field.ts";
import { defaultSearch } from "./search-options.ts";

export const threadsField: Field = {
  name: "threads",
  title: "Threads",
  help: "Exact search, order search, agents and slow scores share their work between threads; other searches take one. By default all cores but one. The result does not depend on the number of threads.",
  group: "Run",
  placeholder: "default",
  kind: "number",
  isWhole: true,
  min: 1,
  max: 64,
};

/** In sight. */
const common = ["seed", "timeLimit", "polish"];
/** Those that have a place of their own on the page. */
const placed = ["search", "score", "prune", "categorical"];

/** Fields that are shown for these options and this score, by name: what they are called. */
export function titlesOf(
  choices: wire.Catalogue,
  options: RunOptions,
  score: string,
): Readonly<Record<string, string>> {
  const shown = Object.values(fieldsOf(choices, options, score)).flat();
  const titled = [...shown, threadsField].map(({ name, title }) => [name, title]);
  return {
    ...Object.fromEntries(titled),
    search: "Search algorithm",
    score: "Score",
    prune: "Pruning",
    truth: "True graph",
  };
}

/** The fields that are read with these options and this score, which may have been chosen by the columns, by where they stand. */
export function fieldsOf(
  { searches, scores, prunings, run }: wire.Catalogue,
  options: RunOptions,
  scored: string,
) {
  const { search: asked = defaultSearch } = options;
  const search = searches.find(({ name }) => name === asked);
  const score = scores.find(({ name }) => name === scored);
  const pruning = prunings.find(({ name }) => name === (options.prune ?? search?.prune ?? "none"));
  const hasRestarts = search?.hasRestarts ?? true;
  const isOpen = ({ name }: DescribedOption) =>
    !placed.includes(name) && (name !== "restarts" || hasRestarts);
  const ofRun = run.filter(isOpen).map(fieldOf);
  return {
    common: ofRun.filter(({ name }) => common.includes(name)),
    ofPruning: (pruning?.options ?? []).map(fieldOf),
    folded: [
      ...(score?.options ?? []).filter(isOpen).map(fieldOf),
      ...ofRun.filter(({ name }) => !common.includes(name)),
    ],
    own: (search?.options ?? [])
      .filter((option) => isRead(option, search!.options, options.options))
      .map(fieldOf),
  };
}

/** Is an option of the search read, by what the others are? */
function isRead(
  { when = {} }: DescribedOption,
  all: readonly DescribedOption[],
  given: Readonly<Record<string, unknown>> = {},
): boolean {
  const valueAt = (name: string) => given[name] ?? all.find((option) => option.name === name)?.default;
  return Object.entries(when).every(([name, allowed]) =>
    allowed === "set" ? given[name] !== undefined : allowed.includes(valueAt(name)),
  );
}
