// The runs of the server: each in a process of its own, recorded in its run folder, from which it is resumed after a pause and
// after the server was stopped or killed.

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
  /** The beginning of a command that asks this server. */
  readonly curl: () => string;
  /** Who makes resamples, where that is not the process of each run. */
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
    // A process of a killed server is ended; one of the command line that has the folder is left alone.
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
    // The one that is to start is among them.
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
      tables.path(request.table); // refused before anything is begun
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
    /** Resumes the runs that were cut off with an earlier server, the oldest first, as many as there is room for. */
    resumeKilled: async (): Promise<void> => {
      for (const { id, table, isResumable } of list().toReversed()) {
        const run = control(id);
        const hasTable = tables.list().some((each) => each.id === table.id);
        const isFree = runHolder(folder.of("runs", id)) === null;
        const wasKilled = run.state().stored.isUnderWay && isResumable;
        // One that cannot be resumed stays interrupted, and says why to whoever tries.
        if (wasKilled && hasTable && isFree && hasRoom()) await run.resume().catch(() => {});
      }
    },
    remove: async (id: string): Promise<void> => {
      if (runs.deleteDamaged(id)) return erase(id);
      await control(id).remove(async () => {
        control(id); // of two requests to delete it, one does
        await freedRun(folder.of("runs", id));
        runs.delete(id);
        await erase(id);
      });
    },
    /** A file of the run folder; refuses one that is not there. */
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
    /** Pauses what is running, and waits for it. */
    close: async (): Promise<void> => void (await Promise.all(runs.all().map((run) => run.rest()))),
  };
}
