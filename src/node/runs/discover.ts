// A discovery on this machine: what `discover` of the library and of the command line both call.

import { pathToFileURL } from "node:url";
import {
  check,
  type Discovery,
  discovery,
  isScoreFile,
  type LoadedTable,
  type Outcome,
  type RunEvent,
  type RunOptions,
  type RunResult,
  type StopReason,
  type UserScoreMaker,
} from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { type Checkpoint, stateToResume } from "./checkpoint.ts";
import { drive } from "./drive.ts";
import { memoryAtHand, versions } from "./machine.ts";

export interface DiscoverOptions
  extends Omit<RunOptions, "score">,
    Pick<Discovery, "truth" | "name" | "memoryBytes"> {
  /** A known score, the file of one's own, or a function that makes one for a table. */
  readonly score?: string | UserScoreMaker;
  /** A checkpoint of this table and these options (`readCheckpoint`), to go on from. */
  readonly from?: Checkpoint;
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
  const { truth, score, name, memoryBytes = memoryAtHand(), from, onEvent, stop, ...rest } = options;
  const hash = dataHash(table);
  const userScore =
    typeof score === "function" ? score : score && isScoreFile(score) ? await loadScore(score) : undefined;
  const running = discovery({
    table,
    options: { ...rest, score: typeof score === "function" ? `own:${score.name || "score"}` : score },
    truth,
    userScore,
    name,
    memoryBytes,
    hash,
    from: from && stateToResume(from, hash),
    versions: versions(),
    now: () => performance.now(),
  });
  return drive(running, { onEvent, stop });
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
