// Refuses options of a run that would have no effect, and names that do not exist.

import * as z from "zod";
import { check, InputError, setTo, suggestion } from "../check.ts";
import { checkOptions, type Optioned, type OptionValues } from "../option.ts";
import { defaultRestarts } from "../search/search.ts";
import { searches } from "../search/searches.ts";

export function checkName(field: "search" | "score" | "prune", name: string, names: readonly string[]): void {
  const what = field === "prune" ? "pruning" : field;
  check(names.includes(name), () => `discover: no ${what} called "${name}"; ${suggestion(name, names)}`, {
    field,
  });
}

/** No option is ignored: the search must have it, and its value must be valid. */
export function checkSearchOptions(name: string, settings: OptionValues = {}): void {
  const all = Object.values(searches).map(({ name: each, options, filled }): Optioned => {
    return { kind: "search", name: each, called: `the search ${each}`, options, filled };
  });
  const open: Optioned = { kind: "search", name, called: `the search ${name}`, options: z.strictObject({}) };
  checkOptions(all.find((search) => search.name === name) ?? open, settings, all);
}

interface Restarted {
  readonly search: string;
  readonly restarts?: number | undefined;
  readonly chosen?: readonly string[] | undefined;
}

/**
 * Refuses restarts of a search that has none, unless the table chose the search: one start is what it makes, and the default is in the
 * spec of every search.
 */
export function checkRestarts({ search: name, restarts = 1, chosen = [] }: Restarted): void {
  const search = searches[name];
  const isUnread = search !== undefined && search.restarts === undefined;
  if (!isUnread || restarts === 1 || restarts === defaultRestarts || chosen.includes("search")) return;
  const readers = Object.values(searches).filter((each) => each.restarts !== undefined);
  throw new InputError(`discover: the search ${name} has no restarts`, {
    field: "restarts",
    remedies: [
      { unset: ["restarts"] },
      ...setTo(
        "search",
        readers.map((each) => each.name),
      ),
    ],
  });
}
