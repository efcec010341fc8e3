// --queue and --store of a discovery: its replicates are made by workers on a queue.

import { check, type LoadedTable, type RunOptions, setTo } from "../../core/index.ts";
import { replicatesOn } from "../batch/batch-pool.ts";

interface Place {
  readonly queue?: string;
  readonly store?: string;
  /** What the table is called. */
  readonly name: string;
}

/** Who makes the replicates; undefined where threads of this process do. */
export function queuedReplicates(table: LoadedTable, options: RunOptions, { queue, store, name }: Place) {
  const { confidence } = options;
  if (queue === undefined && store === undefined) return undefined;
  check(
    confidence === "bootstrap" || confidence === "subsample",
    "discover: a queue is for the resamples of bootstrap or subsample",
    {
      field: queue === undefined ? "store" : "queue",
      remedies: setTo("confidence", ["bootstrap", "subsample"]),
    },
  );
  check(queue !== undefined && store !== undefined, "discover: a queue and a store go together; give both", {
    field: queue === undefined ? "queue" : "store",
  });
  return replicatesOn({ queue, store }, table, { ...options, name });
}
