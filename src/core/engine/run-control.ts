// A run under the control of an engine: commands are executed one at a time, as the table of transitions allows; the state follows
// the news from the run's process and, when the process has ended, what is stored. Server and browser each supply their storage
// and their processes; a run never has more than one process.

import type { Glimpse } from "./glimpses.ts";
import {
  isLast,
  type LastNews,
  type ProcessCommand,
  type ProcessNews,
  type WatchNews,
} from "./process-news.ts";
import { queue } from "./queue.ts";
import { afterEvent, bodyOf, notNow, type RunState, type StoredRun } from "./run-state.ts";
import { canBe, type RunCommandName } from "./run-transitions.ts";
import type { StoredRequest } from "./stored-request.ts";
import type { RunBody } from "./wire/wire.ts";

export interface RunProcess {
  readonly send: (command: ProcessCommand) => void;
  /** Ends it immediately; its checkpoint stays. */
  readonly kill: () => void;
  /** Resolves when it has ended, with its error message if it had one. */
  readonly ended: Promise<string | null>;
}

/** A run whose process is ready to start. */
export interface ReadyRun {
  readonly start: (onNews: (news: ProcessNews) => void) => RunProcess;
  /** Releases what was reserved for the process, once it has ended or will not start; must not fail. */
  readonly release: () => Promise<void>;
}

/** What is stored of a run, and its activity if another engine has its process. */
export type ReadRun = StoredRun & Partial<Pick<RunState, "activity">>;

export interface RunHost {
  /** What executes runs, in words. */
  readonly workerName: "process" | "worker";
  /** What is stored; refuses if the run was deleted. */
  readonly read: () => Promise<ReadRun>;
  /** Changes what is stored, atomically; returns what is then stored. */
  readonly update: (change: (stored: StoredRequest) => StoredRequest) => Promise<StoredRun>;
  /** Reserves what a process needs, and stores the request of a new run; refuses if that is impossible. */
  readonly prepare: (stored: StoredRequest, isNew: boolean) => Promise<ReadyRun>;
  /** The process in another engine, if there is one: `end` kills it and waits until it has ended. */
  readonly elsewhere?: { readonly send: RunProcess["send"]; readonly end: () => Promise<void> };
  /** Receives the activity of this engine's process. */
  readonly onActivity?: (activity: RunState["activity"]) => void;
  /** An error that refuses a command with this sentence. */
  readonly refusal: (sentence: string) => Error;
  /** The sentence about a storage failure. */
  readonly faultSentence: (error: unknown) => string;
  /** Calls back after this many milliseconds; returns a function that cancels the call. */
  readonly later: (call: () => void, ms: number) => () => void;
}

export type RunControl = ReturnType<typeof controlRun>;

/** A process that takes longer to save its state is killed. */
const pausingMs = 20_000;

