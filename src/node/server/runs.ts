// The runs of the server: each in a process of its own, recorded in its run folder, from which it can go on after a pause
// and after the server was stopped or killed.

import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  bodyOf,
  checkRequest,
  isResumable,
  notNow,
  requestText,
  type StoredRequest,
  type wire,
} from "../../core/index.ts";
import { openFolder } from "../files/folder.ts";
import { runHolder } from "../runs/run-folder.ts";
import { type DataFolder, intact, isDamaged, newId } from "./data-folder.ts";
import type { Limits } from "./limits.ts";
import { openRecords } from "./record.ts";
import { refusal } from "./refusal.ts";
import { launched, type Run, runOf, told } from "./run-launch.ts";
import { freedRun } from "./run-lock.ts";
import { runOrder } from "./run-order.ts";
import { detailsIn, storedState } from "./run-state.ts";
import type { Storage } from "./storage.ts";
import type { Tables } from "./tables.ts";
import type { Watchable } from "./watch.ts";

export interface Runs {
  readonly list: () => wire.RunBody[];
  /** Runs whose request cannot be read any more, with what is to be said of them. */
  readonly damaged: () => wire.Damaged;
  readonly details: (id: string) => wire.RunDetails;
  readonly start: (request: wire.RunRequest) => Promise<wire.RunBody>;
  readonly pause: (id: string) => Promise<wire.RunBody>;
  readonly resume: (id: string) => Promise<wire.RunBody>;
  /** Goes on with the runs that were cut off with an earlier server, the oldest first, as many as there is room for. */
  readonly resumeKilled: () => Promise<void>;
  readonly cancel: (id: string) => Promise<wire.RunBody>;
  readonly remove: (id: string) => Promise<void>;
  /** A file of the run folder; refuses one that is not there. */
  readonly file: (id: string, name: string) => string;
  readonly watched: (id: string) => Watchable;
  /** Runs that would need this table to go on. */
  readonly needing: (table: string) => wire.RunBody[];
  /** Pauses what goes on, and waits for it. */
  readonly close: () => Promise<void>;
}

/** A run that takes longer to write down what it has is ended where it is; its checkpoint stays. */
const pausingMs = 20_000;

export interface RunsOptions {
  readonly limits: Limits;
  readonly storage: Storage;
  /** The beginning of a command that asks this server. */
  readonly curl: () => string;
}

