// Sends questions to a worker of the engine, which answers them in turn; a worker that crashes is replaced at the next question.

import { InputError, refusedError } from "../../core/index.ts";
import type { JobName, JobNews, JobOrder, Jobs } from "./engine-work.ts";

type Ask = <J extends JobName>(
  name: J,
  question: Jobs[J]["question"],
  onProgress?: (share: number) => void,
) => Promise<Jobs[J]["answer"]>;

/** Starts a worker of the engine; the first one fetches the script. */
export function engineWorker(name: string): Worker {
  return new Worker(new URL("../worker/engine-worker.ts", import.meta.url), { type: "module", name });
}

interface Waiting {
  readonly onProgress: ((share: number) => void) | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function createJobs(start: () => Worker) {
  let worker: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, Waiting>();
  /** Cancels all pending questions with this message; the next question goes to a new worker. */
  const stop = (sentence: string): void => {
    if (waiting.size === 0) return;
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new InputError(sentence));
    waiting.clear();
  };
  const broken = (reason: string): void => {
    stop(brokenSentence(reason));
    worker = undefined;
  };
  const started = (): Worker => {
    const instance = start();
    instance.onmessage = ({ data }: MessageEvent<JobNews>) => {
      const question = waiting.get(data.job);
      if (question === undefined) return;
      if ("progress" in data) {
        question.onProgress?.(data.progress);
        return;
      }
      waiting.delete(data.job);
      if ("answer" in data) question.resolve(data.answer);
      else if ("refused" in data) question.reject(refusedError(data.refused));
      else question.reject(new Error(data.broken));
    };
    instance.onerror = ({ message }) => broken(message);
    instance.onmessageerror = () => broken("a message could not be read");
    return instance;
  };
  const ask: Ask = (name, question, onProgress) =>
    new Promise((resolve, reject) => {
      const job = ++last;
      waiting.set(job, { onProgress, resolve: resolve as (answer: unknown) => void, reject });
      worker ??= started();
      worker.postMessage({ job, name, question } satisfies JobOrder);
    });
  return { ask, stop };
}

function brokenSentence(reason: string): string {
  return `engine: its worker ended (${reason || "no message, perhaps for lack of memory"}); try a smaller table, or use wherefore serve`;
}
