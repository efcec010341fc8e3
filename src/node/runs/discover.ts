// A discovery on this machine, for both the library and the command line.

import {
  type Discovery,
  discovery,
  isScoreFile,
  type LoadedTable,
  namedScore,
  type Outcome,
  type RunEvent,
  type RunResult,
  type SearchName,
  trial,
  type wire,
} from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { stateToResume } from "./checkpoint.ts";
import type { DiscoverOptions, NamedOptions } from "./discover-options.ts";
import { machineFor } from "./discovery-machine.ts";
import { drive } from "./drive.ts";
import { loadScore } from "./load-score.ts";
import { memoryAtHand, sha256, versions } from "./machine.ts";

export type { DiscoverOptions, NamedOptions } from "./discover-options.ts";

/**
 * Finds the causal graph of a table; the result is plain data.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * (await discover(table, { score: "bic" })).optimal; // true
 * ```
 */
export async function discover<S extends SearchName | "auto" = "auto">(
  table: LoadedTable,
  options: DiscoverOptions<S> = {},
): Promise<RunResult> {
  return (await discoverWithProof(table, options)).result;
}

/**
 * The same, with the certificate beside the result.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * (await discoverWithProof(table)).certificate.columns.length; // 3
 * ```
 */
export async function discoverWithProof<S extends SearchName | "auto" = "auto">(
  table: LoadedTable,
  options: DiscoverOptions<S> = {},
): Promise<Outcome> {
  return discovered(table, options as NamedOptions);
}

/** The same, for options whose names are validated at run time. */
export async function discovered(table: LoadedTable, options: NamedOptions): Promise<Outcome> {
  const { onEvent, stop } = options;
  const { input, release } = await prepared(table, options);
  const { onEvent: hear, tell } = heard(onEvent);
  try {
    return await drive(discovery({ ...input, stop, tell }), { onEvent: hear, stop });
  } finally {
    await release();
  }
}

/** Events from within the work are not awaited; if their listener rejects, the error is thrown at the next awaited event. */
function heard(onEvent: NamedOptions["onEvent"]) {
  let failure: { readonly error: unknown } | undefined;
  const tell = (event: RunEvent): void => {
    const pending = onEvent?.(event);
    if (pending)
      pending.catch((error: unknown) => {
        failure ??= { error };
      });
  };
  return {
    tell,
    onEvent: (event: RunEvent): void | Promise<void> => {
      if (failure) throw failure.error;
      return onEvent?.(event);
    },
  };
}

/** Estimates how long the discovery would take on this machine, by starting it. */
export async function tryDiscovery(table: LoadedTable, options: NamedOptions = {}): Promise<wire.Estimate> {
  const { input, release } = await prepared(table, options);
  try {
    return trial(input);
  } finally {
    await release();
  }
}

/** The input of the discovery on this machine, and the function that releases its threads afterwards. */
async function prepared(
  table: LoadedTable,
  options: NamedOptions,
): Promise<{ readonly input: Discovery; readonly release: () => Promise<unknown> }> {
  const {
    truth,
    score: given,
    name,
    hash = dataHash(table),
    memoryBytes = memoryAtHand(),
    threads,
    mostThreads,
    wide,
    tables,
    replicates: others,
    restartPool,
    from,
    secondsBefore = from?.seconds ?? 0,
    onEvent: _,
    stop: __,
    ...rest
  } = options;
  const { score, userScore = score && isScoreFile(score) ? await loadScore(score) : undefined } =
    namedScore(given);
  const {
    machine,
    scoring,
    replicates,
    stop: release,
  } = await machineFor(table, rest, {
    threads,
    mostThreads,
    wide,
    score: given,
    tables,
    replicates: others,
    restartPool,
    memoryBytes,
  });
  const input: Discovery = {
    table,
    options: { ...rest, score },
    truth,
    userScore,
    name,
    memoryBytes,
    hash,
    from: from && stateToResume(from, hash),
    secondsBefore,
    machine,
    scoring,
    replicates,
    versions: { ...versions(), kernels: machine?.build ?? "strict" },
    sha256,
    now: () => performance.now(),
  };
  return { input, release };
}
