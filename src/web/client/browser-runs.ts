// The runs of this browser: each in a worker of its own, recorded in the store, from which it can go on after a pause and after
// its tab was closed.

import {
  afterEvent,
  bodyOf,
  type Glimpse,
  InputError,
  isResumable,
  notNow,
  type RunState,
  type StoredRequest,
  type wire,
} from "../../core/index.ts";
import type { RunNews, RunOrder } from "./engine-work.ts";
import { type RunLine, startRunLine } from "./run-line.ts";
import type { Store, StoredRun } from "./store.ts";
import type { Tabs } from "./tabs.ts";

export interface BrowserRuns {
  readonly list: () => Promise<RunState[]>;
  /** Refuses an id that no run has. */
  readonly state: (id: string) => Promise<RunState>;
  readonly start: (stored: StoredRequest) => Promise<wire.RunBody>;
  readonly pause: (id: string) => Promise<wire.RunBody>;
  readonly resume: (id: string) => Promise<wire.RunBody>;
  readonly cancel: (id: string) => Promise<wire.RunBody>;
  readonly remove: (id: string) => Promise<void>;
  /** News of the run, and null where its state has changed; the answer ends it. */
  readonly subscribe: (id: string, listener: (news: RunNews | null) => void) => () => void;
  /** The last of what is not in the record. */
  readonly seen: (id: string) => readonly Glimpse[];
}

export interface RunsOptions {
  /** Runs at once. */
  readonly most: number;
  readonly version: string;
  readonly startWorker: (name: string) => Worker;
}

/** What is known of a run that goes on, here or in another tab. */
interface Live {
  activity: "running" | "pausing";
  search: string | null;
  lastStep: RunState["lastStep"];
  seen: { readonly best?: Glimpse; readonly probabilities?: Glimpse };
  /** Of a run of this tab. */
  readonly own?: Own;
}

interface Own extends RunLine {
  /** When its end is in the store. */
  readonly settled: Promise<void>;
}

/** A run that takes longer to write down what it has is ended where it is; its checkpoint stays. */
const pausingMs = 20_000;
/** A worker that does not answer for so long is in the middle of a long step. */
const answerMs = 1000;
/** Without news of another tab. */
const silenceMs = 3000;

