// The search that a run on this machine would choose for a table: it is part of a task, since another machine may choose another.

import {
  discovery,
  InputError,
  type LoadedTable,
  type RunOptions,
  type UserScoreMaker,
} from "../../core/index.ts";
import { memoryAtHand } from "../runs/machine.ts";

/** The options with that search, marked as chosen if it was not requested. */
export function withSearch(table: LoadedTable, options: RunOptions, userScore?: UserScoreMaker): RunOptions {
  const { search: choice = "auto", chosen = [] } = options;
  const search = searchFor(table, options, userScore);
  return { ...options, search, ...(choice === "auto" && { chosen: [...chosen, "search"] }) };
}

function searchFor(table: LoadedTable, options: RunOptions, userScore?: UserScoreMaker): string {
  const running = discovery({
    table,
    options,
    userScore,
    now: () => performance.now(),
    memoryBytes: memoryAtHand(),
  });
  for (const event of running) if (event.type === "choice") return event.search;
  throw new InputError("batch: the run ended before its search was chosen");
}
