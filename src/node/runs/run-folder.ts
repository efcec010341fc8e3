// A run as a folder: the request, the events, and the result in every useful format.
//
//     spec.json                     written first: command, options with their defaults, versions, table
//     spec.schema.json              JSON Schema of spec.json, for editors
//     events.ndjson                 one line for each event, as it happens, with the milliseconds since the start
//     result.json certificate.json  the result, and its proof if there is one
//     confidence.npy                confidence of each pair, if requested
//     graph.{csv,json,dot,svg,png}  the graph for programs, and its picture
//     checkpoint.bin                state of a running or stopped search; checkpoint.previous.bin: the one before
//     scores.bin                    terms of a slow score for all parent sets, reused by later runs (set-tables.ts)
//     terms.bin                     those that a search requested one by one, if all are too many (stored-sets.ts)
//     report.html                   all of it, for reading
//
// Files get their names only when they are complete (files/durable.ts), and one process at a time writes them: the one that
// holds the folder's lock (files/lock.ts). A run is finished when result.json says so; outputs derived from it that are still
// missing can be created later (run-outputs.ts).

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  check,
  npyBytes,
  type Outcome,
  type RunEvent,
  type RunOptions,
  type RunResult,
  type RunSource,
  readCertificate,
  readResult,
  readSpecFile,
  resultFiles,
  runSpec,
  type Shares,
  type SpecFacts,
  specFile,
  specSchemaFile,
  type TableFacts,
} from "../../core/index.ts";
import { faultSentence } from "../files/fault.ts";
import { checkReplaceable, createFolder, isTaken, openFolder } from "../files/folder.ts";
import { type Holder, isLock, isLockFile, type Lock, lockHolder, takeLock } from "../files/lock.ts";
import {
  type Checkpoint,
  checkpointNames,
  checkpointWriter,
  dropCheckpoints,
  findCheckpoint,
} from "./checkpoint.ts";
import { courseOf, cutRecord, type EventLogOptions, eventLog, recordOf } from "./event-log.ts";
import { versions } from "./machine.ts";
import { dropOutputs, graphOutputs, makeOutputs, missingOutputs } from "./run-outputs.ts";

export type { RunSource };

export interface RunFolder {
  /** The path as given. */
  readonly path: string;
  /** Writes spec.json and its schema; call it before the search starts. */
  readonly start: (start: RunStart) => Promise<void>;
  /** Adds a line to events.ndjson; steps without improvement are thinned to a few per second. */
  readonly event: (event: RunEvent) => void;
  /** Faults of the disk since the last call; the run continues. */
  readonly warnings: () => string[];
  /** Writes everything else; returns the names of all files in the folder. */
  readonly finish: (outcome: Outcome) => Promise<string[]>;
  /** Releases the folder's lock. */
  readonly close: () => void;
}

export interface RunStart {
  /** The command that repeats the run. */
  readonly command: string;
  /** The command that re-checks the certificate; by default one with the table's name from the result. */
  readonly verify?: string | undefined;
  readonly source?: RunSource | undefined;
  readonly options?: RunOptions;
  /** If already read; otherwise `finish` adds it. */
  readonly table?: TableFacts;
}

/** Default number of milliseconds between two steps in the log. */
const thinMs = 250;

export interface RunFolderOptions {
  /** The run to resume in an existing folder. */
  readonly resumed?: Resumed | undefined;
  /** Milliseconds between two steps in the log, while it is small (event-log.ts). */
  readonly stepMs?: number | undefined;
  /** Called with every line of the log as it is written, and its number from 1. */
  readonly onLine?: EventLogOptions["onLine"];
  /** What is writing the folder, shown to other processes that want to. */
  readonly purpose?: string | undefined;
}

/** A resumed run: its folder is locked, and its record truncated to its checkpoint. */
export interface Resumed {
  readonly folder: string;
  readonly lock: Lock;
  /** The checkpoint; undefined: the run starts over. */
  readonly from: Checkpoint | undefined;
  /** Why that is not its newest checkpoint. */
  readonly warning: string | null;
  /** Remaining lines of the record. */
  readonly lines: number;
  /** Total time of all earlier sessions. */
  readonly seconds: number;
}

