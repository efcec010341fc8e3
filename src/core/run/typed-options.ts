// The options of a run as a program writes them: names are limited to those that exist, and the options of a search are its own, so
// that an editor completes them and a misspelt one does not compile.

import type * as z from "zod";
import type { ScoreName } from "../score/scores.ts";
import type { UserScoreMaker } from "../score/user-score.ts";
import type { PruningName } from "../search/prune/prune.ts";
import type { SearchName, searchDefinitions } from "../search/searches.ts";
import type { RunOptions } from "./spec.ts";

/** A module whose default export makes a score. */
type ScoreFile = `${string}.js` | `${string}.mjs` | `${string}.cjs`;

export type AskedOptions<S extends SearchName | "auto" = SearchName | "auto"> = Omit<
  RunOptions,
  "search" | "score" | "prune" | "options"
> & {
  readonly search?: S;
  /** A score by its name, the file of a user-defined one, or a function that makes one for a table. */
  readonly score?: ScoreName | ScoreFile | UserScoreMaker;
  readonly prune?: PruningName;
  /** Options of the named search. */
  readonly options?: S extends SearchName ? z.input<(typeof searchDefinitions)[S]["options"]> : never;
};
