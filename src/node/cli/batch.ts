// wherefore batch plan|work|merge: a batch without a queue, for Slurm arrays and Kubernetes indexed jobs.

import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { Command } from "commander";
import {
  type Batch,
  check,
  defaultResamples,
  isScoreFile,
  replicatedOptions,
  shardOf,
  taskAt,
  taskCount,
  taskName,
} from "../../core/index.ts";
import { createFetcher, storeBatch, storedBatch } from "../batch/batch-files.ts";
import { createBatchPool, partsBatch } from "../batch/batch-pool.ts";
import { taskOutcomes } from "../batch/batch-results.ts";
import { buildName } from "../batch/build-name.ts";
import { threadRunner } from "../batch/runner.ts";
import { openScoreFiles, scoreFileOf } from "../batch/score-files.ts";
import { openStore, type Store } from "../batch/store.ts";
import { withSearch } from "../batch/with-search.ts";
import { loadScore } from "../runs/load-score.ts";
import { onInterrupt, recordedRun, runOptions, type SearchSettings } from "./discover.ts";
import { withKnowledge } from "./knowledge-flags.ts";
import { collected, whole } from "./option-values.ts";
import { createProgress } from "./progress.ts";
import { runGroups, searchOptions, withRunFlags, withSearchFlags } from "./run-flags.ts";
import {
  type OutputSettings,
  openTable,
  scoreFileHelp,
  tableCommand,
  withOutputOptions,
  withStore,
  withTableOptions,
} from "./settings.ts";
import { shellLine } from "./shell-line.ts";
import { complain, say, sayJson } from "./terminal.ts";

interface StoreSettings extends OutputSettings {
  readonly store: string;
  readonly batch?: string;
  readonly scoreFile?: readonly string[];
}

export function command(): Command {
  return new Command("batch")
    .addCommand(planCommand())
    .addCommand(workCommand())
    .addCommand(mergeCommand())
    .addHelpText(
      "after",
      `
Examples:
  wherefore batch plan table.csv --confidence bootstrap --resamples 1000 --store /mnt/shared/store
  wherefore batch work --store /mnt/shared/store --shard 3/50     on each machine, here the third of fifty
  wherefore batch merge --store /mnt/shared/store --out runs/sure

The result is the same as that of: wherefore discover table.csv --confidence bootstrap --resamples 1000`,
    );
}

function planCommand(): Command {
  const runs = withRunFlags(withTableOptions(tableCommand("plan")), { groups: runGroups });
  return withOutputOptions(withStore(withSearchFlags(withKnowledge(runs))))
    .description("store the table and the list of resamples")
    .action(async (path: string, settings: SearchSettings & StoreSettings) => {
      const table = await openTable(path, settings, createProgress(settings));
      const request = { ...(await runOptions(settings, table)), ...searchOptions(settings) };
      const { confidence, resamples = defaultResamples } = request;
      check(
        confidence === "bootstrap" || confidence === "subsample",
        "batch: a batch consists of resamples; give --confidence bootstrap or subsample",
        { field: "confidence" },
      );
      const { score = "" } = request;
      const maker = isScoreFile(score) ? await loadScore(score) : undefined;
      const options = replicatedOptions(table, withSearch(table, request, maker), maker !== undefined);
      const store = await openStore(settings.store);
      const batch = partsBatch(table, options, { count: resamples, name: basename(path) });
      const name = await storeBatch(store, batch, new Map([[batch.table, table]]));
      if (settings.json) return sayJson({ batch: name, tasks: resamples, store: settings.store });
      const work = shellLine(["wherefore", "batch", "work", "--store", settings.store, "--shard", "1/1"]);
      say([`batch     ${name}`, `tasks     ${resamples}`, `next      ${work}`]);
    });
}

function workCommand(): Command {
  return withOutputOptions(withBatch(withStore(new Command("work"))))
    .description("do the tasks of a shard that have no result yet")
    .option("--shard <k/n>", "which part of how many, such as 3/50", "1/1")
    .option("--threads <count>", "tasks at a time (default: one for each core)", whole)
    .action(async (settings: StoreSettings & { readonly shard: string; readonly threads?: number }) => {
      const { shard, threads = availableParallelism(), json } = settings;
      const store = await openStore(settings.store);
      const batch = await openBatch(store, settings.batch);
      check(
        batch.build === buildName(),
        `batch: it was planned by build ${batch.build}, but this is ${buildName()}; install the same version`,
      );
      const [k, n] = shard.split("/").map(Number);
      const indices = shardOf(batch, { shard: k, of: n });
      const there = new Set(await store.names("results"));
      const open = indices.filter((index) => !there.has(taskName(taskAt(batch, index))));
      const failures = await done(open, { store, batch, threads, settings });
      if (json) sayJson({ tasks: indices.length, done: open.length - failures.length, failures });
      else
        say(
          `done      ${open.length - failures.length} tasks, ${indices.length - open.length} were done before`,
        );
      for (const failure of failures) complain(failure);
      if (process.exitCode === undefined && failures.length > 0) process.exitCode = 2;
    });
}

