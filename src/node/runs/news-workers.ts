// Worker threads that send messages to a generator which waits for them synchronously, blocking its own thread: messages
// arrive through ports that are read without the event loop, and a shared counter wakes the reader.

import { setTimeout } from "node:timers/promises";
import {
  MessageChannel,
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import { check } from "../../core/index.ts";

/** What every worker receives in addition to its own data. */
export interface NewsLine {
  readonly news: MessagePort;
  /** Incremented with every message. */
  readonly counter: Int32Array;
}

/** Longest wait for messages, in milliseconds: between two waits the process handles signals. */
const patience = 50;

/** Whether workers are available: they are files of the built package and do not run from source. */
export const hasWorkers: boolean = import.meta.url.endsWith(".js");

/** Workers that run the script (a file in this folder) with this data. */
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
    /** Starts another worker and returns its index. */
    open: (): number => {
      const { port1, port2 } = new MessageChannel();
      const line: NewsLine = { news: port2, counter };
      // Without the process's own execArgv: some (--input-type) would change how the script is parsed.
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
    /** The messages received so far; if there are none, it first waits briefly, unless the caller has work of its own. */
    news: (hasWork = false) => {
      const seen = Atomics.load(counter, 0);
      const all = received();
      check(lost === undefined, `discover: a worker was lost (${lost}); resume the run`);
      if (all.length === 0 && !hasWork) Atomics.wait(counter, 0, seen, patience);
      return all;
    },
    /** Waits until all workers have exited by themselves, for at most `ms` milliseconds. */
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
    /** Terminates all workers; one that is loading its modules only after that, because it would leave their files open. */
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

/** Listens for messages and reports that the worker is ready (called in a worker). */
export function hear<Message>(heard: (message: Message) => unknown): void {
  parentPort!.on("message", heard);
  parentPort!.postMessage("ready");
}

/** Sends a message to the waiting thread (called in a worker). */
export function tell({ news, counter }: NewsLine, message: unknown): void {
  news.postMessage(message);
  Atomics.add(counter, 0, 1);
  Atomics.notify(counter, 0);
}
