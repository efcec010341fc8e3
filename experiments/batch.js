// The runs of an experiment as tasks of a batch, as in `wherefore grid`: executed by threads of this process, by workers on a queue,
// or in advance by shards (`wherefore batch work`). A task refers to its table by hash, has its truth and its options, and stores
// its result with the certificate; rows are built from these here, where certificates are re-run against the tables.

import { availableParallelism } from "node:os";
import { storeTable } from "../dist/node/batch/batch-files.js";
import { openStore } from "../dist/node/batch/store.js";
import { runOutcomes, sayPlan, storedRuns, taskRun } from "../dist/node/cli/batch-runs.js";
import { keyOf } from "./experiment.js";
import { askedOf, rowFrom } from "./row.js";

/**
 * Executes those of these runs that have no result in the store; with `plan`, only lists them.
 * @param {import("./experiment.js").Library} library
 * @param {import("./experiment.js").Grid} grid
 * @param {readonly import("./experiment.js").Run[]} runs
 * @param {import("./experiment.js").BatchOptions} options
 * @returns {Promise<string[]>} the reasons of failed runs
 */
export async function runBatch(library, grid, runs, options) {
  const { published, commit, onRow, stop, queue, threads = availableParallelism() } = options;
  const store = await openStore(options.store);
  const there = new Set(await store.names("tables"));
  const tasks = [];
  for (const run of runs) {
    const { table, truth, options: asked } = await askedOf(library, grid, run);
    const hash = library.dataHash(table);
    // One after the other, since the tables of a grid need not all fit into memory.
    if (!there.has(hash)) await storeTable(store, hash, table);
    there.add(hash);
    tasks.push(taskRun(table, asked, { hash, truth }));
  }
  if (tasks.length === 0) return [];
  const batch = await storedRuns(tasks, { store, tables: new Map() });
  if (options.plan) {
    sayPlan(batch, { store: options.store, json: false });
    return [];
  }
  /** @type {string[]} */
  const failures = [];
  await runOutcomes(batch, {
    ...{ store, queue, threads, stop, stage: "experiment", settings: { json: false, quiet: false } },
    onOutcome: async (outcome) => {
      const run = runs[outcome.index];
      if ("failure" in outcome || !outcome.result.run)
        failures.push(`${keyOf(run)}: ${"failure" in outcome ? outcome.failure : "it left no result"}`);
      else {
        const asked = await askedOf(library, grid, run);
        const made = { ...asked, ...outcome.result.run, commit, published };
        await onRow(await rowFrom(library, grid, run, made));
      }
    },
  });
  return failures;
}
