// The worker of one run: what it is told, what it tells, and what is to be remembered of its end.

import type { StoredRequest } from "../../core/index.ts";
import type { RunCommand, RunNews } from "./engine-work.ts";

export interface RunLine {
  readonly send: (command: RunCommand) => void;
  /** Wishes that it stop with the best so far. One that cannot hear it, in the middle of a long step, is ended after so long. */
  readonly stop: (answerMs: number) => void;
  /** Ends it where it is. */
  readonly end: () => void;
  /** What its end adds to the request; nothing where it ended as it should, or was ended. */
  readonly ended: Promise<Partial<StoredRequest>>;
}

export function startRunLine(worker: Worker, onNews: (news: RunNews) => void): RunLine {
  const wish = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
  let isOver = false;
  let hasHeard = false;
  let settle = (_change: Partial<StoredRequest>): void => {};
  const ended = new Promise<Partial<StoredRequest>>((resolve) => {
    settle = (change) => {
      isOver = true;
      worker.terminate();
      resolve(change);
    };
  });
  worker.onmessage = ({ data }: MessageEvent<RunNews>) => {
    if (isOver) return;
    if ("isDone" in data) settle({});
    else if ("isStopping" in data) hasHeard = true;
    else if ("refused" in data) settle({ error: data.refused, isRefused: true });
    else if ("broken" in data) settle({ error: brokenSentence(data.broken) });
    else if ("ended" in data) settle({ error: data.ended });
    else onNews(data);
  };
  worker.onerror = ({ message }) => settle({ error: brokenSentence(message) });
  const end = (): void => settle({});
  return {
    send: (command) => worker.postMessage("run" in command ? { run: { ...command.run, wish } } : command),
    stop: (answerMs) => {
      if (wish) Atomics.store(wish, 0, 1);
      worker.postMessage({ stop: true } satisfies RunCommand);
      // With shared memory it hears of it in the middle of its work.
      if (wish === undefined) setTimeout(() => !hasHeard && !isOver && end(), answerMs);
    },
    end,
    ended,
  };
}

function brokenSentence(reason: string): string {
  return `runs: the worker of the run ended before the run did, which is a bug of ours or a lack of memory (${reason || "it said nothing"})`;
}