export function controlRun(first: RunState, host: RunHost) {
  let state = first;
  let worker: RunProcess | null = null;
  /** From before its process is started until its end is stored. */
  let isOurs = false;
  let settled = Promise.resolve();
  let isKilled = false;
  let last: LastNews | null = null;
  let glimpses: { readonly best?: Glimpse; readonly probabilities?: Glimpse } = {};
  const listeners = new Set<(news: WatchNews) => void>();
  const inTurn = queue(1);

  const tell = (news: WatchNews): void => {
    for (const listener of listeners) listener(news);
  };
  /** Handles news, also from a process in another engine; null: its state has changed. */
  const hear = (news: ProcessNews | null): void => {
    if (news !== null && isLast(news)) {
      last = news;
      return;
    }
    if (news !== null && "event" in news) state = afterEvent(state, news.event);
    else if (news !== null) glimpses = { ...glimpses, ["best" in news ? "best" : "probabilities"]: news };
    tell(news);
  };
  const changed = (): void => {
    if (worker !== null || state.activity === null) host.onActivity?.(state.activity);
    tell(null);
  };
  const send = (command: ProcessCommand): void => (worker ?? host.elsewhere)?.send(command);
  const kill = (): void => {
    isKilled = true;
    worker?.kill();
  };
  const end = async (): Promise<void> => {
    if (worker === null) await host.elsewhere?.end();
    kill();
    await settled;
  };
  const atRest = (stored: StoredRun, activity: RunState["activity"] = null): RunState => ({
    stored: stored.stored,
    outcome: stored.outcome,
    search: activity === null ? stored.search : (state.search ?? stored.search),
    score: activity === null ? stored.score : (state.score ?? stored.score),
    activity,
    lastStep: activity === null ? null : state.lastStep,
  });
  /** Updates the state from what is stored now; no effect while the run has a process here. */
  const refresh = ({ activity, ...stored }: ReadRun): RunState => {
    if (!isOurs) state = atRest(stored, activity);
    return state;
  };

  const launch = async (isNew: boolean): Promise<void> => {
    const before = state;
    state = { ...state, activity: "running", lastStep: null };
    isOurs = true;
    let ready: ReadyRun | undefined;
    try {
      ready = await host.prepare(before.stored, isNew);
      if (!isNew) state = { ...state, stored: (await host.update(begun)).stored };
    } catch (error) {
      [state, isOurs] = [before, false];
      await ready?.release();
      throw error;
    }
    [last, isKilled] = [null, false];
    worker = ready.start(hear);
    settled = worker.ended.then((complaint) => settle(complaint, ready.release));
    send({ isWatched: listeners.size > 0 });
    changed();
  };
  const settle = async (complaint: string | null, release: () => Promise<void>): Promise<void> => {
    const isExpected = isKilled || state.activity === "pausing";
    const broken = isExpected ? undefined : brokenSentence(host.workerName, complaint);
    try {
      const stored = await host.update((now) => ended(now, last, broken));
      state = {
        ...atRest(stored),
        search: stored.search ?? state.search,
        score: stored.score ?? state.score,
      };
    } catch (error) {
      // A storage failure must not end the engine too; there may be a result all the same.
      const now = await host.read().catch(() => state);
      state = atRest({ ...now, stored: { ...now.stored, error: host.faultSentence(error) } });
    }
    worker = null;
    await release();
    isOurs = false;
    changed();
  };

  /** Executes a command in its turn, if the table of transitions allows it. */
  const command = (name: RunCommandName, act: () => Promise<void>) => (): Promise<RunBody> =>
    inTurn(async () => {
      if (!isOurs) refresh(await host.read());
      if (!canBe(bodyOf(state), name)) throw host.refusal(notNow(name, state));
      await act();
      return bodyOf(state);
    });
  const stop = (): void => {
    if (state.activity !== "running") return;
    state = { ...state, activity: "pausing" };
    send({ stop: true });
    if (worker !== null) void settled.then(host.later(kill, pausingMs));
    changed();
  };

  return {
    state: (): RunState => state,
    refresh,
    /** Does it have a process here? */
    isWorking: (): boolean => worker !== null,
    start: (): Promise<RunBody> =>
      inTurn(async () => {
        await launch(true);
        return bodyOf(state);
      }),
    pause: command("pause", async () => stop()),
    resume: command("resume", () => launch(false)),
    cancel: command("cancel", async () => {
      const { stored } = await host.update((now) => ({ ...now, isCancelled: true }));
      state = { ...state, stored };
      await end();
      refresh(await host.read());
      tell(null);
    }),
    /** Ends its process, then calls `erase`. */
    remove: (erase: () => Promise<void>): Promise<void> =>
      inTurn(async () => {
        await end();
        await erase();
      }),
    /** Pauses it if it is running, and waits until its process has ended. */
    rest: async (): Promise<void> => {
      await inTurn(async () => stop());
      await settled;
    },
    kill,
    hear,
    /** Subscribes to the news of its process; returns a function that unsubscribes. */
    subscribe: (listener: (news: WatchNews) => void): (() => void) => {
      listeners.add(listener);
      send({ isWatched: true });
      return () => {
        listeners.delete(listener);
        send({ isWatched: listeners.size > 0 });
      };
    },
    /** The latest news that is not in the record. */
    glimpses: (): readonly Glimpse[] => Object.values(glimpses),
  };
}

/** The stored request of a resumed run. */
function begun({ error: _, ...stored }: StoredRequest): StoredRequest {
  return { ...stored, isUnderWay: true };
}

/** The stored request after its process has ended, given its last message; `broken`: the error if there was no message. */
function ended(
  { isUnderWay: _, ...stored }: StoredRequest,
  last: LastNews | null,
  broken: string | undefined,
): StoredRequest {
  if (last !== null && "refused" in last) return { ...stored, error: last.refused, isRefused: true };
  if (last !== null && "failed" in last) return { ...stored, error: last.failed };
  return last !== null || broken === undefined ? stored : { ...stored, error: broken };
}

function brokenSentence(worker: string, complaint: string | null): string {
  return `runs: the ${worker} of the run ended before the run did, because of a bug in wherefore or a lack of memory (${complaint || "no message"})`;
}
