// Where a search is (core/run/checkpoint.ts), on disk: checkpoint.bin of a run folder. Written beside and then renamed, so
// that it is whole whenever the process ends.

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Checkpoint,
  type CheckpointKeeper,
  type CheckpointOptions,
  check,
  checkpointKeeper,
  stateToResume as stateOfOwn,
} from "../../core/index.ts";
import { versions } from "./machine.ts";

export type { Checkpoint };

export interface CheckpointWriter extends CheckpointKeeper {
  readonly drop: () => void;
}

export function checkpointWriter(
  folder: string,
  belongsTo: () => Omit<ReturnType<CheckpointOptions["belongsTo"]>, "version">,
): CheckpointWriter {
  const path = join(folder, "checkpoint.bin");
  const keeper = checkpointKeeper({
    write: (text) => {
      writeFileSync(`${path}.part`, text);
      renameSync(`${path}.part`, path);
    },
    belongsTo: () => ({ version: versions().wherefore, ...belongsTo() }),
    now: () => performance.now(),
  });
  return { ...keeper, drop: () => rmSync(path, { force: true }) };
}

/** The checkpoint in a run folder. */
export function readCheckpoint(folder: string): Checkpoint {
  const path = join(folder, "checkpoint.bin");
  let checkpoint: Checkpoint | undefined;
  try {
    checkpoint = JSON.parse(readFileSync(path, "utf8")) as Checkpoint;
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === "ENOENT";
    check(
      false,
      `checkpoint: ${path} ${isAbsent ? "is not there: the run has ended, or had not begun" : "cannot be read"}`,
    );
  }
  check(checkpoint.format === "wherefore-checkpoint/1", `checkpoint: ${path} is none of this program's`);
  return checkpoint;
}

/** The state to go on from, if the checkpoint belongs to this version and this table. */
export function stateToResume(checkpoint: Checkpoint, hash: string) {
  return stateOfOwn(checkpoint, { version: versions().wherefore, hash });
}
