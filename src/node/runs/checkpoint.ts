// Checkpoints of a search (core/engine/checkpoint.ts) on disk: checkpoint.bin of a run folder, and its predecessor
// checkpoint.previous.bin, to resume from if the newer one is damaged.

import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type Checkpoint,
  type CheckpointKeeper,
  type CheckpointOptions,
  check,
  checkpointKeeper,
  InputError,
  readCheckpointText,
  stateToResume as stateOfOwn,
} from "../../core/index.ts";
import { writeDurablySync } from "../files/durable.ts";
import { faultSentence } from "../files/fault.ts";
import { sha256, versions } from "./machine.ts";

export type { Checkpoint };

export interface CheckpointPlace {
  readonly folder: string;
  readonly from?: Checkpoint | undefined;
  readonly belongsTo: () => Omit<ReturnType<CheckpointOptions["belongsTo"]>, "version">;
  /** Called with a fault of the machine; the search continues without the checkpoint. */
  readonly onFault: (sentence: string) => void;
}

/** The newest, and its predecessor. */
export const checkpointNames = ["checkpoint.bin", "checkpoint.previous.bin"] as const;
const [newest, previous] = checkpointNames;

export function checkpointWriter({ folder, from, belongsTo, onFault }: CheckpointPlace): CheckpointKeeper {
  const path = join(folder, newest);
  return checkpointKeeper({
    write: (text) => {
      try {
        writeDurablySync(path, [Buffer.from(text)], () => renameIfThere(path, join(folder, previous)));
      } catch (error) {
        const sentence = faultSentence(error, path);
        if (sentence === null) throw error;
        onFault(`${sentence} (the search continues, but cannot be resumed from here)`);
      }
    },
    from,
    belongsTo: () => ({ version: versions().wherefore, ...belongsTo() }),
    now: () => performance.now(),
    sha256,
  });
}

export function dropCheckpoints(folder: string): void {
  for (const name of checkpointNames) rmSync(join(folder, name), { force: true });
}

export interface FoundCheckpoint {
  readonly checkpoint: Checkpoint;
  /** Why it is not the newest; null if it is. */
  readonly warning: string | null;
}

/** The newest intact checkpoint in a run folder; undefined if there is none, an error if all are damaged. */
export function findCheckpoint(folder: string): FoundCheckpoint | undefined {
  let damage: InputError | undefined;
  for (const path of checkpointNames.map((name) => join(folder, name))) {
    const text = textAt(path);
    if (text === undefined) continue;
    try {
      const checkpoint = readCheckpointText(text, path, sha256);
      const warning = damage ? `${damage.sentence}; resuming from the one before it` : null;
      return { checkpoint, warning };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      damage ??= error;
    }
  }
  if (damage) throw damage;
  return undefined;
}

/**
 * The checkpoint in a run folder.
 *
 * @example
 * ```js
 * // What `wherefore discover table.csv --out runs/mine` had done when it was stopped.
 * const goOn = (table) => discover(table, { from: readCheckpoint("runs/mine") });
 * typeof goOn; // "function"
 * ```
 */
export function readCheckpoint(folder: string): Checkpoint {
  const newestWhole = findCheckpoint(folder);
  check(
    newestWhole !== undefined,
    `checkpoint: ${join(folder, newest)} does not exist: the run has ended, or has not begun`,
  );
  return newestWhole.checkpoint;
}

/** The state to resume from, if the checkpoint belongs to this version and this table. */
export function stateToResume(checkpoint: Checkpoint, hash: string) {
  return stateOfOwn(checkpoint, { version: versions().wherefore, hash });
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
