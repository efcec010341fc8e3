// The runs of the server: each in a process of its own, recorded in its run folder, from which it can go on after a pause
// and after the server was stopped or killed.

import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  afterEvent,
  bodyOf,
  checkRequest,
  type Glimpse,
  isResumable,
  notNow,
  type RunState,
  type StoredRequest,
  type wire,
} from "../../core/index.ts";
import { openFolder } from "../files/folder.ts";
import { cutRecord } from "../runs/event-log.ts";
import { type DataFolder, newId } from "./data-folder.ts";
import type { Limits } from "./limits.ts";
import { startWork, type Work } from "./processes.ts";
import { refusal } from "./refusal.ts";
import { runOrder } from "./run-order.ts";
import type { RunCommand, RunNews } from "./run-process.ts";
import { detailsIn, storedState } from "./run-state.ts";
import type { Tables } from "./tables.ts";
import type { Watchable } from "./watch.ts";

export interface Runs {
  readonly list: () => wire.RunBody[];
  readonly details: (id: string) => wire.RunDetails;
  readonly start: (request: wire.RunRequest) => Promise<wire.RunBody>;
  readonly pause: (id: string) => wire.RunBody;
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

interface Run {
  state: RunState;
  work: Work<RunCommand> | null;
  /** When its process has ended and the disk been read. */
  settled: Promise<void>;
  readonly listeners: Set<(news: RunNews | null) => void>;
  /** The last glimpse of each kind, for those who come later. */
  seen: { readonly best?: Glimpse; readonly probabilities?: Glimpse };
}

/** A run that takes longer to write down what it has is ended where it is; its checkpoint stays. */
const pausingMs = 20_000;

export async function openRuns(
  folder: DataFolder,
  tables: Tables,
  { limits, address }: { readonly limits: Limits; readonly address: () => string },
): Promise<Runs> {
  const known = new Map<string, Run>();
  for (const id of await folder.ids("requests")) {
    const state = await storedState(folder, id);
    if (state) known.set(id, runOf(state));
  }
  const found = (id: string): Run => {
    const run = known.get(id);
    if (!run) throw refusal(404, `runs: no run is called ${id}; /api/runs lists those there are`);
    return run;
  };
  const going = () => [...known.values()].filter(({ state }) => state.activity !== null);
  const checkRoom = () => {
    if (going().length >= limits.runs)
      throw refusal(
        429,
        `runs: at most ${limits.runs} may go on at once, and so many do; wait for one, pause one, or start the server with a larger --max-runs`,
      );
  };
  const write = (stored: StoredRequest): Promise<void> =>
    openFolder(folder.of("requests", stored.id)).write(
      "request.json",
      `${JSON.stringify(stored, null, 2)}\n`,
    );
  const store = (run: Run, more: Partial<StoredRequest>): Promise<void> => {
    run.state = { ...run.state, stored: { ...run.state.stored, ...more } };
    return write(run.state.stored);
  };
  const told = (run: Run, news: RunNews | null) => {
    for (const listener of run.listeners) listener(news);
  };

  /** Starts the process of a run; the state follows what it tells. */
  const launch = async (run: Run): Promise<void> => {
    const { id } = run.state.stored;
    const order = runOrder(run.state.stored, { folder, tables, limits, address: address() });
    let refused: string | undefined;
    let isDone = false;
    const work = startWork<RunCommand, RunNews>("run-process", (news) => {
      if ("event" in news) run.state = afterEvent(run.state, news.event);
      if ("sign" in news) run.state = afterEvent(run.state, news.sign);
      if ("refused" in news) refused = news.refused;
      if ("isDone" in news) isDone = true;
      if ("best" in news) run.seen = { ...run.seen, best: news };
      if ("probabilities" in news) run.seen = { ...run.seen, probabilities: news };
      if (!("refused" in news || "isDone" in news)) told(run, news);
    });
    run.work = work;
    run.state = { ...run.state, activity: "running", lastStep: null };
    const settle = async (failure: string | null): Promise<RunState> => {
      await rm(order.temporary, { recursive: true, force: true });
      const { activity, search, stored: asked } = run.state;
      const isExpected = isDone || activity === "pausing" || asked.isCancelled;
      const state = (await storedState(folder, id)) ?? run.state;
      const { isUnderWay: _, ...rest } = state.stored;
      const stored = {
        ...rest,
        ...(refused !== undefined
          ? { error: refused, isRefused: true }
          : !isExpected && { error: brokenSentence(failure) }),
      };
      await write(stored);
      return { ...state, stored, activity: null, search: state.search ?? search };
    };
    // A disk that cannot be written to must not end the server too.
    const unsettled = (error: unknown): RunState => {
      const stored = { ...run.state.stored, error: String(error) };
      return { ...run.state, stored, activity: null };
    };
    run.settled = work.ended
      .then(settle)
      .catch(unsettled)
      .then((state) => {
        run.state = state;
        run.work = null;
        told(run, null);
      });
    try {
      await mkdir(order.temporary, { recursive: true });
      // A folder without a spec is that of a process killed in the first moment.
      if (order.isBegun) await cutRecord(order.folder);
      else await rm(order.folder, { recursive: true, force: true });
    } catch (error) {
      work.kill();
      throw error;
    }
    work.send({ order });
    work.send({ isWatched: run.listeners.size > 0 });
  };

  const pause = (id: string): wire.RunBody => {
    const run = found(id);
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
    const { error: _, ...stored } = run.state.stored;
    run.state = { ...run.state, stored: { ...stored, isUnderWay: true } };
    await write(run.state.stored);
    await launch(run);
    told(run, null);
    return bodyOf(run.state);
  };

  return {
    list: () =>
      [...known.values()]
        .map(({ state }) => bodyOf(state))
        .toSorted((a, b) => (a.created < b.created ? 1 : -1)),
    details: (id) => detailsIn(folder, found(id).state),
    start: async (request) => {
      const { name: tableName, columns } = tables.facts(request.table);
      checkRequest(request, columns);
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
      await mkdir(folder.of("requests", id));
      await store(run, { isUnderWay: true });
      await launch(run);
      return bodyOf(run.state);
    },
    pause,
    resume: async (id) => {
      const run = found(id);
      if (run.work !== null || !isResumable(run.state)) throw refusal(409, notNow("resumed", run.state));
      tables.facts(run.state.stored.request.table);
      checkRoom();
      return resume(run);
    },
    resumeKilled: async () => {
      const killed = [...known.values()].filter(({ state: { stored } }) => stored.isUnderWay);
      for (const run of killed.toSorted((a, b) =>
        a.state.stored.created < b.state.stored.created ? -1 : 1,
      )) {
        const hasTable = tables.list().some(({ id }) => id === run.state.stored.request.table);
        if (hasTable && isResumable(run.state) && going().length < limits.runs) await resume(run);
      }
    },
    cancel: async (id) => {
      const run = found(id);
      if (run.work === null && !isResumable(run.state)) throw refusal(409, notNow("cancelled", run.state));
      await store(run, { isCancelled: true });
      run.work?.kill();
      await run.settled;
      return bodyOf(run.state);
    },
    remove: async (id) => {
      const run = found(id);
      known.delete(id);
      run.work?.kill();
      await run.settled;
      for (const room of ["requests", "runs"] as const)
        await rm(folder.of(room, id), { recursive: true, force: true });
    },
    file: (id, name) => {
      const path = join(folder.of("runs", found(id).state.stored.id), name);
      if (!existsSync(path)) throw refusal(404, `runs: the run ${id} has no ${name} (yet)`);
      return path;
    },
    watched: (id) => {
      const run = found(id);
      return {
        record: join(folder.of("runs", id), "events.ndjson"),
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
      for (const { state, work } of going()) if (work !== null) pause(state.stored.id);
      await Promise.all(going().map(({ settled }) => settled));
    },
  };
}

function runOf(state: RunState): Run {
  return { state, work: null, settled: Promise.resolve(), listeners: new Set(), seen: {} };
}

function brokenSentence(failure: string | null): string {
  return `runs: the process of the run ended before the run did, which is a bug of ours or a lack of memory (${failure ?? "it said nothing"})`;
}
