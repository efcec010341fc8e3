// The runs of a comparison as tasks of a batch: on workers of a queue, in shards, or on threads here with stored results.

import { availableParallelism } from "node:os";
import { basename } from "node:path";
import {
  type BatchRun,
  type ComparedRun,
  check,
  type Graph,
  InputError,
  type LoadedTable,
  type Outcome,
  type RunOptions,
  searches,
  verifyCommand,
} from "../../core/index.ts";
import type { TaskOutcome } from "../batch/batch-results.ts";
import { openStore } from "../batch/store.ts";
import { dataHash } from "../files/data-hash.ts";
import { createRunFolder } from "../runs/run-folder.ts";
import { runOutcomes, sayPlan, storedRuns, taskRun } from "./batch-runs.ts";
import { commandLine, runOptions, type SearchSettings } from "./discover.ts";
import { refusalText } from "./refusal-text.ts";
import type { OutputSettings } from "./settings.ts";

export interface CompareSettings extends SearchSettings, OutputSettings {
  readonly queue?: string;
  readonly store?: string;
  readonly plan: boolean;
  /** Several scores instead of one. */
  readonly scores?: string[];
}

export interface Comparison {
  readonly path: string;
  readonly table: LoadedTable;
  readonly truth: Graph | undefined;
  readonly plan: readonly Pick<ComparedRun, "search" | "score">[];
  /** The folder for the run folders. */
  readonly top: string | null;
}

export function comparedFolder({ search, score }: Pick<ComparedRun, "search" | "score">): string {
  return `${search}-${basename(score)}`;
}

/** The options of one of the runs; the number of restarts is for searches that have them. */
export async function comparedOptions(
  { search, score }: Pick<ComparedRun, "search" | "score">,
  settings: CompareSettings,
  table: LoadedTable,
): Promise<RunOptions> {
  const { restarts: _, ...rest } = settings;
  const hasRestarts = search === "auto" || searches[search]?.restarts !== undefined;
  const ofSearch = hasRestarts ? settings : rest;
  return runOptions(
    { ...(ofSearch as CompareSettings), search, score: settings.scores ? score : settings.score },
    table,
  );
}

/** The finished runs, in the order of the plan; null with --plan. */
export async function comparedBatch(
  job: Comparison,
  settings: CompareSettings,
): Promise<ComparedRun[] | null> {
  const { table, plan } = job;
  check(settings.store !== undefined, "compare: results of a batch are stored in a store; give one", {
    field: "store",
  });
  const store = await openStore(settings.store);
  const cells = await Promise.all(plan.map((each) => cellOf(each, job, settings)));
  const runs = cells.flatMap((cell) => ("failure" in cell ? [] : [cell]));
  const planned =
    runs.length === 0
      ? undefined
      : await storedRuns(runs, { store, tables: new Map([[dataHash(table), table]]) });
  if (settings.plan) {
    sayPlan(planned, settings);
    return null;
  }
  const { queue } = settings;
  const how = { store, queue, threads: availableParallelism(), stage: "compare", settings };
  const outcomes = planned ? await runOutcomes(planned, how) : [];
  const all: ComparedRun[] = [];
  for (const [k, cell] of cells.entries()) {
    const outcome = "failure" in cell ? cell : outcomes[runs.indexOf(cell)];
    if (outcome) all.push(await comparedOutcome(plan[k], outcome, job));
  }
  return all;
}

async function cellOf(
  { search, score }: Comparison["plan"][number],
  { path, table, truth }: Comparison,
  settings: CompareSettings,
): Promise<BatchRun | { readonly failure: string }> {
  try {
    const options = await comparedOptions({ search, score }, settings, table);
    return { ...taskRun(table, options, { hash: dataHash(table), truth }), name: basename(path) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { failure: refusalText(error) };
  }
}

async function comparedOutcome(
  { search, score }: Comparison["plan"][number],
  outcome: TaskOutcome | { readonly failure: string },
  job: Comparison,
): Promise<ComparedRun> {
  const run = "result" in outcome ? outcome.result.run : undefined;
  if (run === undefined) {
    const error = "failure" in outcome ? outcome.failure : "it has no result";
    return { search, score, result: null, error };
  }
  if (job.top !== null) await recorded(`${job.top}/${comparedFolder({ search, score })}`, run, job);
  return { search, score, result: run.result, error: null };
}

/** Writes the folder of a run executed elsewhere: everything except the record of its steps. */
async function recorded(at: string, outcome: Outcome, { path }: Comparison): Promise<void> {
  const { spec, table } = outcome.result;
  const folder = await createRunFolder(at, { purpose: "wherefore compare" });
  try {
    const verify = verifyCommand(spec, { certificate: `${at}/certificate.json`, table: path });
    await folder.start({ command: commandLine(), verify, options: spec, table });
    await folder.finish(outcome);
  } finally {
    folder.close();
  }
}