export function browserRuns(
  store: Store,
  tabs: Tabs,
  { most, version, startWorker }: RunsOptions,
): BrowserRuns {
  const live = new Map<string, Live>();
  const listeners = new Map<string, Set<(news: RunNews | null) => void>>();
  const watchedElsewhere = new Set<string>();
  const expected = new Map<string, ReturnType<typeof setTimeout>>();
  const told = (id: string, news: RunNews | null): void => {
    for (const listener of listeners.get(id) ?? []) listener(news);
  };
  const isWatched = (id: string): boolean => (listeners.get(id)?.size ?? 0) > 0 || watchedElsewhere.has(id);
  const stateOf = ({ stored, outcome, search }: StoredRun, going: ReadonlySet<string>): RunState => {
    const known = going.has(stored.id) ? live.get(stored.id) : undefined;
    return {
      stored,
      outcome,
      search: known?.search ?? search,
      activity: going.has(stored.id) ? (known?.activity ?? "running") : null,
      lastStep: known?.lastStep ?? null,
    };
  };
  const found = async (id: string): Promise<StoredRun> => {
    const run = await store.run(id);
    if (run === undefined) throw new InputError(`runs: no run is called ${id}`);
    return run;
  };
  const state = async (id: string): Promise<RunState> => stateOf(await found(id), await tabs.going());
  const hear = (id: string, news: RunNews): void => {
    const known = live.get(id);
    if (known && ("event" in news || "sign" in news)) {
      const { search, lastStep } = afterEvent(known, "event" in news ? news.event : news.sign);
      known.search = search;
      known.lastStep = lastStep;
    }
    if (known && "best" in news) known.seen = { ...known.seen, best: news };
    if (known && "probabilities" in news) known.seen = { ...known.seen, probabilities: news };
    told(id, news);
  };
  const changed = (id: string, activity: Live["activity"] | null): void => {
    tabs.tell({ run: id, activity });
    told(id, null);
  };

  const taken = async (id: string): Promise<() => Promise<void>> => {
    const going = await tabs.going();
    if (going.size >= most)
      throw new InputError(
        `runs: at most ${most} may go on at once, and so many do; wait for one, or pause one`,
      );
    const release = await tabs.take(id);
    if (release === null) throw new InputError("runs: the run goes on in another tab of this browser");
    return release;
  };

  /** Starts the worker of a run, once it is taken for this tab and the store is ready for it. */
  const launch = async (
    stored: StoredRequest,
    isBegun: boolean,
    prepare: () => Promise<unknown>,
  ): Promise<wire.RunBody> => {
    const { id, request, tableName } = stored;
    const release = await taken(id);
    await prepare().catch(async (error: unknown) => {
      await release();
      throw error;
    });
    const line = startRunLine(startWorker(`run ${id}`), (news) => {
      hear(id, news);
      tabs.tell({ run: id, news });
    });
    const settled = line.ended.then(async (change) => {
      try {
        const now = await store.run(id);
        if (now && Object.keys(change).length > 0)
          await store.putRun({ ...now, stored: { ...now.stored, ...change } });
      } finally {
        live.delete(id);
        watchedElsewhere.delete(id);
        await release();
        changed(id, null);
      }
    });
    settled.catch(() => {}); // the store is gone: the run is found interrupted
    live.set(id, { activity: "running", search: null, lastStep: null, seen: {}, own: { ...line, settled } });
    line.send({ isWatched: isWatched(id) });
    line.send({ run: { id, request, tableName, isBegun, version } satisfies RunOrder });
    changed(id, "running");
    return bodyOf(await state(id));
  };

  const pauseOwn = (id: string, own: Own): void => {
    live.get(id)!.activity = "pausing";
    own.stop(answerMs);
    const timer = setTimeout(own.end, pausingMs);
    void own.settled.then(() => clearTimeout(timer));
    changed(id, "pausing");
  };

  /** Ends a run wherever it goes on, and waits for that. */
  const ended = async (id: string): Promise<void> => {
    const own = live.get(id)?.own;
    own?.end();
    await own?.settled;
    if (own || !(await tabs.going()).has(id)) return;
    tabs.tell({ run: id, please: "stop" });
    for (let k = 0; k < 100 && (await tabs.going()).has(id); k++)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };

  /** A tab that is closed says nothing more: when nothing comes of its run, its lock tells. */
  const expect = (id: string): void => {
    clearTimeout(expected.get(id));
    const look = async (): Promise<void> => {
      const known = live.get(id);
      if (known === undefined || known.own) return;
      if ((await tabs.going()).has(id)) expect(id);
      else {
        live.delete(id);
        told(id, null);
      }
    };
    expected.set(id, setTimeout(look, silenceMs));
  };

  tabs.onMessage((message) => {
    const { run: id } = message;
    const own = live.get(id)?.own;
    if ("please" in message) {
      if (own === undefined) return;
      if (message.please === "pause") pauseOwn(id, own);
      else if (message.please === "stop") own.end();
      else {
        watchedElsewhere.add(id);
        own.send({ isWatched: true });
        for (const news of Object.values(live.get(id)!.seen)) tabs.tell({ run: id, news });
      }
    } else if ("news" in message) {
      if (!live.has(id)) live.set(id, { activity: "running", search: null, lastStep: null, seen: {} });
      hear(id, message.news);
      expect(id);
    } else {
      const known = live.get(id);
      if (message.activity === null) live.delete(id);
      else if (known) known.activity = message.activity;
      else live.set(id, { activity: message.activity, search: null, lastStep: null, seen: {} });
      told(id, null);
    }
  });

  return {
    list: async () => {
      const [runs, going] = await Promise.all([store.runs(), tabs.going()]);
      return runs
        .map((run) => stateOf(run, going))
        .toSorted((a, b) => (a.stored.created < b.stored.created ? 1 : -1));
    },
    state,
    start: (stored) => launch(stored, false, () => store.putRun({ stored, outcome: null, search: null })),
    pause: async (id) => {
      const now = await state(id);
      if (now.activity === null) throw new InputError(notNow("paused", now));
      const own = live.get(id)?.own;
      if (own) pauseOwn(id, own);
      else tabs.tell({ run: id, please: "pause" });
      return bodyOf({ ...now, activity: "pausing" });
    },
    resume: async (id) => {
      const now = await state(id);
      if (!isResumable(now)) throw new InputError(notNow("resumed", now));
      const { error: _, ...stored } = now.stored;
      if ((await store.bytes(stored.request.table)) === undefined)
        throw new InputError(`tables: no table is called ${stored.request.table}`);
      return launch(stored, true, async () => {
        await store.putRun({ ...(await found(id)), stored });
        // Before anybody can watch it again: what it tells anew must not be there already.
        await store.cutLines(id);
      });
    },
    cancel: async (id) => {
      const now = await state(id);
      if (now.activity === null && !isResumable(now)) throw new InputError(notNow("cancelled", now));
      const run = await found(id);
      await store.putRun({ ...run, stored: { ...run.stored, isCancelled: true } });
      await ended(id);
      told(id, null);
      return bodyOf(await state(id));
    },
    remove: async (id) => {
      await found(id);
      await ended(id);
      await store.removeRun(id);
    },
    subscribe: (id, listener) => {
      const all = listeners.get(id) ?? new Set();
      listeners.set(id, all.add(listener));
      const own = live.get(id)?.own;
      if (own) own.send({ isWatched: true });
      else tabs.tell({ run: id, please: "watch" });
      return () => {
        all.delete(listener);
        live.get(id)?.own?.send({ isWatched: isWatched(id) });
      };
    },
    seen: (id) => Object.values(live.get(id)?.seen ?? {}),
  };
}
