// Work in its own thread, supervised by the thread that started it, which still handles signals and messages during a long
// computation, asks the work to stop, and terminates it if it does not respond.
//
// Three numbers are shared: the stop request, which the work polls without blocking, a count of these polls, the heartbeat, and whether
// the work has declared itself stoppable (a message might be read only after the signal that asks).
// Silence counts only while the work has declared itself stoppable, and only after a stop request or its time limit: then it
// is terminated after some seconds, or after twice its longest silence so far, if a single piece of work takes that long.

import { parentPort, Worker, workerData } from "node:worker_threads";

export interface OverseeOptions<News> {
  /** The thread's data; `argv` are its arguments. */
  readonly data?: unknown;
  readonly argv?: readonly string[];
  readonly onNews: (news: News) => void;
}

/** How the work ended; silent: it was terminated, because it did not respond to the stop request or to its time limit. */
export type Ending =
  | { readonly kind: "done"; readonly code: number }
  | { readonly kind: "broken"; readonly error: unknown }
  | { readonly kind: "silent"; readonly reason: "interrupted" | "time limit"; readonly seconds: number };

export interface Overseen {
  readonly send: (message: unknown) => void;
  /** Requests that it stop with the best result so far. */
  readonly stop: () => void;
  /** Whether the work has ever declared itself stoppable. */
  readonly hasBegun: () => boolean;
  readonly ended: Promise<Ending>;
}

/** The thread's workerData. */
interface Shared {
  readonly signs: Int32Array;
  readonly data: unknown;
}

type Message<News> = { readonly news: News } | { readonly begin: number | null } | { readonly end: true };

const [wish, beats, begun] = [0, 1, 2];
/** Shortest and longest tolerated silence, and the interval between checks, in milliseconds. */
const [leastMs, mostMs, lookMs] = [2500, 30_000, 100];

export function oversee<News>(script: URL, { data, argv, onNews }: OverseeOptions<News>): Overseen {
  const signs = new Int32Array(new SharedArrayBuffer(12));
  // Without the process's own execArgv: some (--input-type) would change how the script is parsed.
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
    hasBegun: () => Atomics.load(signs, begun) === 1,
  };
}

/** Decides when the work has been silent for too long; times are passed in, so that any clock works. */
export function silenceWatch(count: () => number) {
  let isOn = false;
  let wishedAt = Number.POSITIVE_INFINITY;
  let deadline = Number.POSITIVE_INFINITY;
  let [seen, heardAt, longest] = [-1, 0, 0];
  return {
    begin: (now: number, timeLimitMs: number | null): void => {
      isOn = true;
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

/** The supervised thread's side. */
export interface Oversight<News> {
  readonly data: unknown;
  /** Whether the work must stop; every call is a heartbeat. */
  readonly isToStop: () => boolean;
  /** Sends a message, which is received at once, even in the middle of the work. */
  readonly tell: (news: News) => void;
  /** Declares the work stoppable: from now on silence counts, and the work should end by itself within this many seconds. */
  readonly begin: (timeLimit: number | undefined) => void;
  /** What follows ends by itself: silence no longer counts. */
  readonly end: () => void;
}

/** The link to the supervisor, called in the thread; null in the main thread. */
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
    begin: (timeLimit) => {
      Atomics.store(signs, begun, 1);
      post({ begin: timeLimit === undefined ? null : 1000 * timeLimit });
    },
    end: () => post({ end: true }),
  };
}
