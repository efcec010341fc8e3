// A checkpoint: the state of a search as JSON text, from which `discovery` resumes to the same result.
//
// Written every two seconds while a search runs (first after half a second), and removed when the search ends by itself. It
// holds the state of the last step and what that belongs to: version, table, spec, search. A checkpoint that belongs to
// something else is refused.
//
// It also holds the length of the run's record at that time. The record of a killed run may be longer, and the resumed run
// reports those events again: the record is first truncated to that length, so that each step is in it once.

import * as z from "zod";
import { check } from "../check.ts";
import { sha256 as plainSha256 } from "../math/bytes/bytes.ts";
import { currentOptions } from "../run/former-options.ts";
import type { RunEvent } from "../run/result.ts";
import { opened, sealedText } from "../run/sealed.ts";
import type { RunSpec } from "../run/spec.ts";
import { stateOf } from "../search/search.ts";

const format = "wherefore-checkpoint/2";

const checkpointSchema = z.strictObject({
  format: z.literal(format),
  /** Length of the run's record at that time, in lines. */
  lines: z.number().int().min(0),
  version: z.string(),
  /** Hash of the table. */
  hash: z.string(),
  spec: z.custom<RunSpec>((value) => typeof value === "object" && value !== null),
  search: z.string(),
  /** Seconds that the run had taken by then. */
  seconds: z.number().min(0),
  state: z.unknown(),
  /** Counts of its replicates, if it had reached them. */
  confidence: z.unknown().optional(),
});

export type Checkpoint = Readonly<z.output<typeof checkpointSchema>>;

export interface CheckpointKeeper {
  readonly add: (event: RunEvent) => void;
  /** Writes the latest state, or keeps the previous checkpoint if that state is gone; false if there is none. */
  readonly keep: () => boolean;
}

export interface CheckpointOptions {
  /** Stores the text. */
  readonly write: (text: string) => void;
  /** The host's SHA-256, if it is faster than core's: a checkpoint may have megabytes. */
  readonly sha256?: (parts: readonly string[]) => string;
  /** The checkpoint that the run resumed from. */
  readonly from?: Checkpoint | undefined;
  readonly belongsTo: () => Pick<Checkpoint, "lines" | "version" | "hash" | "spec" | "seconds">;
  /** Milliseconds on some clock. */
  readonly now: () => number;
  /** Milliseconds between two checkpoints, and before the first. */
  readonly everyMs?: number;
  readonly firstMs?: number;
}

export function checkpointKeeper({
  write,
  belongsTo,
  now,
  from,
  sha256 = plainSha256,
  everyMs = 2000,
  // The first one is written sooner, so that a short run has one too.
  firstMs = 500,
}: CheckpointOptions): CheckpointKeeper {
  let search = "";
  let last: { readonly state: unknown } = { state: null };
  // When the search is over, its last state can no longer be computed: the one written last is kept.
  let written: Pick<Checkpoint, "state" | "lines"> = { state: from?.state ?? null, lines: from?.lines ?? 0 };
  let confidence: (() => unknown) | undefined;
  let isWritten = false;
  let writtenAt = now() - everyMs + firstMs;
  const keep = (): boolean => {
    if (last.state === null && confidence === undefined) return isWritten;
    const { lines, version, ...rest } = belongsTo();
    if (confidence === undefined) written = { state: stateOf(last), lines };
    const document = {
      format,
      lines: written.lines,
      version,
      ...rest,
      search,
      state: written.state,
    } as const;
    const whole = confidence ? { ...document, confidence: confidence() } : document;
    write(sealedText(whole satisfies Checkpoint, sha256));
    writtenAt = now();
    isWritten = true;
    return true;
  };
  return {
    add: (event) => {
      if (event.type === "choice") search = event.search;
      if (event.type === "step" && event.confidence) {
        confidence = event.confidence;
        if (now() - writtenAt > everyMs) keep();
      }
      if (event.type !== "step" || event.stage !== "search") return;
      if (event.state === null) {
        // The search has moved on: a state that is computed on demand is no longer available.
        if (typeof last.state === "function") last = { state: null };
        return;
      }
      last = event;
      if (now() - writtenAt > everyMs) keep();
    },
    keep,
  };
}

/** A checkpoint from its text; a damaged one is refused with the name of its file. The search itself validates the state. */
export function readCheckpointText(
  text: string,
  name: string,
  sha256: CheckpointOptions["sha256"] = plainSha256,
): Checkpoint {
  const remedy = "remove it to start the run over";
  const checkpoint = opened(text, {
    schema: checkpointSchema,
    name,
    remedy,
    isAlwaysSealed: true,
    hash: sha256,
  });
  return { ...checkpoint, spec: currentOptions(checkpoint.spec) };
}

/** The state to resume from, if the checkpoint belongs to this version and this table. */
export function stateToResume(
  { version, hash, search, state, confidence }: Checkpoint,
  current: { readonly version: string; readonly hash: string },
) {
  check(
    version === current.version,
    `checkpoint: it was written by version ${version}, this is ${current.version}; start over`,
  );
  check(hash === current.hash, "checkpoint: it belongs to another table; give the table of the run");
  return { search, state, confidence };
}
