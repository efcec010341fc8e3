// --queue and --store of a discovery: workers on a queue compute its resamples and the restarts of its search.

import { check, type LoadedTable, type RunOptions, setTo } from "../../core/index.ts";
import { replicatesOn, restartsOn } from "../batch/batch-pool.ts";

interface Place {
  readonly queue?: string;
  readonly store?: string;
  /** The name of the table. */
  readonly name: string;
}

/** The pools for resamples and restarts; empty if threads of this process compute them. */
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
