// Threads for the replicates of a run: the marks of one thread.

import { expect, it } from "vitest";
import { replicatesOf, simulate } from "../../../dist/core/index.js";
import { createTaskPool } from "../../../dist/node/runs/task-pool.js";

it("makes replicates in threads as they are made here", async () => {
  const { table } = simulate({ nodes: 4, samples: 60, seed: 1 });
  const options = { search: "exact", score: "bic", confidence: "bootstrap" } as const;
  const pool = createTaskPool(2, { kind: "replicates", table, options, memoryBytes: 1e9 });
  const made = replicatesOf({ table, options });
  const numbers = [0, 1, 2, 3, 4];
  const found: { readonly replicate: number }[] = [];
  try {
    for (const r of numbers) pool.start(r);
    while (found.length < numbers.length) found.push(...(pool.news() as typeof found));
    expect(found.toSorted((a, b) => a.replicate - b.replicate)).toEqual(numbers.map(made));
  } finally {
    await pool.stop();
  }
});
