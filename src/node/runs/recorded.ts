// A discovery, recorded in a run folder while it runs.

import { rm } from "node:fs/promises";
import {
  InputError,
  type LoadedTable,
  type Outcome,
  type RunEvent,
  type RunOptions,
  type RunSpec,
  rowsUsed,
  specFor,
} from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { faultReason } from "../files/fault.ts";
import { discovered, type NamedOptions } from "./discover.ts";
import {
  createRunFolder,
  dropRun,
  type Resumed,
  type RunFolder,
  type RunFolderOptions,
  type RunSource,
} from "./run-folder.ts";
import { folderTables } from "./set-tables.ts";

export interface Recording
  extends Pick<
    NamedOptions,
    "truth" | "stop" | "onEvent" | "threads" | "mostThreads" | "wide" | "replicates" | "restartPool"
  > {
  /** The name of the table in the record. */
  readonly name: string;
  /** The folder, called once the search is chosen; null: none is written. */
  readonly folderFor: (search: string) => string | null;
  /** Whether to replace a run that is already in the folder. */
  readonly force?: boolean;
  /** The command that repeats the run; `verify` returns the one that re-checks its certificate in that folder. */
  readonly command: string;
  readonly verify: (folder: string, spec: RunSpec) => string;
  /** Where the table came from, for the record. */
  readonly source?: (folder: string) => RunSource;
  /** The run to resume in an existing folder (`resumedRun`). */
  readonly resumed?: Resumed | undefined;
  /** What is writing the folder, shown to other processes that want to (files/lock.ts). */
  readonly purpose: string;
  /** Milliseconds between two steps in its log; `onLine` is called with its lines (run-folder.ts). */
  readonly stepMs?: number;
  readonly onLine?: RunFolderOptions["onLine"];
  /** Called before the result is written to the folder. */
  readonly onWriting: () => void;
}

export interface Recorded extends Outcome {
  readonly folder: { readonly path: string; readonly files: readonly string[] } | null;
  /** Why the folder is incomplete, if that is a fault of the machine. */
  readonly fault: string | null;
}

export async function recordedDiscovery(
  table: LoadedTable,
  options: RunOptions,
  recording: Recording,
): Promise<Recorded> {
  const { truth, stop, onEvent, threads, mostThreads, wide, name, folderFor, force, command, verify } =
    recording;
  const { source, resumed, stepMs, onLine, purpose, onWriting, replicates, restartPool } = recording;
  const hash = dataHash(table);
  const early: RunEvent[] = [];
  const warnings: string[] = [];
  let folder: RunFolder | undefined;
  const record = async (event: RunEvent): Promise<void> => {
    const path = event.type === "choice" ? (resumed?.folder ?? folderFor(event.search)) : null;
    if (path !== null) {
      const facts = { name, hash, rows: rowsUsed(table), columns: table.names };
      if (force && !resumed) await dropRun(path, purpose);
      folder = await createRunFolder(path, { resumed, stepMs, onLine, purpose });
      // With its options resolved for this table, so that it is resumed, repeated and verified with the same ones.
      const { spec } = specFor(table, options);
      const start = { command, verify: verify(path, spec), options: spec, table: facts };
      await folder.start({ ...start, source: source?.(path) });
      for (const e of early) folder.event(e);
    }
    if (folder) folder.event(event);
    else early.push(event);
    await onEvent?.(event);
    warnings.push(...(folder?.warnings() ?? []));
    const sentence = warnings.shift();
    if (sentence !== undefined) await record({ type: "note", sentence });
  };
  try {
    const outcome = await discovered(table, {
      ...options,
      truth,
      name,
      hash,
      threads,
      mostThreads,
      wide,
      replicates,
      restartPool,
      from: resumed?.from,
      secondsBefore: resumed?.seconds,
      stop,
      tables: folderTables(
        () => folder?.path,
        (sentence) => warnings.push(sentence),
      ),
      onEvent: record,
    });
    if (folder === undefined) return { ...outcome, folder: null, fault: null };
    onWriting();
    try {
      const files = await folder.finish(outcome);
      return { ...outcome, folder: { path: folder.path, files }, fault: null };
    } catch (error) {
      // The result is returned all the same.
      const fault = faultReason(error);
      if (fault === null) throw error;
      return { ...outcome, folder: null, fault };
    }
  } catch (error) {
    // After bad input nothing in the folder is worth keeping; after a bug it is kept for diagnosis.
    if (folder && !resumed && error instanceof InputError)
      await rm(folder.path, { recursive: true, force: true });
    throw error;
  } finally {
    folder?.close();
    resumed?.lock.release();
  }
}
