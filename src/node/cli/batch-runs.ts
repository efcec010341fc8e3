// Runs as tasks of a batch, for the commands with many runs: planned, executed by threads here or by workers on a queue.

import {
  type Batch,
  type BatchRun,
  check,
  edgeList,
  type Graph,
  isUserScore,
  type LoadedTable,
  type RunOptions,
  specFor,
  taskCount,
} from "../../core/index.ts";
import { storeBatch } from "../batch/batch-files.ts";
import { type TaskOutcome, taskOutcomes } from "../batch/batch-results.ts";
import { buildName } from "../batch/build-name.ts";
import { queueRunner } from "../batch/queue-runner.ts";
import { threadRunner, workersText } from "../batch/runner.ts";
import type { Store } from "../batch/store.ts";
import { withSearch } from "../batch/with-search.ts";
import { onInterrupt } from "./discover.ts";
import { createProgress } from "./progress.ts";
import type { OutputSettings } from "./settings.ts";
import { shellLine } from "./shell-line.ts";
import { say, sayJson } from "./terminal.ts";

export const planHelp =
  "store the list of runs, for wherefore batch work, and exit; the same command without --plan does the remaining runs";

/** The run for a table, with all automatic choices resolved in advance; the result is compared with the truth. */
export function taskRun(
  table: LoadedTable,
  request: RunOptions,
  { hash, truth }: { readonly hash: string; readonly truth?: Graph | undefined },
): BatchRun {
  check(
    !isUserScore(request.score ?? ""),
    `batch: the score ${request.score} is a file, which on other machines is supported for resamples only; leave out the store and the queue`,
    { field: "score" },
  );
  const { spec } = specFor(table, withSearch(table, request));
  const edges = truth && edgeList(truth).map(([i, j]): [string, string] => [table.names[i], table.names[j]]);
  const options = JSON.parse(JSON.stringify(spec)) as RunOptions;
  return { table: hash, options, ...(edges && { truth: edges }) };
}

export interface StoredRuns {
  readonly name: string;
  readonly batch: Batch;
}

export async function storedRuns(
  runs: readonly BatchRun[],
  { store, tables }: { readonly store: Store; readonly tables: ReadonlyMap<string, LoadedTable> },
): Promise<StoredRuns> {
  const batch: Batch = { format: "wherefore-batch/1", kind: "runs", build: buildName(), runs: [...runs] };
  return { batch, name: await storeBatch(store, batch, tables) };
}

/** Prints the plan; returns the exit code. */
export function sayPlan(
  planned: StoredRuns | undefined,
  { store, json }: { readonly store?: string; readonly json: boolean },
): number {
  const tasks = planned ? taskCount(planned.batch) : 0;
  const { name = "" } = planned ?? {};
  if (json) sayJson({ batch: name, tasks, store });
  else {
    const place = ["--store", store ?? "", "--batch", name.slice(0, 12), "--shard", "1/1"];
    say([`batch     ${name}`, `tasks     ${tasks}`]);
    if (store !== undefined) say(`next      ${shellLine(["wherefore", "batch", "work", ...place])}`);
  }
  return 0;
}

export interface Making {
  readonly store: Store;
  readonly queue: string | undefined;
  readonly threads: number;
  /** For the progress line. */
  readonly stage: string;
  readonly settings: OutputSettings;
  /** Polled regularly; by default whether Ctrl-C was pressed. */
  readonly stop?: () => boolean;
  readonly onOutcome?: (outcome: TaskOutcome) => Promise<void>;
}

/** The outcome of each run; undefined for runs not finished when it was stopped. */
export async function runOutcomes(
  { batch, name }: StoredRuns,
  { store, queue, threads, stage, settings, stop, onOutcome }: Making,
): Promise<(TaskOutcome | undefined)[]> {
  const count = taskCount(batch);
  const runner =
    queue === undefined ? threadRunner(store, batch, threads) : await queueRunner(queue, store, batch, name);
  const interrupt = onInterrupt();
  const isToStop = stop ?? (() => interrupt.reason() !== undefined);
  const progress = createProgress(settings);
  const outcomes: (TaskOutcome | undefined)[] = Array.from({ length: count }, () => undefined);
  const began = performance.now();
  let done = 0;
  interrupt.begin(undefined);
  const show = (): void => {
    const by = workersText(runner.byWorker(), (performance.now() - began) / 1000);
    const doing = `run ${done} of ${count}${by === "" ? "" : `, ${by}`}`;
    progress.show({ stage, doing, share: done / count, rate: { count: done, unit: "runs" } });
  };
  try {
    for await (const outcome of taskOutcomes([...outcomes.keys()], { store, batch, runner })) {
      if (outcome !== null) {
        done++;
        outcomes[outcome.index] = outcome;
        progress.clear();
        await onOutcome?.(outcome);
      }
      show();
      if (isToStop()) break;
    }
  } finally {
    await runner.stop();
    progress.clear();
    interrupt.end();
  }
  return outcomes;
}
