// Where a search is (core/engine/checkpoint.ts), on disk: checkpoint.bin of a run folder, and checkpoint.previous.bin, the one
// before it, to go on from where the newer is damaged.

import { createHash } from "node:crypto";
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
import { versions } from "./machine.ts";

export type { Checkpoint };

export interface CheckpointWriter extends CheckpointKeeper {
  readonly drop: () => void;
}

export interface CheckpointPlace {
  readonly folder: string;
  readonly belongsTo: () => Omit<ReturnType<CheckpointOptions["belongsTo"]>, "version">;
  /** Told of a fault of the machine; the search goes on without the checkpoint. */
  readonly onFault: (sentence: string) => void;
}

const [newest, previous] = ["checkpoint.bin", "checkpoint.previous.bin"];

export function checkpointWriter({ folder, belongsTo, onFault }: CheckpointPlace): CheckpointWriter {
  const path = join(folder, newest);
  const keeper = checkpointKeeper({
    write: (text) => {
      try {
        writeDurablySync(path, [Buffer.from(text)], () => renameIfThere(path, join(folder, previous)));
      } catch (error) {
        const sentence = faultSentence(error, path);
        if (sentence === null) throw error;
        onFault(`${sentence} (the search goes on, but could not be resumed from here)`);
      }
    },
    belongsTo: () => ({ version: versions().wherefore, ...belongsTo() }),
    now: () => performance.now(),
    sha256,
  });
  return {
    ...keeper,
    drop: () => {
      for (const name of [newest, previous]) rmSync(join(folder, name), { force: true });
    },
  };
}

export interface FoundCheckpoint {
  readonly checkpoint: Checkpoint;
  /** Why it is the one before the newest; null where it is the newest. */
  readonly warning: string | null;
}

/** The newest checkpoint in a run folder that is whole; undefined where there is none, refused where all are damaged. */
export function findCheckpoint(folder: string): FoundCheckpoint | undefined {
  const texts = [newest, previous].map((name) => ({
    path: join(folder, name),
    text: textAt(join(folder, name)),
  }));
  let damage: InputError | undefined;
  for (const { path, text } of texts) {
    if (text === undefined) continue;
    try {
      const checkpoint = readCheckpointText(text, path, sha256);
      return {
        checkpoint,
        warning: damage ? `${damage.sentence}; going on from the one before it` : null,
      };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      damage ??= error;
    }
  }
  if (damage) throw damage;
  return undefined;
}

/** The checkpoint in a run folder. */
export function readCheckpoint(folder: string): Checkpoint {
  const found = findCheckpoint(folder);
  check(
    found !== undefined,
    `checkpoint: ${join(folder, newest)} is not there: the run has ended, or had not begun`,
  );
  return found.checkpoint;
}

/** The state to go on from, if the checkpoint belongs to this version and this table. */
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

function sha256(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
