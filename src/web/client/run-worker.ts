// The worker of one run, as the engine's process of it.

import { isLast, type ProcessNews, type RunProcess } from "../../core/index.ts";
import type { RunOrder, WorkerNews } from "./engine-work.ts";

/** A worker that does not answer for so long is in the middle of a long step. */
const answerMs = 1000;

export function startRunWorker(
  worker: Worker,
  order: RunOrder,
  onNews: (news: ProcessNews) => void,
): RunProcess {
  /** Memory that page and worker share, where they may: 1 is the wish to stop, which is read in the middle of the work. */
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
      // With shared memory it hears of it in the middle of its work; without, it is killed where it cannot hear.
      if (wish) Atomics.store(wish, 0, 1);
      else setTimeout(() => !hasHeard && !isOver && kill(), answerMs);
    },
  };
}
