// Selects the options to show: those that the chosen search, score and pruning read.

import type { RunOptions, wire } from "../../../core/index.ts";
import { type DescribedOption, type Field, fieldOf } from "./field.ts";
import { defaultSearch, withOption } from "./search-options.ts";

export const threadsField: Field = {
  name: "threads",
  title: "Threads",
  help: "Exact search, order search, agents and slow scores share their work between threads; other searches use one thread. The default is all cores but one. The result does not depend on the number of threads.",
  group: "Run",
  placeholder: "default",
  kind: "number",
  isWhole: true,
  min: 1,
  max: 64,
};

/** Always visible. */
const common = ["seed", "timeLimit", "polish"];
/** Options with their own place on the page. */
const placed = ["search", "score", "prune", "categorical"];

/** Titles of the fields shown for these options and this score, by option name. */
export function titlesOf(
  choices: wire.Catalogue,
  options: RunOptions,
  score: string,
): Readonly<Record<string, string>> {
  const fields = Object.values(fieldsOf(choices, options, score)).flat();
  const titled = [...fields, threadsField].map(({ name, title }) => [name, title]);
  return {
    ...Object.fromEntries(titled),
    search: "Search algorithm",
    score: "Score",
    prune: "Pruning",
    truth: "True graph",
  };
}

/** The fields that are read with these options and this score (which may have been chosen automatically), by place on the page. */
export function fieldsOf(
  { searches, scores, prunings, run }: wire.Catalogue,
  options: RunOptions,
  scored: string,
) {
  const { search: searchName = defaultSearch } = options;
  const search = searches.find(({ name }) => name === searchName);
  const score = scores.find(({ name }) => name === scored);
  const pruning = prunings.find(({ name }) => name === (options.prune ?? search?.prune ?? "none"));
  const hasRestarts = search?.hasRestarts ?? true;
  const isOpen = ({ name }: DescribedOption) =>
    !placed.includes(name) && (name !== "restarts" || hasRestarts);
  const ofRun = run.filter((option) => isOpen(option) && isRead(option, run, options)).map(fieldOf);
  const isOfConfidence = ({ group }: Field) => group === "Confidence";
  return {
    common: ofRun.filter(({ name }) => common.includes(name)),
    confidence: ofRun.filter(isOfConfidence),
    ofPruning: (pruning?.options ?? []).map(fieldOf),
    folded: [
      ...(score?.options ?? []).filter(isOpen).map(fieldOf),
      ...ofRun.filter((field) => !common.includes(field.name) && !isOfConfidence(field)),
    ],
    extra: (search?.options ?? [])
      .filter((option) => isRead(option, search!.options, options.options))
      .map(fieldOf),
  };
}

/** Is an option read, given the values of the others? */
function isRead(
  { when = {} }: DescribedOption,
  all: readonly DescribedOption[],
  settings: object = {},
): boolean {
  const valuesOf = settings as Readonly<Record<string, unknown>>;
  const valueAt = (name: string) => valuesOf[name] ?? all.find((option) => option.name === name)?.default;
  return Object.entries(when).every(([name, allowed]) =>
    allowed === "set" ? valuesOf[name] !== undefined : allowed.includes(valueAt(name)),
  );
}

/** Sets an option of the run and removes options that are then no longer read. */
export function withRunOption(
  options: RunOptions,
  { name, value }: { readonly name: string; readonly value: unknown },
  { run }: wire.Catalogue,
): RunOptions {
  const after = withOption(options, name, value);
  return run
    .filter((option) => !isRead(option, run, after))
    .reduce<RunOptions>((rest, option) => withOption(rest, option.name, undefined), after);
}
