// A worker of set-workers.ts: computes the terms of the next parent set in a shared list, until the list is exhausted.

import { workerData } from "node:worker_threads";
import { setValuesOf } from "../../core/index.ts";
import { hear, tell } from "./news-workers.ts";
import type { SetList, SetRow, SetWorkerData } from "./set-workers.ts";

const { table, options, wide, ...line } = workerData as SetWorkerData;
const values = setValuesOf({ table, options }, { wide });

hear(({ sets, next }: SetList) => {
  for (let at = Atomics.add(next, 0, 1); at < sets.length; at = Atomics.add(next, 0, 1))
    tell(line, { at, row: values(sets[at]) } satisfies SetRow);
});
