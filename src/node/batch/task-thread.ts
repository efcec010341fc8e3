// A thread that does tasks, one after the other. It is told the table once, and keeps the last one.

import { parentPort } from "node:worker_threads";
import {
  type LoadedTable,
  pdagOf,
  replicateResult,
  replicatesOf,
  runTaskResult,
  type Task,
  type TaskResult,
  taskName,
  taskOptions,
} from "../../core/index.ts";
import { discovered } from "../runs/discover.ts";
import { allowRelaxedSimd } from "../runs/machine.ts";

export interface ThreadOrder {
  readonly task: Task;
  /** Where the thread has another than the last, or none. */
  readonly table?: LoadedTable | undefined;
  readonly memoryBytes: number;
}

export type ThreadAnswer = { readonly result: TaskResult } | { readonly failure: string };

allowRelaxedSimd();
let table: LoadedTable | undefined;
let replicates: { readonly key: string; readonly made: ReturnType<typeof replicatesOf> } | undefined;

parentPort!.on("message", async ({ task, table: given, memoryBytes }: ThreadOrder) => {
  let answer: ThreadAnswer;
  try {
    table = given ?? table;
    answer = { result: await done(task, table!, memoryBytes) };
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : String(error) };
  }
  parentPort!.postMessage(answer);
});

async function done(task: Task, of: LoadedTable, memoryBytes: number): Promise<TaskResult> {
  const started = performance.now();
  const options = taskOptions(task);
  const name = taskName(task);
  if (task.replicate === null) {
    const { name: called, truth } = task;
    const around = { hash: task.table, threads: 1, memoryBytes, name: called };
    const graph = truth && {
      d: of.names.length,
      edges: pdagOf(of.names, { edges: truth, undirected: [] }).directed,
    };
    return runTaskResult(name, await discovered(of, { ...options, ...around, truth: graph }));
  }
  const key = JSON.stringify([task.table, options]);
  if (replicates?.key !== key) replicates = { key, made: replicatesOf({ table: of, options, memoryBytes }) };
  const { directed, undirected } = replicates.made(task.replicate);
  return replicateResult(name, { directed, undirected }, (performance.now() - started) / 1000);
}
