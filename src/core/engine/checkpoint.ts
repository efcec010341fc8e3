// Where a search is, as text (JSON), from which `discovery` resumes to the same result.
//
// Written every two seconds while a search runs (the first time after half of one), and removed when the search ends by
// itself. It holds the state of the last step and what it belongs to: version, table, spec, search. One that belongs to
// something else is refused.
//
// It also says how long the run's record was by then. A run that was killed has more in its record, and reports that again
// when it is resumed: the record is cut there first, so that each step is in it once.

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
  /** Lines of the run's record by then. */
  lines: z.number().int().min(0),
  version: z.string(),
  /** Hash of the table. */
  hash: z.string(),
  spec: z.custom<RunSpec>((value) => typeof value === "object" && value !== null),
  search: z.string(),
  /** What the run had taken by then. */
  seconds: z.number().min(0),
  state: z.unknown(),
  /** What was counted of its replicates, where it had come to these. */
  confidence: z.unknown().optional(),
});

export type Checkpoint = Readonly<z.output<typeof checkpointSchema>>;

export interface CheckpointKeeper {
  readonly add: (event: RunEvent) => void;
  /** Writes the last state that came, or leaves the one before where it is gone; false when there is none. */
  readonly keep: () => boolean;
}

export interface CheckpointOptions {
  /** Stores it. */
  readonly write: (text: string) => void;
  /** SHA-256 by the host, where it has one that is faster than core's: a checkpoint may have megabytes. */
  readonly sha256?: (parts: readonly string[]) => string;
  /** The one that the run was resumed from. */
  readonly from?: Checkpoint | undefined;
  readonly belongsTo: () => Pick<Checkpoint, "lines" | "version" | "hash" | "spec" | "seconds">;
  /** Milliseconds on some clock. */
  readonly now: () => number;
  /** Milliseconds from one to the next, and before the first. */
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
  // The first one comes sooner, so that a short run has one too.
  firstMs = 500,
}: CheckpointOptions): CheckpointKeeper {
  let search = "";
  let last: { readonly state: unknown } = { state: null };
  // When the search is over, what its last state was can no longer be made: the one that was written last counts.
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
        // The search has moved on: a state that is made on demand can no longer be had.
        if (typeof last.state === "function") last = { state: null };
        return;
      }
      last = event;
      if (now() - writtenAt > everyMs) keep();
    },
    keep,
  };
}

/** A checkpoint from its text; a damaged one is refused by the name of its file. What its state must be, the search says. */
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
