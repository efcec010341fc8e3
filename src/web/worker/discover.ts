// A discovery in a browser, for programs: the same result and digest as `discover` on Node, on one thread.
//
// It computes on the calling thread and lets the page draw between steps; run a long search in a Web Worker.

import {
  type AskedOptions,
  type Discovery,
  dataHash,
  discovery,
  type LoadedTable,
  machineNeeds,
  namedScore,
  networkBuild,
  type Outcome,
  type RunEvent,
  type RunOptions,
  type RunResult,
  type SearchName,
  type StopReason,
  sha256,
  type UserScoreMaker,
} from "../../core/index.ts";
import { drive } from "./drive.ts";

/** Options of the search, and callbacks for its events and for stopping it. */
export type DiscoverOptions<S extends SearchName | "auto" = SearchName | "auto"> = AskedOptions<S> &
  Pick<Discovery, "truth" | "name" | "memoryBytes"> & {
    readonly onEvent?: (event: RunEvent) => void | Promise<void>;
    /** Called between steps and before every term of the score; a reason ends the search with the best graph so far. */
    readonly stop?: () => StopReason | undefined;
  };

/** Finds which variables of a table cause which; the result is plain data. */
export async function discover<S extends SearchName | "auto" = "auto">(
  table: LoadedTable,
  options: DiscoverOptions<S> = {},
): Promise<RunResult> {
  return (await discoverWithProof(table, options)).result;
}

/** Like `discover`, but also returns the certificate. */
export async function discoverWithProof<S extends SearchName | "auto" = "auto">(
  table: LoadedTable,
  options: DiscoverOptions<S> = {},
): Promise<Outcome> {
  type Input = Omit<DiscoverOptions, "score"> & { readonly score?: string | UserScoreMaker };
  const { truth, name, memoryBytes, onEvent, stop, score, ...rest } = options as Input;
  const { userScore, ...named } = namedScore(score);
  const runOptions: RunOptions = { ...rest, ...named };
  const { isStrict, hasNetwork } = machineNeeds(runOptions, {
    threads: 1,
    most: 1,
    variables: table.names.length,
  });
  const run = discovery({
    table,
    options: runOptions,
    truth,
    userScore,
    name,
    memoryBytes,
    hash: dataHash(table),
    machine: hasNetwork ? { build: networkBuild({ strict: isStrict }) } : undefined,
    sha256,
    stop,
    now: () => performance.now(),
  });
  return drive(run, { onEvent, stop });
}
