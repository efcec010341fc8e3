// Executes a task and stores its result. A task that is a whole run stores checkpoints, so that after the loss of a worker
// another one resumes from the last of them and reaches the same result.

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
    // One at a time: checkpoints that arrive during a write are skipped. A failed write only costs time if the worker is lost.
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
