// The options of a request: those of the search, and those with which its table is read.

import type { TableOptions } from "../data/columns.ts";
import type { RunOptions } from "../run/spec.ts";
import { truthOn } from "../run/truth.ts";
import { categoriesFor } from "./examine-table.ts";
import type { RunRequest } from "./wire/wire.ts";

/** A spec has its fields in the order of the command line's, which always says these two. */
export function requestOptions({ options }: Pick<RunRequest, "options">): RunOptions {
  return { prune: undefined, polish: undefined, ...options };
}

/** The true graph on these columns, where the request has one. */
export function requestTruth({ truth }: Pick<RunRequest, "truth">, names: readonly string[]) {
  return truth === undefined ? undefined : truthOn(names, truth);
}

export function requestReading({
  options,
  columns,
  missing,
}: Pick<RunRequest, "options" | "columns" | "missing">): Pick<
  TableOptions,
  "columns" | "missing" | "categorical"
> {
  const { score = "bic", categorical } = options as RunOptions;
  return { columns, missing, categorical: categoriesFor([score], categorical) };
}
