// A task from the store to its result there. One that is a run leaves checkpoints on the way, so that whoever does it after a worker was
// lost resumes it from the last of them, to the same result.

import { type LoadedTable, type Task, taskName } from "../../core/index.ts";
import { putCheckpoint, putResult, storedCheckpoint } from "./batch-files.ts";
import type { Store } from "./store-names.ts";
import type { TaskThreads } from "./task-threads.ts";

export async function doTask(
  task: Task,
  table: LoadedTable,
  {
    store,
    pool,
    signal,
  }: { readonly store: Store; readonly pool: TaskThreads; readonly signal?: AbortSignal },
): Promise<void> {
  const name = taskName(task);
  const isRun = task.replicate === null && task.restart === undefined;
  const from = isRun ? await storedCheckpoint(store, name) : undefined;
  let storing: Promise<void> | undefined;
  const onCheckpoint = (text: string): void => {
    // One at a time: while the store takes one, those that come are left out. What it does not take costs a worker that is lost its time.
    storing ??= putCheckpoint(store, name, text)
      .catch(() => {})
      .finally(() => {
        storing = undefined;
      });
  };
  const result = await pool.run(task, table, { signal, from, onCheckpoint });
  await putResult(store, result);
  await storing;
  if (isRun) await store.removeCheckpoint(name);
}
