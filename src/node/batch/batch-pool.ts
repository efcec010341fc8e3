// The replicates or restarts of a run as tasks of a batch: the run starts them and receives their results as it does with its
// own threads. A thread (batch-pool-thread.ts) communicates with queue and store, because the run blocks its own.

import {
  defaultResamples,
  InputError,
  isUserScore,
  type LoadedTable,
  type PartsBatch,
  type RunNews,
  type RunOptions,
  type RunPool,
  replicatedOptions,
  searches,
  type TaskPool,
} from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { type NewsLine, newsWorkers } from "../runs/news-workers.ts";
import { buildName } from "./build-name.ts";
import { withScoreName } from "./score-files.ts";

export interface BatchPlace {
  readonly store: string;
  /** Without a queue the results must already be in the store. */
  readonly queue?: string | undefined;
}

export interface BatchPoolWork extends BatchPlace {
  readonly batch: PartsBatch;
  readonly table: LoadedTable;
}

export type BatchPoolData = BatchPoolWork & NewsLine;

interface Parts extends Pick<PartsBatch, "count" | "name"> {
  readonly kind?: PartsBatch["kind"];
}

/** The replicates or restarts of a run as a batch; the options are those of each (`replicatedOptions`). */
export function partsBatch(
  table: LoadedTable,
  options: RunOptions,
  { kind = "replicates", count, name }: Parts,
): PartsBatch {
  // In the form that is stored and hashed for its name.
  const plainOptions = JSON.parse(JSON.stringify(withScoreName(options))) as RunOptions;
  const hash = dataHash(table);
  return {
    format: "wherefore-batch/1",
    kind,
    build: buildName(),
    table: hash,
    name,
    options: plainOptions,
    count,
  };
}

/** The number of pending tasks is twice this. */
const size = 100;

export function createBatchPool(
  table: LoadedTable,
  options: RunOptions,
  { kind, count, name, ...place }: BatchPlace & Parts,
): TaskPool & { readonly stop: () => Promise<void> } {
  const work: BatchPoolWork = { ...place, table, batch: partsBatch(table, options, { kind, count, name }) };
  const workers = newsWorkers<unknown>("../batch/batch-pool-thread.js", work);
  workers.open();
  return {
    size,
    start: (task) => workers.post(0, { start: task }),
    news: () => workers.news().map(({ news }) => news),
    stop: async () => {
      // The thread cancels pending tasks before it exits.
      workers.post(0, { stop: true });
      await workers.ended(stopMs);
      await workers.stop();
    },
  };
}

const stopMs = 2000;

/** Creates the pool for the replicates of a run; undefined if there are none, or if this process's threads compute them. */
export function replicatesOn(
  place: BatchPlace | undefined,
  table: LoadedTable,
  { confidence, resamples: count = defaultResamples, name }: RunOptions & { readonly name: string },
): ((options: RunOptions) => ReturnType<typeof createBatchPool>) | undefined {
  if (place === undefined || (confidence !== "bootstrap" && confidence !== "subsample")) return undefined;
  return (options) => createBatchPool(table, options, { ...place, count, name });
}

/** Creates the pool for the restarts of a search requested by name; undefined if this process's threads compute them. */
export function restartsOn(
  place: BatchPlace | undefined,
  table: LoadedTable,
  { search = "auto", score = "", restarts, name }: RunOptions & { readonly name: string },
) {
  const { runs, starts, restarts: usual = 1 } = searches[search] ?? {};
  const count = restarts ?? usual;
  if (place === undefined || isUserScore(score) || count < 2 || !(runs ?? starts)) return undefined;
  return (request: RunOptions): RunPool & { readonly stop: () => Promise<void> } => {
    const { restarts: _, confidence: __, ...options } = replicatedOptions(table, request);
    const pool = createBatchPool(table, options, { ...place, kind: "restarts", count, name });
    return {
      size: count,
      start: (k) => pool.start(k),
      news: () =>
        (pool.news() as (RunNews | { readonly replicate: number; readonly failure: string })[]).map(
          (news) => {
            if (!("failure" in news)) return news;
            throw new InputError(`discover: run ${news.replicate + 1} failed: ${news.failure}`);
          },
        ),
      stop: pool.stop,
    };
  };
}
