// Which settings are shown: those that the chosen search, score and pruning read. What each reads is core's to say; where choices do
// not tell it, it is written here, and a test holds the two against each other.

import type { RunOptions, wire } from "../../../core/index.ts";
import { type Field, fieldOf } from "./field.ts";
import { defaultScore } from "./remedied.ts";
import { agentFields, runFields } from "./run-fields.ts";
import { agentReads, defaultSearch } from "./search-options.ts";

export const threadsField: Field = {
  name: "threads",
  title: "Threads",
  describes: "Of networks and slow scores: how many share the work. The answer is the same for any number.",
  kind: "number",
  isWhole: true,
  min: 1,
  max: 64,
};

/** In sight. */
const common = ["seed", "timeLimit", "polish"];
/** What each rule of pruning reads. */
export const pruningReads: Readonly<Record<string, string>> = {
  threshold: "threshold",
  quadratic: "threshold",
  cam: "alpha",
  greedy: "tolerance",
  "greedy-fit": "tolerance",
};
/** Searches with more than one start, beside the agents. */
const restarting = [defaultSearch, "order", "both", "hill-climb", "ica-lingam"];

/** Fields that are shown for these options, by name: what they are called. */
export function titlesOf(choices: wire.Choices, options: RunOptions): Readonly<Record<string, string>> {
  const shown = Object.values(fieldsOf(choices, options)).flat();
  const titled = [...shown, threadsField].map(({ name, title }) => [name, title]);
  return {
    ...Object.fromEntries(titled),
    search: "How to search",
    score: "What counts as a good graph",
    prune: "Pruning",
    truth: "True graph",
  };
}

/** The fields that are read with these options, by where they stand. */
export function fieldsOf(choices: wire.Choices, options: RunOptions) {
  const search = choices.searches.find(({ name }) => name === (options.search ?? defaultSearch));
  const score = choices.scores.find(({ name }) => name === (options.score ?? defaultScore));
  const pruning = pruningReads[options.prune ?? search?.prune ?? "none"];
  const isRead = ({ name }: Field): boolean => {
    if (["penalty", "penaltyWeight", "equivalentSampleSize"].includes(name))
      return score?.reads.includes(name) ?? false;
    if (["threshold", "alpha", "tolerance"].includes(name)) return name === pruning;
    if (name === "restarts")
      return search?.isAgent === true || restarting.includes(options.search ?? defaultSearch);
    return true;
  };
  const read = runFields.filter(isRead);
  const reads = search ? agentReads(search, options.rl) : [];
  return {
    common: read.filter(({ name }) => common.includes(name)),
    ofPruning: read.filter(({ name }) => name === pruning),
    folded: read.filter(({ name }) => !common.includes(name) && name !== pruning),
    agent: agentFields.filter(({ name }) => reads.includes(name)),
    own: (search?.settings ?? []).map(fieldOf),
  };
}
