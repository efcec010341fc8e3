// Whole runs of an agent in worker threads, one to a worker (pool-worker.ts), for a search that waits for them without
// letting go of its own thread: news come through ports that are read at once, and a shared counter wakes the reader.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import {
  check,
  type LoadedTable,
  type NetworkBuild,
  type RunNews,
  type RunOptions,
  type RunPool,
} from "../../core/index.ts";

/** What a worker makes its runs of. */
export interface PoolWork {
  readonly table: LoadedTable;
  readonly options: RunOptions;
  readonly build: NetworkBuild;
  /** Compiled once, for all. */
  readonly wide: WebAssembly.Module | undefined;
}

/** What a worker is given at its start. */
export interface PoolWorkerData extends PoolWork {
  readonly news: MessagePort;
  /** Rises by one with every message. */
  readonly counter: Int32Array;
}

export interface PoolStart {
  readonly k: number;
  readonly from: unknown;
}

/** Longest wait for news, in milliseconds: between two waits the process hears signals. */
const patience = 50;

/** Workers are files of the built package; from source there are none. */
export const hasPool: boolean = import.meta.url.endsWith(".js");

/** The workers are started with the first run. */
export function createPool(size: number, work: PoolWork): RunPool & { readonly stop: () => Promise<void> } {
  const counter = new Int32Array(new SharedArrayBuffer(4));
  let lost: string | undefined;
  let isStopped = false;
  const workers: { readonly worker: Worker; readonly port: MessagePort; run: number }[] = [];
  const open = () => {
    const { port1, port2 } = new MessageChannel();
    const workerData: PoolWorkerData = { ...work, news: port2, counter };
    // Not the process's own arguments: some (--input-type) would make the script something else.
    const worker = new Worker(new URL("pool-worker.js", import.meta.url), {
      workerData,
      transferList: [port2],
      execArgv: [],
    });
    worker.on("error", (error) => {
      lost ??= error.message;
    });
    worker.on("exit", (code) => {
      if (!isStopped) lost ??= `it ended with code ${code}`;
    });
    worker.unref();
    port1.unref();
    const opened = { worker, port: port1, run: -1 };
    workers.push(opened);
    return opened;
  };
  const received = (): RunNews[] => {
    const all: RunNews[] = [];
    for (const each of workers) {
      for (let next = receiveMessageOnPort(each.port); next; next = receiveMessageOnPort(each.port)) {
        const news = next.message as RunNews;
        all.push(news);
        if (news.isDone) each.run = -1;
      }
    }
    return all;
  };
  return {
    size,
    start: (k, from) => {
      const free = workers.find(({ run }) => run < 0) ?? open();
      free.run = k;
      free.worker.postMessage({ k, from } satisfies PoolStart);
    },
    news: () => {
      const seen = Atomics.load(counter, 0);
      const all = received();
      check(lost === undefined, `discover: a worker was lost (${lost}); resume the run`);
      if (all.length === 0) Atomics.wait(counter, 0, seen, patience);
      return all;
    },
    stop: async () => {
      isStopped = true;
      for (const { port } of workers) port.close();
      await Promise.all(workers.map(({ worker }) => worker.terminate()));
    },
  };
}
