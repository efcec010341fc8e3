// The catalogue, as plain data for pages and programs: searches, scores and prunings with their options, and the options of
// every run.

import { describedOptions } from "../option.ts";
import { runSpecSchema } from "../run/spec.ts";
import { scoreGroups } from "../score/definition.ts";
import { scores } from "../score/scores.ts";
import { searchGroups } from "../search/definition.ts";
import { prunings } from "../search/prune/prune.ts";
import { searches } from "../search/searches.ts";
import type { Catalogue } from "./wire/wire.ts";

/**
 * All searches, scores and prunings with their options, as plain data.
 *
 * @example
 * ```js
 * catalogue().searches[0].name; // "exact"
 * ```
 */
export function catalogue(): Catalogue {
  return (cached ??= catalogueOf());
}

/** Built on first use and cached: definitions do not change. */
let cached: Catalogue | undefined;

function catalogueOf(): Catalogue {
  const owned = new Set([...Object.values(scores), ...Object.values(prunings)].flatMap(optionNames));
  return {
    searches: Object.values(searches).map((search) => ({
      name: search.name,
      summary: search.summary,
      when: search.when,
      group: searchGroups[search.group],
      isAgent: search.runs !== undefined,
      uses: search.uses,
      finds: search.finds,
      needs: [...(search.needs?.({}) ?? [])],
      hasRestarts: search.restarts !== undefined,
      prune: search.prune ?? "none",
      options: [...describedOptions(search.options)],
    })),
    scores: Object.values(scores).map((score) => ({
      name: score.name,
      summary: score.summary,
      when: score.when,
      group: scoreGroups[score.group],
      takes: score.takes ?? "numbers",
      options: [...describedOptions(score.options)],
    })),
    prunings: Object.values(prunings).map(({ name, summary, options }) => ({
      name,
      summary,
      options: [...describedOptions(options)],
    })),
    run: describedOptions(runSpecSchema).filter(({ name }) => !owned.has(name)),
  };
}

function optionNames({ options }: { readonly options: { readonly shape: object } }): string[] {
  return Object.keys(options.shape);
}
