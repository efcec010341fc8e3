// Threads for the replicates of a run, and for parts of its search: the results of one thread.

import { expect, it } from "vitest";
import { replicatesOf, simulate } from "../../../dist/core/index.js";
import { discover } from "../../../dist/node/index.js";
import { createTaskPool } from "../../../dist/node/runs/task-pool.js";
import { matrix } from "../../core/math/matrix.ts";
import { createRng } from "../../core/math/rng.ts";

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

it("searches in threads under the score that the table chooses", async () => {
  const labels = (d: number) => {
    const rng = createRng("labels");
    const X = matrix(
      40,
      d,
      Float64Array.from({ length: 40 * d }, () => rng.integer(2)),
    );
    const names = Array.from({ length: d }, (_, j) => `v${j}`);
    return { names, X, levels: names.map(() => ["no", "yes"]) };
  };
  const rest = { panel: "never", optimum: "never", sensitivity: "never", threads: 2 } as const;
  const agent = { search: "rl-order", restarts: 2, options: { iterations: 2, batch: 4 } } as const;
  expect((await discover(labels(4), { ...agent, ...rest })).spec.score).toBe("bdeu");
  const order = { search: "order", restarts: 1, options: { shakes: 2 } } as const;
  expect((await discover(labels(61), { ...order, ...rest })).spec.score).toBe("bdeu");
});
