// A discovery in a browser, for programs: the same answer and digest as `discover` gives on Node, on one thread.
//
// It computes for as long as it takes and lets the page draw between steps; a search that takes long belongs in a Web Worker.

import {
  type AskedOptions,
  type Discovery,
  dataHash,
  discovery,
  type LoadedTable,
  machineNeeds,
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

/** What is asked, and who hears of it. */
export type DiscoverOptions<S extends SearchName | "auto" = SearchName | "auto"> = AskedOptions<S> &
  Pick<Discovery, "truth" | "name" | "memoryBytes"> & {
    readonly onEvent?: (event: RunEvent) => void | Promise<void>;
    /** Asked between steps and before every term of the score: a reason ends the search with the best graph so far. */
    readonly stop?: () => StopReason | undefined;
  };

/** Finds the causes in a table; the result is plain data. */
export async function discover<S extends SearchName | "auto" = "auto">(
  table: LoadedTable,
  options: DiscoverOptions<S> = {},
): Promise<RunResult> {
  return (await discoverWithProof(table, options)).result;
}

/** The same, with the certificate beside the result. */
export async function discoverWithProof<S extends SearchName | "auto" = "auto">(
  table: LoadedTable,
  options: DiscoverOptions<S> = {},
): Promise<Outcome> {
  type Input = Omit<DiscoverOptions, "score"> & { readonly score?: string | UserScoreMaker };
  const { truth, name, memoryBytes, onEvent, stop, score, ...rest } = options as Input;
  const userScore = typeof score === "function" ? score : undefined;
  const runOptions: RunOptions = {
    ...rest,
    score: userScore ? `own:${userScore.name || "score"}` : (score as string | undefined),
  };
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
