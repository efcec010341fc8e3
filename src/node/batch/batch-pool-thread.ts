// The thread between a run and its batch: receives the tasks to start, and reports their results or why they failed.

import { workerData } from "node:worker_threads";
import type { TaskResult } from "../../core/index.ts";
import { hear, tell } from "../runs/news-workers.ts";
import { storeBatch } from "./batch-files.ts";
import type { BatchPoolData } from "./batch-pool.ts";
import { taskOutcome } from "./batch-results.ts";
import { queueRunner } from "./queue-runner.ts";
import { type Runner, storeRunner, workersText } from "./runner.ts";
import { openStore } from "./store.ts";

const { store: address, queue, batch, table, ...line } = workerData as BatchPoolData;

const began = performance.now();

type Order = { readonly start: number } | { readonly stop: true };

const ready = (async () => {
  const store = await openStore(address);
  const name = await storeBatch(store, batch, new Map([[batch.table, table]]));
  const runner: Runner =
    queue === undefined ? storeRunner(store, batch) : await queueRunner(queue, store, batch, name);
  return { store, runner };
})();

hear(async (order: Order) => {
  const { store, runner } = await ready;
  if ("stop" in order) {
    await runner.stop();
    process.exit();
  }
  const outcome = await taskOutcome(order.start, { store, batch, runner });
  const news = "failure" in outcome ? { replicate: order.start, failure: outcome.failure } : newsOf(outcome);
  const by = workersText(runner.byWorker(), (performance.now() - began) / 1000);
  tell(line, by === "" ? news : { ...news, by });
});

/** The message that the waiting run expects: a replicate's marks, or the final state of a restart. */
function newsOf({
  index,
  result: { marks, restart },
}: {
  readonly index: number;
  readonly result: TaskResult;
}) {
  if (batch.kind === "restarts") return { k: index, state: restart?.state, isDone: true };
  return marks ? { replicate: index, ...marks } : { replicate: index, failure: "no marks" };
}