export async function openRuns(
  folder: DataFolder,
  tables: Tables,
  { limits, storage, curl }: RunsOptions,
): Promise<Runs> {
  const known = new Map<string, Run>();
  const damaged = new Map<string, string>();
  const recordAt = openRecords();
  const recordOf = (id: string) => recordAt(join(folder.of("runs", id), "events.ndjson"));
  for (const id of folder.ids("requests", "runs")) {
    const found = await intact(async () => ({ state: await storedState(folder, id) }));
    if (isDamaged(found)) damaged.set(id, found.damage);
    else if (found.state) known.set(id, runOf(found.state));
    // A process of a killed server is ended; somebody at the command line who has the folder is left alone.
    await freedRun(folder.of("runs", id)).catch(() => {});
  }
  const found = (id: string): Run => {
    const run = known.get(id);
    if (!run)
      throw refusal(404, damaged.get(id) ?? `runs: no run is called ${id}; /api/runs lists those there are`);
    return run;
  };
  /** One transition of a run after the other; one that was deleted meanwhile is not found. */
  const inTurn = <T>(id: string, transition: (run: Run) => Promise<T>): Promise<T> =>
    found(id).inTurn(async () => transition(found(id)));
  const going = () => [...known.values()].filter(({ state }) => state.activity !== null);
  const checkRoom = () => {
    if (going().length >= limits.runs)
      throw refusal(
        429,
        `runs: at most ${limits.runs} may go on at once, and so many do; wait for one, pause one, or start the server with a larger --max-runs`,
      );
  };
  const write = ({ writing }: Run, stored: StoredRequest): Promise<void> =>
    writing(() => openFolder(folder.of("requests", stored.id)).write("request.json", requestText(stored)));
  const store = async (run: Run, more: Partial<StoredRequest>): Promise<void> => {
    const stored = { ...run.state.stored, ...more };
    await write(run, stored);
    run.state = { ...run.state, stored };
  };
  const launch = (run: Run): Promise<void> =>
    launched(run, { folder, storage, write, record: recordOf(run.state.stored.id) }, () =>
      runOrder(run.state.stored, { folder, tables, limits, curl: curl() }),
    );

  const pause = (run: Run): wire.RunBody => {
    const { work } = run;
    if (work === null) throw refusal(409, notNow("paused", run.state));
    run.state = { ...run.state, activity: "pausing" };
    work.send({ stop: true });
    const timer = setTimeout(work.kill, pausingMs);
    run.settled.then(() => clearTimeout(timer));
    told(run, null);
    return bodyOf(run.state);
  };

  const resume = async (run: Run): Promise<wire.RunBody> => {
    const before = run.state;
    const { error: _, ...stored } = before.stored;
    await freedRun(folder.of("runs", stored.id));
    try {
      run.state = { ...before, stored: { ...stored, isUnderWay: true } };
      await write(run, run.state.stored);
      await launch(run);
    } catch (error) {
      if (run.work === null) run.state = before;
      throw error;
    }
    told(run, null);
    return bodyOf(run.state);
  };

  return {
    damaged: () => [...damaged].map(([id, error]) => ({ id, error })),
    list: () =>
      [...known.values()]
        .map(({ state }) => bodyOf(state))
        .toSorted((a, b) => (a.created < b.created ? 1 : -1)),
    details: (id) => detailsIn(folder, found(id).state),
    start: async (request) => {
      const { name: tableName, columns } = tables.facts(request.table);
      tables.path(request.table); // refused before anything is begun
      checkRequest(request, columns);
      await storage.checkRoom();
      checkRoom();
      const id = newId();
      const stored = { id, created: new Date().toISOString(), tableName, request };
      const run = runOf({
        stored: { format: "wherefore-request/1", ...stored },
        outcome: null,
        search: null,
        activity: "running",
        lastStep: null,
      });
      known.set(id, run);
      try {
        await mkdir(folder.of("requests", id));
        await store(run, { isUnderWay: true });
        storage.changed("requests", id);
        await launch(run);
      } catch (error) {
        known.delete(id);
        await folder.drop("requests", id);
        throw error;
      }
      return bodyOf(run.state);
    },
    pause: (id) => inTurn(id, async (run) => pause(run)),
    resume: (id) =>
      inTurn(id, async (run) => {
        if (run.work !== null || !isResumable(run.state)) throw refusal(409, notNow("resumed", run.state));
        tables.path(run.state.stored.request.table);
        for (const room of ["requests", "runs"] as const) folder.of(room, id);
        checkRoom();
        return resume(run);
      }),
    resumeKilled: async () => {
      const killed = [...known.values()].filter(({ state: { stored } }) => stored.isUnderWay);
      for (const run of killed.toSorted((a, b) =>
        a.state.stored.created < b.state.stored.created ? -1 : 1,
      )) {
        const hasTable = tables.list().some(({ id }) => id === run.state.stored.request.table);
        const isFree = runHolder(folder.of("runs", run.state.stored.id)) === null;
        if (hasTable && isFree && isResumable(run.state) && going().length < limits.runs) await resume(run);
      }
    },
    cancel: (id) =>
      inTurn(id, async (run) => {
        if (run.work === null && !isResumable(run.state)) throw refusal(409, notNow("cancelled", run.state));
        await store(run, { isCancelled: true });
        run.work?.kill();
        await run.settled;
        return bodyOf(run.state);
      }),
    remove: async (id) => {
      if (!damaged.delete(id))
        await inTurn(id, async (run) => {
          if (run.work === null) await freedRun(folder.of("runs", id));
          known.delete(id);
          run.work?.kill();
          await run.settled;
        });
      recordOf(id).forget();
      for (const room of ["requests", "runs"] as const) {
        await folder.drop(room, id);
        storage.changed(room, id);
      }
    },
    file: (id, name) => {
      const path = join(folder.of("runs", found(id).state.stored.id), name);
      if (!existsSync(path)) throw refusal(404, `runs: the run ${id} has no ${name} (yet)`);
      return path;
    },
    watched: (id) => {
      const run = found(id);
      return {
        record: recordOf(id),
        body: () => bodyOf(run.state),
        isOver: () => run.work === null,
        seen: () => Object.values(run.seen),
        subscribe: (listener) => {
          run.listeners.add(listener);
          run.work?.send({ isWatched: true });
          return () => {
            run.listeners.delete(listener);
            run.work?.send({ isWatched: run.listeners.size > 0 });
          };
        },
      };
    },
    needing: (table) =>
      [...known.values()]
        .filter(({ state }) => state.stored.request.table === table)
        .filter(({ state }) => state.activity !== null || isResumable(state))
        .map(({ state }) => bodyOf(state)),
    close: async () => {
      for (const run of going()) if (run.work !== null) pause(run);
      await Promise.all(going().map(({ settled }) => settled));
    },
  };
}
