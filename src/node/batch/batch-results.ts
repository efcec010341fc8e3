// The results of a batch's tasks as they become available: those in the store at once, the others when they are computed.

import { setTimeout } from "node:timers/promises";
import { type Batch, type TaskResult, taskAt, taskName } from "../../core/index.ts";
import { storedResult } from "./batch-files.ts";
import type { Runner } from "./runner.ts";
import type { Store } from "./store-names.ts";

/** A task's result, or why there is none. */
export type TaskOutcome =
  | { readonly index: number; readonly result: TaskResult }
  | { readonly index: number; readonly failure: string };

/** The stored result of a task, or the result of running it now. */
export async function taskOutcome(
  index: number,
  { store, batch, runner }: { readonly store: Store; readonly batch: Batch; readonly runner: Runner },
): Promise<TaskOutcome> {
  const name = taskName(taskAt(batch, index));
  try {
    const earlier = await storedResult(store, name);
    if (earlier) return { index, result: earlier };
    await runner.run(index);
    const result = await storedResult(store, name);
    if (result) return { index, result };
    return {
      index,
      failure: `batch: task ${index + 1} is marked as done, but its result is not in ${store.address}`,
    };
  } catch (error) {
    return { index, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** The outcomes of these tasks, at most `runner.size` at a time; yields null now and then, so that the caller can stop. */
export async function* taskOutcomes(
  indices: readonly number[],
  context: Parameters<typeof taskOutcome>[1],
): AsyncGenerator<TaskOutcome | null, void, void> {
  const underWay = new Map<number, Promise<TaskOutcome>>();
  const over = new AbortController();
  let pause: Promise<null> | undefined;
  let next = 0;
  try {
    for (;;) {
      for (; next < indices.length && underWay.size < context.runner.size; next++)
        underWay.set(indices[next], taskOutcome(indices[next], context));
      if (underWay.size === 0) return;
      pause ??= setTimeout(turnMs, null, { signal: over.signal }).catch(() => null);
      const outcome = await Promise.race([...underWay.values(), pause]);
      if (outcome === null) pause = undefined;
      else underWay.delete(outcome.index);
      yield outcome;
    }
  } finally {
    over.abort();
  }
}

const turnMs = 200;
