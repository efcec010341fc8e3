// Tables and runs in this browser's database, for the page and its workers. Related entries are written in one transaction, so
// that a tab may be closed at any moment.
//
//     tables       id → preview of a table                   bytes       id → its file, decompressed
//     runs         id → request and outcome                  files       [run, name] → text of a file
//     records      [run, first, last, others] → lines first to last of events.ndjson; others: 0 if all are steps, else 1
//     checkpoints  run → text (core/engine/checkpoint.ts)    scores      [table, key] → values of a slow score

import {
  checkpointLines,
  type ParentSetTable,
  type RecordLine,
  replayLines,
  type StoredRun,
  type TextFile,
  type wire,
} from "../../core/index.ts";
import { answered, openDatabase } from "./database.ts";

export interface Batch {
  /** Number of its first line, counted from 1. */
  readonly first: number;
  readonly lines: readonly string[];
  readonly checkpoint?: string | undefined;
}

export interface RunEnd {
  readonly files: readonly TextFile[];
  readonly outcome: StoredRun["outcome"];
  readonly search: string;
  readonly score: string;
  /** Is there nothing left to resume? Then the checkpoint is deleted. */
  readonly isOver: boolean;
}

export type Store = Awaited<ReturnType<typeof openStore>>;

const stores = ["tables", "bytes", "runs", "files", "records", "checkpoints", "scores"] as const;

