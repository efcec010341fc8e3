// The runs of the server: each in its own process, recorded in its run folder, from which it is resumed after a pause or after
// the server was stopped or killed.

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  bodyOf,
  checkRequest,
  controlRun,
  isGoing,
  type RunControl,
  type RunState,
  restingState,
  tooManyRuns,
  type WatchedRun,
  type wire,
} from "../../../core/index.ts";
import type { BatchPlace } from "../../batch/batch-pool.ts";
import { runHolder } from "../../runs/run-folder.ts";
import { type DataFolder, newId, openEntries, type Storage } from "../data-folder/data-folder.ts";
import type { Limits } from "../limits.ts";
import { refusal } from "../refusal.ts";
import type { Tables } from "../tables/tables.ts";
import { openRecords } from "./record.ts";
import { runHost } from "./run-host.ts";
import { freedRun } from "./run-lock.ts";
import { detailsIn, storedRun } from "./stored-run.ts";

export { runRoutes } from "./run-routes.ts";

export type Runs = Awaited<ReturnType<typeof openRuns>>;

export interface RunsOptions {
  readonly limits: Limits;
  readonly storage: Storage;
  /** The start of a curl command to this server. */
  readonly curl: () => string;
  /** The queue that computes resamples, if not the process of each run. */
  readonly batch?: BatchPlace | undefined;
}

export async function openRuns(
  folder: DataFolder,
  tables: Tables,
  { limits, storage, curl, batch }: RunsOptions,
) {
  const recordAt = openRecords();
  const recordOf = (id: string) => recordAt(join(folder.of("runs", id), "events.ndjson"));
  const hostedRun = (state: RunState): RunControl => {
    const { id } = state.stored;
    const place = { folder, tables, limits, storage, record: recordOf(id), curl, batch, checkRoom };
    return controlRun(state, runHost(id, place));
  };
  const runs = await openEntries("runs", folder.ids("requests", "runs"), async (id) => {
    // An orphaned process of a killed server is killed; a command that uses the folder is left alone.
    await freedRun(folder.of("runs", id)).catch(() => {});
    const state = await storedRun(folder, id);
    return state && hostedRun(state);
  });
  const control = runs.get;
  /** The newest first. */
  const list = (): wire.RunBody[] =>
    runs
      .all()
      .map((run) => bodyOf(run.state()))
      .toSorted((a, b) => (a.created < b.created ? 1 : -1));
  const hasRoom = (others = 0): boolean => list().filter(isGoing).length - others < limits.runs;
  function checkRoom(): void {
    // The run about to start is already in the list.
    if (!hasRoom(1))
      throw refusal(429, tooManyRuns(limits.runs, "pause one, or start the server with a larger --max-runs"));
  }
  const erase = async (id: string): Promise<void> => {
    recordOf(id).forget();
    for (const room of ["requests", "runs"] as const) {
      await folder.drop(room, id);
      storage.changed(room, id);
    }
  };

  return {
    list,
    control,
    damaged: runs.damaged,
    details: (id: string): wire.RunDetails => detailsIn(folder, control(id).state()),
    start: async (request: wire.RunRequest): Promise<wire.RunBody> => {
      const { name: tableName, columns } = tables.facts(request.table);
      tables.path(request.table); // throws if its folder cannot be used, before anything is created
      checkRequest(request, columns);
      await storage.checkRoom();
      const id = newId();
      const created = new Date().toISOString();
      const stored = { id, created, tableName, request, isUnderWay: true };
      const run = hostedRun(restingState({ format: "wherefore-request/1", ...stored }, null));
      runs.set(id, run);
      try {
        return await run.start();
      } catch (error) {
        runs.delete(id);
        await folder.drop("requests", id);
        throw error;
      }
    },
    /** Resumes the runs interrupted by the end of an earlier server, the oldest first, up to the maximum number of runs. */
    resumeKilled: async (): Promise<void> => {
      for (const { id, table, isResumable } of list().toReversed()) {
        const run = control(id);
        const hasTable = tables.list().some((each) => each.id === table.id);
        const isFree = runHolder(folder.of("runs", id)) === null;
        const wasKilled = run.state().stored.isUnderWay && isResumable;
        // A run that cannot be resumed stays interrupted; resuming it by hand reports why.
        if (wasKilled && hasTable && isFree && hasRoom()) await run.resume().catch(() => {});
      }
    },
    remove: async (id: string): Promise<void> => {
      if (runs.deleteDamaged(id)) return erase(id);
      await control(id).remove(async () => {
        control(id); // throws for the second of two concurrent delete requests
        await freedRun(folder.of("runs", id));
        runs.delete(id);
        await erase(id);
      });
    },
    /** The path of a file in the run folder; throws if it does not exist. */
    file: (id: string, name: string): string => {
      control(id);
      const path = join(folder.of("runs", id), name);
      if (!existsSync(path)) throw refusal(404, `runs: the run ${id} has no ${name} (yet)`);
      return path;
    },
    watched: (id: string): WatchedRun => {
      const run = control(id);
      const { lines } = recordOf(id);
      return { ...run, lines, body: () => bodyOf(run.state()) };
    },
    /** Pauses all active runs and waits for them. */
    close: async (): Promise<void> => void (await Promise.all(runs.all().map((run) => run.rest()))),
  };
}
