// Wraps the worker of one run as the run's process.

import { isLast, type ProcessNews, type RunProcess } from "../../core/index.ts";
import type { RunOrder, WorkerNews } from "./engine-work.ts";

/** A worker that has not acknowledged a stop after this time is in the middle of a long step. */
const answerMs = 1000;

export function startRunWorker(
  worker: Worker,
  order: RunOrder,
  onNews: (news: ProcessNews) => void,
): RunProcess {
  /** Shared between page and worker where allowed: 1 requests a stop, which the worker can read in the middle of a step. */
  const wish = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
  let isOver = false;
  let hasHeard = false;
  let end = (_complaint: string | null): void => {};
  const ended = new Promise<string | null>((resolve) => {
    end = (complaint) => {
      isOver = true;
      worker.terminate();
      resolve(complaint);
    };
  });
  const kill = (): void => end(null);
  worker.onmessage = ({ data }: MessageEvent<WorkerNews>) => {
    if (isOver) return;
    if ("isStopping" in data) hasHeard = true;
    else if ("broken" in data) end(data.broken);
    else {
      onNews(data);
      if (isLast(data)) end(null);
    }
  };
  worker.onerror = ({ message }) => end(message);
  worker.postMessage({ run: { ...order, wish } satisfies RunOrder });
  return {
    kill,
    ended,
    send: (command) => {
      worker.postMessage(command);
      if (!("stop" in command)) return;
      // With shared memory the worker sees the request even in mid-step; without it, a worker that does not answer is killed.
      if (wish) Atomics.store(wish, 0, 1);
      else setTimeout(() => !hasHeard && !isOver && kill(), answerMs);
    },
  };
}
