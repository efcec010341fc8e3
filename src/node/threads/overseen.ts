// Work in a thread of its own, overseen by the one that started it: that one hears signals and messages while the work is
// in the middle of a long sum, asks it to stop, and ends it where it gives no sign of life.
//
// Two numbers are shared: the wish to stop, which the work reads without waiting, and a count of how often it has done so.
// Silence counts only while the work says that it may be stopped, and only after somebody wished it or its time was up: then
// it is ended after some seconds, or after twice its longest silence so far, where a single piece of work takes that long.

import { parentPort, Worker, workerData } from "node:worker_threads";

export interface OverseeOptions<News> {
  /** What the thread finds as its data, and as its arguments. */
  readonly data?: unknown;
  readonly argv?: readonly string[];
  readonly onNews: (news: News) => void;
}

/** How it ended; silent: it was ended, because it did not hear the wish to stop, or that its time was up. */
export type Ending =
  | { readonly kind: "done"; readonly code: number }
  | { readonly kind: "broken"; readonly error: unknown }
  | { readonly kind: "silent"; readonly reason: "interrupted" | "time limit"; readonly seconds: number };

export interface Overseen {
  readonly send: (message: unknown) => void;
  /** Wishes that it stop with the best so far. */
  readonly stop: () => void;
  /** Has it said that it can be stopped? */
  readonly hasBegun: () => boolean;
  readonly ended: Promise<Ending>;
}

/** What a thread finds, beside its data. */
interface Shared {
  readonly signs: Int32Array;
  readonly data: unknown;
}

type Message<News> = { readonly news: News } | { readonly begin: number | null } | { readonly end: true };

const [wish, beats] = [0, 1];
/** Shortest and longest patience with silence, and between two looks; in milliseconds. */
const [leastMs, mostMs, lookMs] = [2500, 30_000, 100];

export function oversee<News>(script: URL, { data, argv, onNews }: OverseeOptions<News>): Overseen {
  const signs = new Int32Array(new SharedArrayBuffer(8));
  // Not the process's own arguments: some (--input-type) would make the script something else.
  const worker = new Worker(script, {
    workerData: { signs, data } satisfies Shared,
    argv: [...(argv ?? [])],
    execArgv: [],
  });
  const watch = silenceWatch(() => Atomics.load(signs, beats));
  let ending: Ending | undefined;
  const timer = setInterval(() => {
    const silent = watch.looked(performance.now());
    if (silent === null || ending !== undefined) return;
    ending = { kind: "silent", ...silent };
    void worker.terminate();
  }, lookMs);
  const ended = new Promise<Ending>((resolve) => {
    worker.on("error", (error) => {
      ending ??= { kind: "broken", error };
    });
    worker.on("exit", (code) => {
      clearInterval(timer);
      resolve(ending ?? { kind: "done", code });
    });
  });
  worker.on("message", (message: Message<News>) => {
    if ("news" in message) onNews(message.news);
    else if ("begin" in message) watch.begin(performance.now(), message.begin);
    else watch.end();
  });
  return {
    ended,
    send: (message) => worker.postMessage(message),
    stop: () => {
      Atomics.store(signs, wish, 1);
      watch.wish(performance.now());
    },
    hasBegun: watch.hasBegun,
  };
}

/** How long it has been silent when that is too long; on any clock. */
export function silenceWatch(count: () => number) {
  let [isOn, hasBegun] = [false, false];
  let wishedAt = Number.POSITIVE_INFINITY;
  let deadline = Number.POSITIVE_INFINITY;
  let [seen, heardAt, longest] = [-1, 0, 0];
  return {
    hasBegun: () => hasBegun,
    begin: (now: number, timeLimitMs: number | null): void => {
      [isOn, hasBegun] = [true, true];
      deadline = timeLimitMs === null ? Number.POSITIVE_INFINITY : now + timeLimitMs;
      [heardAt, longest] = [now, 0];
    },
    end: (): void => {
      isOn = false;
    },
    wish: (now: number): void => {
      wishedAt = Math.min(wishedAt, now);
    },
    looked: (now: number): { reason: "interrupted" | "time limit"; seconds: number } | null => {
      if (!isOn) return null;
      const next = count();
      if (next !== seen) {
        longest = Math.max(longest, now - heardAt);
        [seen, heardAt] = [next, now];
      }
      const since = Math.max(heardAt, Math.min(wishedAt, deadline));
      const patience = Math.min(mostMs, Math.max(leastMs, 2 * longest));
      if (now - since <= patience) return null;
      const reason = wishedAt <= deadline ? "interrupted" : "time limit";
      return { reason, seconds: (now - heardAt) / 1000 };
    },
  };
}

/** Of a thread that is overseen. */
export interface Oversight<News> {
  readonly data: unknown;
  /** Is the work to stop? Every question is a sign of life. */
  readonly isToStop: () => boolean;
  /** Heard at once, also from the middle of the work. */
  readonly tell: (news: News) => void;
  /** From now on it can be stopped, and silence counts; it is to end by itself within so many seconds. */
  readonly begin: (timeLimit: number | undefined) => void;
  /** What follows comes to its end by itself. */
  readonly end: () => void;
}

/** In a thread: by whom it is overseen; null where it is the main one. */
export function oversight<News>(): Oversight<News> | null {
  if (parentPort === null) return null;
  const { signs, data } = workerData as Shared;
  const post = (message: Message<News>): void => parentPort!.postMessage(message);
  return {
    data,
    isToStop: () => {
      Atomics.add(signs, beats, 1);
      return Atomics.load(signs, wish) === 1;
    },
    tell: (news) => post({ news }),
    begin: (timeLimit) => post({ begin: timeLimit === undefined ? null : 1000 * timeLimit }),
    end: () => post({ end: true }),
  };
}
