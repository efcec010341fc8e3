// The runs of this browser: each in its own worker, recorded in the store, from which it can be resumed after a pause or after its
// tab was closed. A run belongs to the tab that started it; other tabs see it and send their commands to that tab.

import {
  bodyOf,
  controlRun,
  InputError,
  isLast,
  type ReadRun,
  type RunControl,
  type RunHost,
  type RunState,
  restingState,
  type StoredRequest,
  tooManyRuns,
  type WatchedRun,
  type wire,
} from "../../core/index.ts";
import { startRunWorker } from "./run-worker.ts";
import type { Store } from "./store.ts";
import type { Tabs } from "./tabs.ts";

export type BrowserRuns = ReturnType<typeof browserRuns>;

export interface RunsOptions {
  /** Maximum number of concurrent runs. */
  readonly most: number;
  readonly version: string;
  readonly startWorker: (name: string) => Worker;
}

type Activity = RunState["activity"];

/** Time without news of a run in another tab after which its lock is checked. */
const silenceMs = 3000;

export function browserRuns(store: Store, tabs: Tabs, { most, version, startWorker }: RunsOptions) {
  const controls = new Map<string, RunControl>();
  /** Activity of runs in other tabs, as those tabs report it. */
  const elsewhere = new Map<string, Activity>();
  const silences = new Map<string, ReturnType<typeof setTimeout>>();
  /** For runs of this tab that other tabs watch: unsubscribes. */
  const watchedElsewhere = new Map<string, () => void>();

  const activityOf = (id: string, going: ReadonlySet<string>): Activity =>
    going.has(id) ? (elsewhere.get(id) ?? "running") : null;
  const read = async (id: string): Promise<ReadRun> => {
    const [run, going] = await Promise.all([store.run(id), tabs.going()]);
    if (run === undefined) throw new InputError(`runs: no run is called ${id}`);
    return { ...run, activity: activityOf(id, going) };
  };

  const slotFor = async (id: string): Promise<() => Promise<void>> => {
    if ((await tabs.going()).size >= most) throw new InputError(tooManyRuns(most, "or pause one"));
    const release = await tabs.take(id);
    if (release === null) throw new InputError("runs: the run is running in another tab of this browser");
    return release;
  };
  /** Asks the tab that owns a run to end it, and waits until it has (at most 5 s). */
  const endElsewhere = async (id: string): Promise<void> => {
    if (!(await tabs.going()).has(id)) return;
    tabs.tell({ run: id, please: "stop" });
    for (let k = 0; k < 100 && (await tabs.going()).has(id); k++)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };

  const hostOf = (id: string): RunHost => ({
    workerName: "worker",
    refusal: (sentence) => new InputError(sentence),
    faultSentence: (error) => (error instanceof Error ? error.message : String(error)),
    later: (call, ms) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    read: () => read(id),
    update: async (change) => {
      const run = await store.updateRun(id, (now) => ({ ...now, stored: change(now.stored) }));
      if (run === undefined) throw new InputError(`runs: no run is called ${id}`);
      return run;
    },
    prepare: async (stored, isNew) => {
      const { request, tableName } = stored;
      if (!isNew && (await store.bytes(request.table)) === undefined)
        throw new InputError(`tables: no table is called ${request.table}`);
      const release = await slotFor(id);
      try {
        if (isNew) await store.putRun({ stored, outcome: null, search: null, score: null });
        // Before anyone can watch it again: lines that the run is about to repeat must not be in the record yet.
        else await store.cutLines(id);
      } catch (error) {
        await release();
        throw error;
      }
      return {
        release,
        start: (onNews) => {
          const order = { id, request, tableName, isBegun: !isNew, version };
          return startRunWorker(startWorker(`run ${id}`), order, (news) => {
            onNews(news);
            if (!isLast(news)) tabs.tell({ run: id, news });
          });
        },
      };
    },
    elsewhere: {
      send: (command) => {
        if ("stop" in command) tabs.tell({ run: id, please: "pause" });
        else if (command.isWatched) tabs.tell({ run: id, please: "watch" });
      },
      end: () => endElsewhere(id),
    },
    onActivity: (activity) => {
      if (activity === null) {
        watchedElsewhere.get(id)?.();
        watchedElsewhere.delete(id);
      }
      tabs.tell({ run: id, activity });
    },
  });
  const controlled = (now: ReadRun): RunControl => {
    const { id } = now.stored;
    const run = controls.get(id) ?? controlRun(restingState(now.stored, null), hostOf(id));
    controls.set(id, run);
    run.refresh(now);
    return run;
  };
  /** Throws if no run has this id. */
  const control = async (id: string): Promise<RunControl> => controlled(await read(id));

  /** A closed tab sends no messages: after a silence, the lock tells whether its run is still running. */
  const expectNews = (id: string): void => {
    clearTimeout(silences.get(id));
    const look = async (): Promise<void> => {
      if (!elsewhere.has(id)) return;
      if ((await tabs.going()).has(id)) expectNews(id);
      else {
        elsewhere.delete(id);
        controls.get(id)?.hear(null);
      }
    };
    silences.set(id, setTimeout(look, silenceMs));
  };

  tabs.onMessage((message) => {
    const { run: id } = message;
    const run = controls.get(id);
    if ("please" in message) {
      if (run === undefined || !run.isWorking()) return;
      if (message.please === "pause")
        void run.pause().catch(() => {}); // it has just ended
      else if (message.please === "stop") run.kill();
      else {
        if (!watchedElsewhere.has(id))
          watchedElsewhere.set(
            id,
            run.subscribe(() => {}),
          );
        for (const news of run.glimpses()) tabs.tell({ run: id, news });
      }
    } else if ("news" in message) {
      if (!elsewhere.has(id)) elsewhere.set(id, "running");
      run?.hear(message.news);
      expectNews(id);
    } else {
      if (message.activity === null) elsewhere.delete(id);
      else elsewhere.set(id, message.activity);
      run?.hear(null);
    }
  });

  return {
    /** Newest first. */
    list: async (): Promise<RunState[]> => {
      const [runs, going] = await Promise.all([store.runs(), tabs.going()]);
      return runs
        .map((run) => controlled({ ...run, activity: activityOf(run.stored.id, going) }).state())
        .toSorted((a, b) => (a.stored.created < b.stored.created ? 1 : -1));
    },
    control,
    start: (request: StoredRequest): Promise<wire.RunBody> =>
      controlled({ stored: { ...request, isUnderWay: true }, outcome: null, search: null, score: null })
        .start()
        .catch((error: unknown) => {
          controls.delete(request.id);
          throw error;
        }),
    remove: async (id: string): Promise<void> => (await control(id)).remove(() => store.removeRun(id)),
    watched: async (id: string): Promise<WatchedRun> => {
      const run = await control(id);
      const body = async () => bodyOf(run.refresh(await read(id)));
      return { ...run, body, lines: (after) => store.lines(id, after) };
    },
  };
}
