// The host of one of the server's runs: its request and run folder on disk, and its process.

import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  chosenSheet,
  type ProcessCommand,
  type ProcessNews,
  queue,
  type RunHost,
  requestText,
  type StoredRequest,
  shellWord,
} from "../../../core/index.ts";
import type { BatchPlace } from "../../batch/batch-pool.ts";
import { faultSentence } from "../../files/fault.ts";
import { openFolder } from "../../files/folder.ts";
import { findCheckpoint } from "../../runs/checkpoint.ts";
import { cutRecord } from "../../runs/event-log.ts";
import { type DataFolder, noEntry, type Storage } from "../data-folder/data-folder.ts";
import type { Limits } from "../limits.ts";
import { startWork } from "../processes.ts";
import { refusal } from "../refusal.ts";
import type { Tables } from "../tables/tables.ts";
import type { RunRecord } from "./record.ts";
import { freedRun } from "./run-lock.ts";
import type { RunOrder } from "./run-process.ts";
import { storedRun } from "./stored-run.ts";

export interface RunPlace {
  readonly folder: DataFolder;
  readonly tables: Tables;
  readonly limits: Limits;
  readonly storage: Storage;
  readonly record: RunRecord;
  /** The start of a curl command to this server, for the command that repeats the run. */
  readonly curl: () => string;
  /** The queue that computes resamples, if not the run's own process. */
  readonly batch: BatchPlace | undefined;
  /** Throws if the maximum number of runs is active. */
  readonly checkRoom: () => void;
}

export function runHost(id: string, place: RunPlace): RunHost {
  const { folder, tables, storage, record, checkRoom } = place;
  const writing = queue(1);
  const read = async () => {
    const run = await storedRun(folder, id);
    if (run === undefined) throw refusal(404, noEntry("runs", id));
    return run;
  };
  const write = (stored: StoredRequest): Promise<void> =>
    openFolder(folder.of("requests", id)).write("request.json", requestText(stored));
  return {
    workerName: "process",
    refusal: (sentence) => refusal(409, sentence),
    faultSentence: (error) => faultSentence(error) ?? String(error),
    later: (call, ms) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    read,
    update: (change) =>
      writing(async () => {
        const run = await read();
        const stored = change(run.stored);
        await write(stored);
        return { ...run, stored };
      }),
    prepare: async (request, isNew) => {
      tables.path(request.request.table); // throws if the table was deleted
      checkRoom();
      if (isNew) {
        await mkdir(folder.of("requests", id));
        await write(request);
        storage.changed("requests", id);
      } else await freedRun(folder.of("runs", id));
      const order = runOrder(request, place);
      await mkdir(order.temporary, { recursive: true });
      // A folder without a spec was left by a process killed at its very start.
      if (order.isBegun) await cutRecord(order.folder, findCheckpoint(order.folder)?.checkpoint.lines ?? 0);
      else await rm(order.folder, { recursive: true, force: true });
      record.forget();
      storage.growing("runs", id);
      return {
        start: (onNews) => {
          const work = startWork<ProcessCommand | { readonly order: RunOrder }, ProcessNews>(
            "runs/run-process",
            (news) => {
              if ("event" in news && news.line !== null) record.add(news.event, news.line);
              onNews(news);
            },
          );
          work.send({ order });
          return work;
        },
        release: async () => {
          await rm(order.temporary, { recursive: true, force: true }).catch(() => {}); // emptied at the next start
          storage.changed("runs", id);
          // The process may have written lines that it did not report.
          record.forget();
        },
      };
    },
  };
}

/** The order for a run's process. */
function runOrder({ id, request, tableName }: StoredRequest, place: RunPlace): RunOrder {
  const { folder, tables, limits, curl, batch } = place;
  const { table, columns, exclude, kinds, threads } = request;
  const { header, workbook } = tables.facts(table);
  const sheet = chosenSheet(workbook);
  const [path, home] = [tables.path(table), folder.of("runs", id)];
  const tablePath = `../../tables/${table}/${path.split(/[/\\]/).at(-1)}`;
  const truth = request.truth === undefined ? undefined : `../../requests/${id}/truth.csv`;
  return {
    table: { path, name: tableName, header, sheet },
    request,
    folder: home,
    requestFolder: folder.of("requests", id),
    temporary: folder.of("temporary", id),
    limits,
    batch,
    isBegun: existsSync(join(home, "spec.json")),
    source: {
      ...{ table: tablePath, truth, columns, exclude, kinds, header, sheet },
      maxColumns: limits.columns,
      threads,
    },
    command: `${curl()}/api/runs --json ${shellWord(JSON.stringify(request))}`,
    verify: {
      certificate: join(home, "certificate.json"),
      table: path,
      ...{ columns, exclude, kinds, header, sheet },
    },
  };
}
