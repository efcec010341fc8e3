// Where a search is, as text (JSON), from which `discovery` goes on to the same result.
//
// Written every two seconds while a search runs (the first time after half of one), and taken away when the search ends by
// itself. It holds the state of the last step and what it belongs to: version, table, spec, search. One that belongs to
// something else is refused.
//
// It also says how long the run's record was by then. A run that was killed has more in its record, and tells that again when
// it goes on: who resumes cuts the record there, so that each step is in it once.

import { check } from "../check.ts";
import { stateOf } from "../search/search.ts";
import type { RunEvent } from "./result.ts";
import type { RunSpec } from "./spec.ts";

export interface Checkpoint {
  readonly format: "wherefore-checkpoint/1";
  /** Lines of the run's record by then. */
  readonly lines: number;
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

export interface CheckpointKeeper {
  readonly add: (event: RunEvent) => void;
  /** Writes the last state that came, or leaves the one before where it is gone; false when there is none. */
  readonly keep: () => boolean;
}

export interface CheckpointOptions {
  /** Puts it where it is kept. */
  readonly write: (text: string) => void;
  readonly belongsTo: () => Pick<Checkpoint, "lines" | "version" | "hash" | "spec" | "seconds">;
  /** Milliseconds on some clock. */
  readonly now: () => number;
}

export function checkpointKeeper({ write, belongsTo, now }: CheckpointOptions): CheckpointKeeper {
  let search = "";
  let last: { readonly state: unknown } = { state: null };
  let isWritten = false;
  let writtenAt = now() - everyMs + firstMs;
  const keep = (): boolean => {
    if (last.state === null) return isWritten;
    const { lines, version, ...rest } = belongsTo();
    const state = stateOf(last);
    write(JSON.stringify({ format: "wherefore-checkpoint/1", lines, version, ...rest, search, state }));
    writtenAt = now();
    isWritten = true;
    return true;
  };
  return {
    add: (event) => {
      if (event.type === "choice") search = event.search;
      if (event.type !== "step" || event.stage !== "search") return;
      if (event.state === null) {
        // The search has gone on: a state that is made when it is asked for can no longer be had.
        if (typeof last.state === "function") last = { state: null };
        return;
      }
      last = event;
      if (now() - writtenAt > everyMs) keep();
    },
    keep,
  };
}

/** Lines of the record that a checkpoint goes with, from its first characters: the whole may be megabytes. */
export function checkpointLines(text: string): number {
  return Number(/^\{"format":"wherefore-checkpoint\/1","lines":(\d+)/.exec(text)?.[1] ?? 0);
}

/** The state to go on from, if the checkpoint belongs to this version and this table. */
export function stateToResume(
  { version, hash, search, seconds, state }: Checkpoint,
  own: { readonly version: string; readonly hash: string },
) {
  check(
    version === own.version,
    `checkpoint: it was written by version ${version}, this is ${own.version}; start over`,
  );
  check(hash === own.hash, "checkpoint: it belongs to another table; give the one that the run began with");
  return { search, seconds, state };
}
