// Where a search is, on disk: checkpoint.bin of a run folder, from which `discover` goes on to the same result.
//
// Written every two seconds while a search runs (the first time after half of one), beside and then renamed, so that it is
// whole whenever the process ends; taken away when the search ends by itself. It holds, as JSON in UTF-8, the state of the
// last step and what it belongs to: version, table, spec, search. One that belongs to something else is refused.

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, type RunEvent, type RunSpec, stateOf } from "../../core/index.ts";
import { versions } from "./machine.ts";

export interface Checkpoint {
  readonly format: "wherefore-checkpoint/1";
  readonly version: string;
  /** Hash of the table. */
  readonly hash: string;
  readonly spec: RunSpec;
  readonly search: string;
  /** What the run had taken by then. */
  readonly seconds: number;
  readonly state: unknown;
}

const everyMs = 2000;
/** The first one comes sooner, so that a short run has one too. */
const firstMs = 500;

export interface CheckpointWriter {
  readonly add: (event: RunEvent) => void;
  /** Writes the last state that came; false when there is none. */
  readonly keep: () => boolean;
  readonly drop: () => void;
}

export function checkpointWriter(
  folder: string,
  belongsTo: () => { hash: string; spec: RunSpec; seconds: number },
): CheckpointWriter {
  const path = join(folder, "checkpoint.bin");
  let search = "";
  let last: { readonly state: unknown } = { state: null };
  let writtenAt = performance.now() - everyMs + firstMs;
  const keep = (): boolean => {
    if (last.state === null) return false;
    const checkpoint = {
      format: "wherefore-checkpoint/1",
      version: versions().wherefore,
      ...belongsTo(),
      search,
      state: stateOf(last),
    };
    writeFileSync(`${path}.part`, JSON.stringify(checkpoint));
    renameSync(`${path}.part`, path);
    writtenAt = performance.now();
    return true;
  };
  return {
    add: (event) => {
      if (event.type === "choice") search = event.search;
      if (event.type !== "step" || event.stage !== "search") return;
      last = event;
      if (performance.now() - writtenAt > everyMs) keep();
    },
    keep,
    drop: () => rmSync(path, { force: true }),
  };
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
export function stateToResume({ version, hash, search, seconds, state }: Checkpoint, tableHash: string) {
  const own = versions().wherefore;
  check(version === own, `checkpoint: it was written by version ${version}, this is ${own}; start over`);
  check(hash === tableHash, "checkpoint: it belongs to another table; give the one that the run began with");
  return { search, seconds, state };
}
