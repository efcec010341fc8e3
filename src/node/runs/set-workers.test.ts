// Threads for the numbers of parent sets: started where the numbers take long, and the same numbers as on one thread.

import { expect, it } from "vitest";
import { parentSets, type SetWorkers, setValuesOf, simulate } from "../../../dist/core/index.js";
import { createSetWorkers } from "../../../dist/node/runs/set-workers.js";

const { table } = simulate({ mechanism: "gp", nodes: 3, samples: 20, seed: 1 });
const work = { table, options: { score: "gp" }, wide: undefined };
const values = setValuesOf(work, {});
const sets = parentSets(3);

/** All rows of the sets, and how many of them were computed on this thread. */
function computed(workers: SetWorkers, ms = 0) {
  let here = 0;
  const rows: Float64Array[] = [];
  const pause = new Int32Array(new SharedArrayBuffer(4));
  workers.start(sets, (parents) => {
    here++;
    Atomics.wait(pause, 0, 0, ms);
    return values(parents);
  });
  while (Object.keys(rows).length < sets.length) for (const { at, row } of workers.rows()) rows[at] = row;
  return { rows, here };
}

it("starts no thread where all takes little", async () => {
  const workers = createSetWorkers(2, work);
  try {
    expect(computed(workers)).toEqual({ rows: sets.map(values), here: sets.length });
  } finally {
    await workers.stop();
  }
});

it("starts threads after what takes long, and has them from then on", async () => {
  const workers = createSetWorkers(2, work);
  try {
    expect(computed(workers, 350)).toEqual({ rows: sets.map(values), here: 1 });
    expect(computed(workers)).toEqual({ rows: sets.map(values), here: 0 });
  } finally {
    await workers.stop();
  }
});
