// A run whose worker is lost is resumed by the next from the checkpoint in the store, with the result of an uninterrupted run.

import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Batch, type Checkpoint, simulate, taskAt, taskName } from "../../dist/core/index.js";
import { storeBatch, storedCheckpoint, storedResult } from "../../dist/node/batch/batch-files.js";
import { buildName } from "../../dist/node/batch/build-name.js";
import { doTask } from "../../dist/node/batch/do-task.js";
import { openStore, type Store } from "../../dist/node/batch/store.js";
import { createTaskThreads, type TaskThreads } from "../../dist/node/batch/task-threads.js";
import { dataHash } from "../../dist/node/files/data-hash.js";
import { folderFor } from "./program.ts";

const { folder } = folderFor("checkpointed-task");
const { table } = simulate({ nodes: 4, samples: 50, seed: 1 });
const batch: Batch = {
  ...{ format: "wherefore-batch/1", kind: "runs", build: buildName() },
  runs: [
    {
      table: dataHash(table),
      options: {
        search: "rl",
        score: "bic",
        seed: 1,
        options: { iterations: 100, stop: "never" },
        optimum: "never",
      },
    },
  ],
};
const task = taskAt(batch, 0);
const name = taskName(task);
const pool = createTaskThreads(1, { checkpointMs: 1 });
afterAll(pool.stop);

async function placed(at: string) {
  const store = await openStore(join(folder, at));
  await storeBatch(store, batch, new Map([[dataHash(table), table]]));
  return store;
}

it("resumes from the last checkpoint to the same digest, and removes it", async () => {
  const whole = await placed("whole");
  await doTask(task, table, { store: whole, pool });

  const store = await placed("lost");
  // Lost as soon as its first checkpoint comes, of a hundred steps.
  const lost = new AbortController();
  let storing: Promise<void> | undefined;
  const put: Store["put"] = (...given) => {
    lost.abort();
    storing = store.put(...given);
    return storing;
  };
  await expect(
    doTask(task, table, { store: { ...store, put }, pool, signal: lost.signal }),
  ).rejects.toThrow();
  await storing;
  expect(await storedResult(store, name)).toBeUndefined();
  expect((await storedCheckpoint(store, name))?.state).toBeTruthy();

  const resumed: (Checkpoint | undefined)[] = [];
  const watched: TaskThreads = {
    ...pool,
    run: (each, of, how) => {
      resumed.push(how?.from);
      return pool.run(each, of, how);
    },
  };
  await doTask(task, table, { store, pool: watched });
  expect(resumed.map((from) => from?.search)).toEqual(["rl"]);
  const [a, b] = await Promise.all([whole, store].map((each) => storedResult(each, name)));
  expect(b?.run?.result.digest).toBe(a?.run?.result.digest);
  expect(await store.names("checkpoints")).toEqual([]);
});
