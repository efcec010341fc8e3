// A discovery on this machine: what `discover` of the library and of the command line both call.

import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import {
  check,
  type Discovery,
  discovery,
  gapVariables,
  isScoreFile,
  type LoadedTable,
  net,
  networkBuild,
  type Outcome,
  type RunEvent,
  type RunOptions,
  type RunResult,
  type StopReason,
  searches,
  type UserScoreMaker,
} from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { createCrew } from "../threads/crew.ts";
import { type Checkpoint, stateToResume } from "./checkpoint.ts";
import { drive } from "./drive.ts";
import { loadScore } from "./load-score.ts";
import { allowRelaxedSimd, memoryAtHand, versions, wideModule } from "./machine.ts";
import { createPool, hasPool } from "./pool.ts";

export interface DiscoverOptions
  extends Omit<RunOptions, "score">,
    Pick<Discovery, "truth" | "name" | "memoryBytes"> {
  /** A known score, the file of one's own, or a function that makes one for a table. */
  readonly score?: string | UserScoreMaker;
  /**
   * Threads that share an agent's restarts, or the work of its network; the result is the same for any number. By default
   * one for each core, up to 4.
   */
  readonly threads?: number | undefined;
  /** 256-bit instructions for the network, where the runtime makes them and they prove that they give the same bytes. */
  readonly wide?: boolean | undefined;
  /** A checkpoint of this table and these options (`readCheckpoint`), to go on from. */
  readonly from?: Checkpoint | undefined;
  readonly onEvent?: (event: RunEvent) => void | Promise<void>;
  /** Asked between steps; a reason ends the search with the best so far. */
  readonly stop?: () => StopReason | undefined;
}

/** Finds the causes in a table; the result is plain data. */
export async function discover(table: LoadedTable, options: DiscoverOptions = {}): Promise<RunResult> {
  return (await discoverWithProof(table, options)).result;
}

/** The same, with the certificate beside the result. */
export async function discoverWithProof(table: LoadedTable, options: DiscoverOptions = {}): Promise<Outcome> {
  const {
    truth,
    score,
    name,
    memoryBytes = memoryAtHand(),
    threads,
    wide,
    from,
    onEvent,
    stop,
    ...rest
  } = options;
  const hash = dataHash(table);
  const userScore =
    typeof score === "function" ? score : score && isScoreFile(score) ? await loadScore(score) : undefined;
  const machine = await agentMachine(table, rest, { threads, wide, score });
  const running = discovery({
    table,
    options: { ...rest, score: typeof score === "function" ? `own:${score.name || "score"}` : score },
    truth,
    userScore,
    name,
    memoryBytes,
    hash,
    from: from && stateToResume(from, hash),
    machine,
    versions: { ...versions(), kernels: machine?.build ?? "strict" },
    sha256: (parts) => {
      const hash = createHash("sha256");
      for (const part of parts) hash.update(part);
      return hash.digest("hex");
    },
    now: () => performance.now(),
  });
  try {
    return await drive(running, { onEvent, stop });
  } finally {
    await machine?.stop();
  }
}

/**
 * How the runs of an agent are made here. Threads share a network's batch; where several runs are asked for and all of them
 * will be made, each thread makes runs of its own instead. With a proven best score (up to 16 variables) the first run
 * usually ends the search, so there they take turns.
 */
async function agentMachine(
  table: LoadedTable,
  options: RunOptions,
  { threads, wide = false, score }: Pick<DiscoverOptions, "threads" | "wide" | "score">,
) {
  const { search = "auto", rl, optimum = "auto" } = options;
  const entry = searches[search];
  const restarts = options.restarts ?? entry?.restarts ?? 1;
  // What reads --strict has a network to compute.
  const hasNetwork = entry?.reads?.(rl ?? {}).includes("strict") === true;
  // Where nothing is said it may come to an agent, which then has several runs.
  const isOpen = search === "auto" || search === "both";
  const hasRuns = isOpen || (entry?.agent !== undefined && restarts > 1);
  check(
    hasNetwork || !wide,
    `discover: wide is for searches that have a network, got ${search}; leave --wide out`,
  );
  check(
    hasNetwork || hasRuns || threads === undefined,
    `discover: threads share a network or the restarts of an agent, and ${search} has neither; leave --threads out`,
  );
  if (!hasNetwork && !hasRuns) return undefined;
  const count = threads ?? Math.min(availableParallelism(), 4);
  check(
    Number.isInteger(count) && count >= 1,
    `discover: threads must be a whole number from 1 on, got ${count}`,
  );
  allowRelaxedSimd();
  const build = hasNetwork ? networkBuild({ strict: rl?.strict }) : "strict";
  const wideNetwork = wide ? net.wideNetwork(wideModule, build) : undefined;
  const isProvable = optimum === "auto" && table.names.length <= gapVariables;
  const isShared = hasRuns && count > 1 && !isProvable && hasPool && typeof score !== "function";
  const asked = { ...options, search: isOpen ? "rl-order" : search, score: String(score ?? "bic") };
  const pool = isShared ? createPool(count, { table, options: asked, build, wide: wideNetwork }) : undefined;
  const crew = await createCrew(hasNetwork && !isShared ? count : 1);
  return {
    build,
    wide: wideNetwork,
    crew,
    pool,
    stop: () => Promise.all([crew.stop(), pool?.stop()]),
  };
}
