// A thread that executes tasks, one after another. It receives a table once, and keeps the last one.

import { parentPort } from "node:worker_threads";
import {
  type Checkpoint,
  checkpointKeeper,
  type LoadedTable,
  networkBuild,
  pdagOf,
  type RunEvent,
  replicateResult,
  replicatesOf,
  restartResult,
  restartsOf,
  runSpec,
  runTaskResult,
  type Task,
  type TaskResult,
  taskName,
  taskOptions,
} from "../../core/index.ts";
import { discovered } from "../runs/discover.ts";
import { allowRelaxedSimd, sha256, versions } from "../runs/machine.ts";
import { createSearchClock } from "../runs/search-clock.ts";
import { loadedScore } from "./score-files.ts";

export interface ThreadOrder {
  readonly task: Task;
  /** Undefined if the thread already has it. */
  readonly table?: LoadedTable | undefined;
  readonly memoryBytes: number;
  /** The file of a user-defined score. */
  readonly scoreFile?: string | undefined;
  /** The checkpoint to resume a run from. */
  readonly from?: Checkpoint | undefined;
  readonly checkpointMs: number;
}

/** The outcome of a task, after any number of checkpoints. */
export type ThreadAnswer =
  | { readonly result: TaskResult }
  | { readonly failure: string }
  | { readonly checkpoint: string };

allowRelaxedSimd();
let table: LoadedTable | undefined;
let replicates: { readonly key: string; readonly run: ReturnType<typeof replicatesOf> } | undefined;

parentPort!.on("message", async ({ table: newTable, ...order }: ThreadOrder) => {
  let answer: ThreadAnswer;
  try {
    table = newTable ?? table;
    answer = { result: await done(order, table!) };
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : String(error) };
  }
  post(answer);
});

function post(answer: ThreadAnswer): void {
  parentPort!.postMessage(answer);
}

async function done(
  { task, memoryBytes, scoreFile, from, checkpointMs }: Omit<ThreadOrder, "table">,
  of: LoadedTable,
): Promise<TaskResult> {
  const started = performance.now();
  const options = taskOptions(task);
  const name = taskName(task);
  if (task.restart !== undefined) {
    const machine = { build: networkBuild({ strict: options.options?.strict === true }), memoryBytes };
    const state = restartsOf({ table: of, options, memoryBytes, machine })(task.restart);
    return restartResult(name, state, (performance.now() - started) / 1000);
  }
  if (task.replicate === null) {
    const { name: called, truth } = task;
    const clock = createSearchClock();
    const before = from?.seconds ?? 0;
    const checkpoint = checkpointKeeper({
      ...{ from, sha256, everyMs: checkpointMs, firstMs: checkpointMs, now: () => performance.now() },
      write: (text) => post({ checkpoint: text }),
      belongsTo: () => ({
        ...{ lines: 0, version: versions().wherefore, hash: task.table, spec: runSpec(options) },
        seconds: before + (performance.now() - started) / 1000,
      }),
    });
    const onEvent = (event: RunEvent): void => {
      clock.hear(event);
      checkpoint.add(event);
    };
    const around = { hash: task.table, threads: 1, memoryBytes, name: called, from, onEvent };
    const graph = truth && {
      d: of.names.length,
      edges: pdagOf(of.names, { edges: truth, undirected: [] }).directed,
    };
    const outcome = await discovered(of, { ...options, ...around, truth: graph });
    const seconds = clock.seconds();
    return runTaskResult(name, outcome, seconds === null ? null : before + seconds);
  }
  const key = JSON.stringify([task.table, options]);
  if (replicates?.key !== key) {
    const userScore = scoreFile === undefined ? undefined : await loadedScore(options.score ?? "", scoreFile);
    replicates = { key, run: replicatesOf({ table: of, options, userScore, memoryBytes }) };
  }
  const { directed, undirected } = replicates.run(task.replicate);
  return replicateResult(name, { directed, undirected }, (performance.now() - started) / 1000);
}