export async function resumedRun(folder: string, purpose: string): Promise<Resumed> {
  const lock = lockedRun(folder, purpose);
  try {
    const { checkpoint: from, warning = null } = findCheckpoint(folder) ?? {};
    const { ms } = await courseOf(folder);
    const lines = await cutRecord(folder, from?.lines ?? 0);
    return { folder, lock, from, warning, lines, seconds: Math.max(from?.seconds ?? 0, ms / 1000) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Empties the folder of a run to make room for another; a folder that holds anything else is left alone and rejected. */
export async function dropRun(path: string, purpose: string): Promise<void> {
  if (!isTaken(path)) return;
  checkReplaceable(path, replaceable);
  const lock = lockedRun(path, purpose);
  try {
    for (const name of readdirSync(path))
      if (!isLockFile(name)) await rm(join(path, name), { recursive: true });
  } finally {
    lock.release();
  }
}

/**
 * A new run folder; a folder that is not empty is rejected, unless a run in it is resumed.
 *
 * @example
 * ```js
 * const { mkdtempSync, rmSync } = await import("node:fs");
 * const { tmpdir } = await import("node:os");
 * const folder = await createRunFolder(mkdtempSync(`${tmpdir()}/run-`));
 * folder.warnings(); // []
 * folder.close();
 * rmSync(folder.path, { recursive: true });
 * ```
 */
export async function createRunFolder(
  path: string,
  { resumed, stepMs = thinMs, onLine, purpose = "wherefore" }: RunFolderOptions = {},
): Promise<RunFolder> {
  const folder = resumed ? openFolder(path) : await createFolder(path, replaceable);
  const lock = resumed?.lock ?? lockedRun(path, purpose);
  const startedAt = performance.now() - 1000 * (resumed?.seconds ?? 0);
  const now = () => performance.now() - startedAt;
  const started = resumed ? recordedSpec(path).started : new Date().toISOString();
  const sentences = new Set<string>();
  let warnings = resumed?.warning ? [resumed.warning] : [];
  const warn = (sentence: string): void => {
    if (!sentences.has(sentence)) warnings.push(sentence);
    sentences.add(sentence);
  };
  const log = eventLog(path, { lines: resumed?.lines ?? 0, stepMs, now, onLine });
  let begun: RunStart | undefined;
  const checkpoint = checkpointWriter({
    folder: path,
    from: resumed?.from,
    belongsTo: () => ({
      lines: log.lines(),
      hash: begun?.table?.hash ?? "",
      spec: runSpec(begun?.options),
      seconds: now() / 1000,
    }),
    onFault: warn,
  });
  const recorded = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      const sentence = faultSentence(error, recordOf(path));
      if (sentence === null) throw error;
      warn(`${sentence} (the search continues; its log has a gap)`);
    }
  };
  const logged = (event: RunEvent): void => recorded(() => log.add(event));
  const putSpec = (facts: Omit<SpecFacts, "started" | "versions">): Promise<void> => {
    return folder.write(...specFile({ ...facts, started, versions: versions() }));
  };

  return {
    path,
    start: async (start) => {
      begun = start;
      const { command, verify, source, options, table = null } = start;
      await putSpec({ command, verify, source, table, spec: runSpec(options) });
      await folder.write(...specSchemaFile());
    },
    event: (event) => {
      logged(event);
      checkpoint.add(event);
    },
    warnings: () => {
      const since = warnings;
      warnings = [];
      return since;
    },
    finish: async (outcome) => {
      const { result } = outcome;
      const { command = "", verify, source } = begun ?? {};
      recorded(log.flush);
      if (result.stopped !== null) checkpoint.keep();
      await putSpec({ command, verify, source, table: result.table, spec: result.spec });
      await dropOutputs(folder);
      if (outcome.certificate === null) await rm(join(path, "certificate.json"), { force: true });
      // Before the result, so that a folder with a result has everything that cannot be derived from it.
      if (outcome.shares) await folder.write(sharesName, sharesBytes(outcome.shares));
      else await rm(join(path, sharesName), { force: true });
      for (const file of resultFiles(outcome)) await folder.write(...file);
      if (result.stopped === null) dropCheckpoints(path);
      const note = await makeOutputs(folder, outcome, { command, verify, started });
      if (note !== null) logged({ type: "note", sentence: note });
      return filesIn(path);
    },
    close: lock.release,
  };
}

/** The contents of spec.json in a run folder. */
export function recordedSpec(folder: string): SpecFacts {
  const path = join(folder, "spec.json");
  check(existsSync(path), `resume: ${folder} is not a run folder: it has no spec.json`);
  return readSpecFile(readFileSync(path, "utf8"), path);
}

/** The result in a run folder; undefined if it has none. */
export function recordedResult(folder: string): RunResult | undefined {
  const path = join(folder, "result.json");
  return existsSync(path) ? readResult(readFileSync(path, "utf8"), path) : undefined;
}

/** Creates the outputs that a finished run lacks because it was killed; returns their names. */
export async function completeRun(path: string, result: RunResult, purpose: string): Promise<string[]> {
  const folder = openFolder(path);
  const missing = missingOutputs(folder);
  const hasCheckpoint = checkpointNames.some((name) => existsSync(join(path, name)));
  if (missing.length === 0 && !hasCheckpoint) return [];
  const lock = lockedRun(path, purpose);
  try {
    dropCheckpoints(path);
    const proof = join(path, "certificate.json");
    const certificate = existsSync(proof) ? readCertificate(readFileSync(proof, "utf8")) : null;
    await makeOutputs(folder, { result, certificate }, recordedSpec(path));
    return missing.filter((name) => existsSync(join(path, name)));
  } finally {
    lock.release();
  }
}

const lockName = "run";

/** The process that is writing this run folder; null if there is none. */
export function runHolder(folder: string): Holder | null {
  return lockHolder(folder, lockName);
}

function lockedRun(folder: string, purpose: string): Lock {
  const lock = takeLock(folder, lockName, purpose);
  if (isLock(lock)) return lock;
  const { pid, host, for: what } = lock;
  check(
    false,
    `run: ${folder} is in use by ${what} (process ${pid} on ${host}); wait until it ends, or stop it`,
  );
}

const sharesName = "confidence.npy";
const replaceable = { what: "a run", file: "spec.json" };

/** [0, i, j]: the share of i → j, [1, i, j]: that of i — j; i and j in the order of the table's columns. */
function sharesBytes({ d, directed, undirected }: Shares): Uint8Array {
  return npyBytes([2, d, d], [directed, undirected]);
}

function filesIn(path: string): string[] {
  return fileOrder.filter((name) => existsSync(join(path, name)));
}

const fileOrder = [
  ...["spec.json", "spec.schema.json", "result.json", "events.ndjson", ...graphOutputs, "member.csv"],
  ...[sharesName, "certificate.json", ...checkpointNames, "scores.bin", "terms.bin", "report.html"],
];