interface Doing {
  readonly store: Store;
  readonly batch: Batch;
  readonly threads: number;
  readonly settings: StoreSettings;
}

/** Executes the tasks and returns the failures. Ctrl-C ends it; finished tasks are stored. */
async function done(
  indices: readonly number[],
  { store, batch, threads, settings }: Doing,
): Promise<string[]> {
  const interrupt = onInterrupt();
  interrupt.begin(undefined);
  const progress = createProgress(settings);
  const runner = threadRunner(store, batch, threads, await openScoreFiles(settings.scoreFile));
  const failures: string[] = [];
  let count = 0;
  try {
    for await (const outcome of taskOutcomes(indices, { store, batch, runner })) {
      if (outcome !== null) count++;
      if (outcome !== null && "failure" in outcome)
        failures.push(`task ${outcome.index + 1}: ${outcome.failure}`);
      progress.show({
        stage: "batch",
        doing: `task ${count} of ${indices.length}`,
        share: count / indices.length,
        rate: { count, unit: "tasks" },
      });
      if (interrupt.reason() === undefined) continue;
      process.exitCode = 130;
      break;
    }
  } finally {
    await runner.stop();
    progress.clear();
    interrupt.end();
  }
  return failures;
}

function mergeCommand(): Command {
  return withOutputOptions(withBatch(withStore(new Command("merge"))))
    .description("merge the results of a batch whose tasks are done")
    .option("--out <folder>", "where the run is written")
    .option("--partial", "merge the results so far, although some tasks have none", false)
    .action(async (settings: StoreSettings & { readonly out?: string; readonly partial: boolean }) => {
      const { out = null, partial, json } = settings;
      const store = await openStore(settings.store);
      const batch = await openBatch(store, settings.batch);
      check(
        batch.kind === "replicates",
        "batch: it consists of runs; repeat the command that planned it (grid or compare) without --plan",
      );
      const there = new Set(await store.names("results"));
      const count = taskCount(batch);
      const missing = Array.from({ length: count }, (_, k) => taskName(taskAt(batch, k))).filter(
        (k) => !there.has(k),
      );
      check(
        partial || missing.length === 0,
        `batch: ${missing.length} of ${count} tasks have no result in ${store.address}; do them with wherefore batch work, or give --partial`,
      );
      const { name } = batch;
      const score = scoreFileOf(batch.options, await openScoreFiles(settings.scoreFile));
      const table = await createFetcher(store).table(batch.table);
      const { exitCode } = process;
      process.exitCode = await recordedRun(
        table,
        { ...batch.options, resamples: count, ...(score && { score }) },
        {
          path: name,
          truth: undefined,
          settings: {},
          progress: createProgress(settings),
          recording: {
            folderFor: () => out,
            command: shellLine(["wherefore", ...process.argv.slice(2)]),
            purpose: "wherefore batch merge",
            replicates: (options) => createBatchPool(table, options, { store: settings.store, count, name }),
          },
          json,
        },
      );
      if (exitCode !== undefined) process.exitCode = exitCode;
    });
}

function withBatch(base: Command): Command {
  return base
    .option("--batch <name>", "which batch of the store, by the beginning of its name")
    .option("--score-file <file>", scoreFileHelp, collected);
}

/** The requested batch; by default the only one. */
async function openBatch(store: Store, wanted = ""): Promise<Batch> {
  const names = (await store.names("batches")).filter((name) => name.startsWith(wanted));
  const all = names.map((name) => name.slice(0, 12)).join(", ");
  check(
    names.length > 0,
    `batch: ${store.address} has no batch${wanted === "" ? "" : ` ${wanted}`}; plan one first`,
  );
  check(names.length === 1, `batch: ${store.address} has several (${all}); specify one with --batch`);
  return storedBatch(store, names[0]);
}