export async function openStore(name = "wherefore") {
  const within = await openDatabase(name, stores);
  const one = <T>(store: (typeof stores)[number], key: IDBValidKey): Promise<T | undefined> =>
    within([store], "readonly", (at) => answered(at(store).get(key) as IDBRequest<T | undefined>));
  const all = <T>(store: (typeof stores)[number]): Promise<T[]> =>
    within([store], "readonly", (at) => answered(at(store).getAll() as IDBRequest<T[]>));
  const put = (store: (typeof stores)[number], key: IDBValidKey, value: unknown): Promise<void> =>
    within([store], "readwrite", (at) => void at(store).put(value, key));
  const keysOf = (store: "files" | "records" | "scores", id: string): Promise<IDBValidKey[]> =>
    within([store], "readonly", (at) => answered(at(store).getAllKeys(ofOne(id))));
  const valuesOf = <T>(store: "records" | "scores", range: IDBKeyRange, count?: number): Promise<T[]> =>
    within([store], "readonly", (at) => answered(at(store).getAll(range, count) as IDBRequest<T[]>));

  return {
    tables: () => all<wire.TablePreview>("tables"),
    table: (id: string) => one<wire.TablePreview>("tables", id),
    bytes: (id: string) => one<Blob>("bytes", id),
    addTable: (table: wire.TablePreview, bytes: Blob): Promise<void> =>
      within(["tables", "bytes"], "readwrite", (at) => {
        at("tables").put(table, table.id);
        at("bytes").put(bytes, table.id);
      }),
    removeTable: (id: string): Promise<void> =>
      within(["tables", "bytes", "scores"], "readwrite", (at) => {
        at("tables").delete(id);
        at("bytes").delete(id);
        at("scores").delete(ofOne(id));
      }),

    runs: () => all<StoredRun>("runs"),
    run: (id: string) => one<StoredRun>("runs", id),
    putRun: (run: StoredRun): Promise<void> => put("runs", run.stored.id, run),
    /** In one transaction, so that no write of another tab is lost; undefined if there is no such run. */
    updateRun: (id: string, change: (run: StoredRun) => StoredRun): Promise<StoredRun | undefined> =>
      within(["runs"], "readwrite", async (at) => {
        const run = await answered(at("runs").get(id) as IDBRequest<StoredRun | undefined>);
        const next = run && change(run);
        if (next) at("runs").put(next, id);
        return next;
      }),
    removeRun: (id: string): Promise<void> =>
      within(["runs", "files", "records", "checkpoints"], "readwrite", (at) => {
        at("runs").delete(id);
        at("files").delete(ofOne(id));
        at("records").delete(ofOne(id));
        at("checkpoints").delete(id);
      }),
    file: (run: string, name: string) => one<string>("files", [run, name]),
    fileNames: async (run: string): Promise<string[]> =>
      (await keysOf("files", run)).map((key) => (key as string[])[1]),
    putFiles: (run: string, files: readonly TextFile[]): Promise<void> =>
      within(["files"], "readwrite", (at) => {
        for (const [name, text] of files) at("files").put(text, [run, name]);
      }),
    /** Stores the end of a run; a run that was deleted in the meantime stays deleted. */
    endRun: (run: string, { files, outcome, search, score, isOver }: RunEnd): Promise<void> =>
      within(["runs", "files", "checkpoints"], "readwrite", (at) => {
        const entry = at("runs").get(run) as IDBRequest<StoredRun | undefined>;
        entry.onsuccess = () => {
          if (entry.result === undefined) return;
          at("runs").put({ ...entry.result, outcome, search, score } satisfies StoredRun, run);
          for (const [name, text] of files) at("files").put(text, [run, name]);
          if (isOver) at("checkpoints").delete(run);
        };
      }),
    checkpoint: (run: string) => one<string>("checkpoints", run),
    /** Adds lines to the record, starting at line `first`, and a checkpoint taken after the last of them. */
    addLines: (run: string, { first, lines, checkpoint }: Batch): Promise<void> =>
      within(["records", "checkpoints"], "readwrite", (at) => {
        // The last part of the key is for pages of an earlier version in another tab.
        const others = lines.every((line) => line.includes('"type":"step"')) ? 0 : 1;
        const key: RecordKey = [run, first, first + lines.length - 1, others];
        if (lines.length > 0) at("records").put(`${lines.join("\n")}\n`, key);
        if (checkpoint !== undefined) at("checkpoints").put(checkpoint, run);
      }),
    /** Cuts the record of a resumed run back to its checkpoint (to nothing without one); returns the number of lines kept. */
    cutLines: async (run: string): Promise<number> => {
      const lines = checkpointLines((await one<string>("checkpoints", run)) ?? "");
      // A checkpoint is written together with the batch before it, so no batch straddles it.
      const after = IDBKeyRange.bound([run, lines + 1], [run, []]);
      await within(["records"], "readwrite", (at) => void at("records").delete(after));
      return lines;
    },
    /** The lines after line `after`, thinned (core/engine/replay-lines.ts). */
    lines: async (run: string, after = 0): Promise<readonly RecordLine[]> => {
      const keys = ((await keysOf("records", run)) as RecordKey[]).filter(([, , last]) => last > after);
      const replay = replayLines();
      if (keys.length === 0) return [];
      const range = IDBKeyRange.bound(keys[0], [run, []]);
      const texts = await valuesOf<string>("records", range, keys.length);
      texts.forEach((text, k) => {
        const [, first] = keys[k];
        for (const [i, line] of text.trimEnd().split("\n").entries())
          if (first + i > after) replay.add(first + i, line);
      });
      return replay.after(after);
    },
    /** The whole record, as events.ndjson. */
    record: async (run: string): Promise<Blob> =>
      new Blob(await valuesOf<string>("records", ofOne(run)), { type: "application/x-ndjson" }),

    /** Stored values of slow scores on a table, by key. */
    scores: async (table: string): Promise<Map<string, ParentSetTable>> => {
      const keys = await keysOf("scores", table);
      const values = await valuesOf<ParentSetTable>("scores", ofOne(table), keys.length);
      return new Map(values.map((value, k) => [(keys[k] as string[])[1], value]));
    },
    putScores: (table: string, key: string, value: ParentSetTable): Promise<void> =>
      put("scores", [table, key], value),
  };
}

type RecordKey = [run: string, first: number, last: number, others: number];

/** All keys whose first component is this id. */
function ofOne(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}
