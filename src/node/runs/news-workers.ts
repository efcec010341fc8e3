// Worker threads that tell news to a generator which waits for them without letting go of its own thread: news come
// through ports that are read at once, and a shared counter wakes the reader.

import { setTimeout } from "node:timers/promises";
import {
  MessageChannel,
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import { check } from "../../core/index.ts";

/** What every such worker is given at its start, beside its own data. */
export interface NewsLine {
  readonly news: MessagePort;
  /** Rises by one with every message. */
  readonly counter: Int32Array;
}

/** Longest wait for news, in milliseconds: between two waits the process hears signals. */
const patience = 50;

/** Workers are files of the built package; from source there are none. */
export const hasWorkers: boolean = import.meta.url.endsWith(".js");

/** Workers that run the script (a file beside this one) with these data. */
export function newsWorkers<News>(script: string, data: object) {
  const counter = new Int32Array(new SharedArrayBuffer(4));
  let lost: string | undefined;
  let isStopped = false;
  const workers: { readonly worker: Worker; readonly port: MessagePort }[] = [];
  const ready = new Set<Worker>();
  const received = (): { worker: number; news: News }[] =>
    workers.flatMap(({ port }, worker) => {
      const all: { worker: number; news: News }[] = [];
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
        all.push({ worker, news: next.message as News });
      return all;
    });
  return {
    /** One worker more; its number, from 0 on. */
    open: (): number => {
      const { port1, port2 } = new MessageChannel();
      const line: NewsLine = { news: port2, counter };
      // Not the process's own arguments: some (--input-type) would make the script something else.
      const worker = new Worker(new URL(script, import.meta.url), {
        workerData: { ...data, ...line },
        transferList: [port2],
        execArgv: [],
      });
      worker.on("error", (error) => {
        lost ??= error.message;
      });
      worker.on("exit", (code) => {
        if (!isStopped) lost ??= `it ended with code ${code}`;
      });
      worker.once("message", () => {
        ready.add(worker);
        if (isStopped) void worker.terminate();
      });
      worker.unref();
      port1.unref();
      return workers.push({ worker, port: port1 }) - 1;
    },
    post: (k: number, message: unknown): void => workers[k].worker.postMessage(message),
    /** What has come; after a short wait where that is nothing, unless the caller has work of its own. */
    news: (hasWork = false) => {
      const seen = Atomics.load(counter, 0);
      const all = received();
      check(lost === undefined, `discover: a worker was lost (${lost}); resume the run`);
      if (all.length === 0 && !hasWork) Atomics.wait(counter, 0, seen, patience);
      return all;
    },
    /** Waits until all have ended by themselves, or for so many milliseconds. */
    ended: async (ms: number): Promise<void> => {
      isStopped = true;
      const gone = workers.map(({ worker }) => new Promise((resolve) => worker.once("exit", resolve)));
      const over = new AbortController();
      await Promise.race([
        Promise.all(gone),
        setTimeout(ms, undefined, { signal: over.signal }).catch(() => {}),
      ]);
      over.abort();
    },
    /** One that is still loading its modules ends when it has: ended before, it would leave their files open for good. */
    stop: async (): Promise<void> => {
      isStopped = true;
      for (const { port } of workers) port.close();
      await Promise.all(
        workers.map(({ worker }) => {
          if (ready.has(worker) || worker.threadId < 0) return worker.terminate();
          worker.ref();
          return new Promise((resolve) => worker.once("exit", resolve));
        }),
      );
    },
  };
}

/** Of a worker: hears what is to be done, and says that it is there. */
export function hear<Message>(heard: (message: Message) => unknown): void {
  parentPort!.on("message", heard);
  parentPort!.postMessage("ready");
}

/** Of a worker: says something to the thread that waits. */
export function tell({ news, counter }: NewsLine, message: unknown): void {
  news.postMessage(message);
  Atomics.add(counter, 0, 1);
  Atomics.notify(counter, 0);
}
