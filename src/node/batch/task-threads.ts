// Threads that execute tasks, one task per thread at a time. A task that crashes its thread fails, and the next gets a new
// thread.

import { Worker } from "node:worker_threads";
import {
  type Checkpoint,
  InputError,
  type LoadedTable,
  type Task,
  type TaskResult,
} from "../../core/index.ts";
import { memoryAtHand } from "../runs/machine.ts";
import { type ScoreFiles, scoreFileOf } from "./score-files.ts";
import type { ThreadAnswer, ThreadOrder } from "./task-thread.ts";

export interface TaskThreads {
  readonly size: number;
  /** Waits for a free thread. Rejects with the task's error, or when it is cancelled. */
  readonly run: (task: Task, table: LoadedTable, how?: TaskRunning) => Promise<TaskResult>;
  readonly stop: () => Promise<void>;
}

export interface TaskRunning {
  readonly signal?: AbortSignal | undefined;
  /** The checkpoint to resume a run from. */
  readonly from?: Checkpoint | undefined;
  /** Called with a run's checkpoints, as text. */
  readonly onCheckpoint?: (text: string) => void;
}

export interface TaskThreadsOptions {
  readonly scores?: ScoreFiles | undefined;
  /** Milliseconds between two checkpoints of a run. */
  readonly checkpointMs?: number | undefined;
}

/** Long enough that short runs write none: a store is slower than a disk, and a short run is soon repeated. */
const usualCheckpointMs = 20_000;

interface Thread {
  worker: Worker | undefined;
  /** The hash of the table that the thread holds. */
  table: string | undefined;
}

export function createTaskThreads(
  size: number,
  { scores = new Map(), checkpointMs = usualCheckpointMs }: TaskThreadsOptions = {},
): TaskThreads {
  const free: Thread[] = Array.from({ length: size }, () => ({ worker: undefined, table: undefined }));
  const waiting: ((thread: Thread) => void)[] = [];
  const all = [...free];
  const memoryBytes = memoryAtHand() / size;
  const freeThread = (): Promise<Thread> => {
    const thread = free.pop();
    return thread ? Promise.resolve(thread) : new Promise((resolve) => waiting.push(resolve));
  };
  const release = (thread: Thread): void => {
    const next = waiting.shift();
    if (next) next(thread);
    else free.push(thread);
  };
  return {
    size,
    run: async (task, table, how = {}) => {
      const scoreFile = scoreFileOf(task.spec, scores);
      const thread = await freeThread();
      try {
        how.signal?.throwIfAborted();
        const { from } = how;
        return await answered(thread, { task, table, memoryBytes, scoreFile, from, checkpointMs }, how);
      } finally {
        release(thread);
      }
    },
    stop: async () => {
      await Promise.all(all.map(({ worker }) => worker?.terminate()));
    },
  };
}

function answered(
  thread: Thread,
  order: ThreadOrder,
  { signal, onCheckpoint }: TaskRunning,
): Promise<TaskResult> {
  const { task, table } = order;
  thread.worker ??= new Worker(new URL("task-thread.js", import.meta.url), { execArgv: [] });
  const { worker } = thread;
  return new Promise((resolve, reject) => {
    const end = (isLost: boolean): void => {
      worker.off("message", hear);
      worker.off("error", fault);
      worker.off("exit", exit);
      signal?.removeEventListener("abort", cancel);
      if (!isLost) return;
      thread.worker = thread.table = undefined;
      void worker.terminate();
    };
    const fail = (reason: string): void => {
      end(true);
      reject(new InputError(`batch: ${reason}`));
    };
    const cancel = (): void => fail("cancelled");
    const hear = (answer: ThreadAnswer): void => {
      if ("checkpoint" in answer) {
        onCheckpoint?.(answer.checkpoint);
        return;
      }
      end(false);
      if ("result" in answer) resolve(answer.result);
      else reject(new InputError(answer.failure));
    };
    const fault = (error: Error): void => fail(error.message);
    const exit = (code: number): void => fail(`a thread ended with code ${code}`);
    worker.on("message", hear);
    worker.on("error", fault);
    worker.on("exit", exit);
    signal?.addEventListener("abort", cancel);
    worker.postMessage({ ...order, table: thread.table === task.table ? undefined : table });
    thread.table = task.table;
  });
}
