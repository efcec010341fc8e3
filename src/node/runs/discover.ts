// A discovery on this machine: what `discover` of the library and of the command line both call.

import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import {
  check,
  type Discovery,
  discovery,
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
import { allowRelaxedSimd, memoryAtHand, versions, wideModule } from "./machine.ts";

export interface DiscoverOptions
  extends Omit<RunOptions, "score">,
    Pick<Discovery, "truth" | "name" | "memoryBytes"> {
  /** A known score, the file of one's own, or a function that makes one for a table. */
  readonly score?: string | UserScoreMaker;
  /** Threads that share the work of a network; the result is the same for any number. By default one for each core, up to 4. */
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
  const machine = await networkMachine(rest, { threads, wide });
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
    await machine?.crew.stop();
  }
}

/** How a network is computed here, for searches that have one. */
async function networkMachine(
  { search = "auto", rl }: RunOptions,
  { threads, wide = false }: Pick<DiscoverOptions, "threads" | "wide">,
) {
  // What reads --strict has a network to compute.
  const hasNetwork = searches[search]?.reads?.(rl ?? {}).includes("strict") === true;
  check(
    hasNetwork || (threads === undefined && !wide),
    `discover: threads and wide are for searches that have a network, got ${search}; leave --threads and --wide out`,
  );
  if (!hasNetwork) return undefined;
  const count = threads ?? Math.min(availableParallelism(), 4);
  check(
    Number.isInteger(count) && count >= 1,
    `discover: threads must be a whole number from 1 on, got ${count}`,
  );
  allowRelaxedSimd();
  const build = networkBuild({ strict: rl?.strict });
  return {
    build,
    wide: wide ? net.wideNetwork(wideModule, build) : undefined,
    crew: await createCrew(count),
  };
}

/** The default export of a user's score file. */
export async function loadScore(path: string): Promise<UserScoreMaker> {
  let module: { default?: unknown };
  try {
    module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    check(false, `score: the file ${path} must be a JavaScript module that loads, but ${reason}`);
  }
  check(
    typeof module.default === "function",
    `score: ${path} must export a function of the table as its default, got ${typeof module.default}`,
  );
  return module.default as UserScoreMaker;
}
