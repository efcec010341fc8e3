// --queue and --store of a discovery: its resamples, and the restarts of its search, are made by workers on a queue.

import { check, type LoadedTable, type RunOptions, setTo } from "../../core/index.ts";
import { replicatesOn, restartsOn } from "../batch/batch-pool.ts";

interface Place {
  readonly queue?: string;
  readonly store?: string;
  /** What the table is called. */
  readonly name: string;
}

/** Who makes what can be made apart; nothing where threads of this process do. */
export function queuePools(table: LoadedTable, options: RunOptions, { queue, store, name }: Place) {
  if (queue === undefined && store === undefined) return {};
  const named = { ...options, name };
  const place = { queue, store: store ?? "" };
  const replicates = replicatesOn(place, table, named);
  const restartPool = restartsOn(place, table, named);
  check(
    replicates !== undefined || restartPool !== undefined,
    "discover: a queue is for the resamples of bootstrap or subsample, and for the restarts of order search and of agents",
    {
      field: queue === undefined ? "store" : "queue",
      remedies: setTo("confidence", ["bootstrap", "subsample"]),
    },
  );
  check(queue !== undefined && store !== undefined, "discover: a queue and a store go together; give both", {
    field: queue === undefined ? "queue" : "store",
  });
  return { replicates, restartPool };
}
