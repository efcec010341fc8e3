// A discovery that is recorded in a run folder while it goes on.

import { rm } from "node:fs/promises";
import {
  InputError,
  type LoadedTable,
  type Outcome,
  type RunEvent,
  type RunOptions,
} from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { type DiscoverOptions, discoverWithProof } from "./discover.ts";
import { createRunFolder, type RunFolder, type RunFolderOptions, type RunSource } from "./run-folder.ts";
import { folderTables } from "./set-tables.ts";

export interface Recording extends Pick<DiscoverOptions, "truth" | "stop" | "onEvent" | "threads" | "wide"> {
  /** What the table is called in the record. */
  readonly name: string;
  /** The folder, once the search is chosen; null: write none. */
  readonly folderFor: (search: string) => string | null;
  /** The command that repeats the run, and the one that re-checks its certificate in that folder. */
  readonly command: string;
  readonly verify: (folder: string) => string;
  /** Where the table came from, for the record. */
  readonly source?: (folder: string) => RunSource;
  /** In a folder that exists: goes on from its checkpoint, or starts over where it has none. */
  readonly resumed?: { readonly from: Checkpoint | undefined };
  /** Milliseconds between two steps in its log, and who is told of its lines (run-folder.ts). */
  readonly stepMs?: number;
  readonly onLine?: RunFolderOptions["onLine"];
  /** Called before the folder is written out. */
  readonly onWriting: () => void;
}

export interface Recorded extends Outcome {
  readonly folder: { readonly path: string; readonly files: readonly string[] } | null;
}

export async function recordedDiscovery(
  table: LoadedTable,
  options: RunOptions,
  recording: Recording,
): Promise<Recorded> {
  const {
    truth,
    stop,
    onEvent,
    threads,
    wide,
    name,
    folderFor,
    command,
    verify,
    source,
    resumed,
    stepMs,
    onLine,
    onWriting,
  } = recording;
  const early: RunEvent[] = [];
  let folder: RunFolder | undefined;
  const record = async (event: RunEvent): Promise<void> => {
    const path = event.type === "choice" ? folderFor(event.search) : null;
    if (path !== null) {
      const seconds = resumed?.from?.seconds ?? 0;
      const facts = { name, hash: dataHash(table), rows: table.X.rows, columns: table.names };
      folder = await createRunFolder(path, { resumed: resumed && { seconds }, stepMs, onLine });
      await folder.start({ command, options, table: facts, source: source?.(path) });
      for (const e of early) folder.event(e);
    }
    if (folder) folder.event(event);
    else early.push(event);
    await onEvent?.(event);
  };
  try {
    const outcome = await discoverWithProof(table, {
      ...options,
      truth,
      name,
      threads,
      wide,
      from: resumed?.from,
      stop,
      tables: folderTables(() => folder?.path),
      onEvent: record,
    });
    if (folder === undefined) return { ...outcome, folder: null };
    onWriting();
    const files = await folder.finish(outcome, { truth, command, verify: verify(folder.path) });
    return { ...outcome, folder: { path: folder.path, files } };
  } catch (error) {
    // What was refused left nothing worth keeping; a bug of ours leaves its traces.
    if (folder && !resumed && error instanceof InputError)
      await rm(folder.path, { recursive: true, force: true });
    throw error;
  }
}
