// The options of a request: those of the search, and those for reading its table.

import type { TableOptions } from "../data/columns.ts";
import type { RunOptions } from "../run/spec.ts";
import { truthOn } from "../run/truth.ts";
import type { RunRequest } from "./wire/wire.ts";

/** A spec has its fields in the order of the command line, which always sets these two. */
export function requestOptions({ options, missing }: Pick<RunRequest, "options" | "missing">): RunOptions {
  return { prune: undefined, polish: undefined, ...(missing === "drop" && { missing }), ...options };
}

/** The true graph on these columns, if the request has one. */
export function requestTruth({ truth }: Pick<RunRequest, "truth">, names: readonly string[]) {
  return truth === undefined ? undefined : truthOn(names, truth);
}

/** How the table of a request is read. */
export function requestReading({
  columns,
  exclude,
  kinds,
}: Pick<RunRequest, "columns" | "exclude" | "kinds">): Pick<TableOptions, "columns" | "exclude" | "kinds"> {
  return { columns, exclude, kinds };
}
