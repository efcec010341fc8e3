// Order search on several threads, which take part above 60 variables: one digest, on any number of threads, undisturbed or killed.

import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createRng, simulate } from "../../src/core/index.ts";
import { trials } from "../long.ts";
import { programIn } from "./program.ts";

const { folder, killedAt, wherefore, putTable } = programIn("order-threads");
const kills = trials(2, 30);

beforeAll(() =>
  putTable("data.csv", simulate({ graph: "erdos-renyi", degree: 3, nodes: 64, samples: 100, seed: 1 }).table),
);

const order = ["--search", "order", "--set", "shakes=32", "--json", "--quiet"];

it("has one digest on 1, 2, 3 and 8 threads, and the same answers with other penalties", async () => {
  const args = ["discover", "data.csv", ...order, "--sensitivity", "always", "--no-out"];
  const results = [];
  for (const threads of ["1", "2", "3", "8"]) {
    const { code, out, err } = await wherefore(...args, "--threads", threads);
    expect([code, err]).toEqual([0, ""]);
    const { digest, sensitivity } = JSON.parse(out);
    results.push({ digest, sensitivity });
  }
  expect(results[0].digest).toMatch(/^[0-9a-f]{64}$/);
  for (const other of results.slice(1)) expect(other).toEqual(results[0]);
  // What the workers search by is the penalty of the run alone.
  const sizes = results[0].sensitivity.graphs.map(
    ({ edges, undirected }: { edges: unknown[]; undirected: unknown[] }) => edges.length + undirected.length,
  );
  expect(sizes[0]).toBeGreaterThan(sizes[4]);
});

it(`is killed at any moment, ${kills} times in all, and ends with the digest of a run that is not`, async () => {
  const asked = ["discover", "data.csv", ...order, "--out"];
  const whole = await killedAt(Number.POSITIVE_INFINITY, ...asked, "whole", "--threads", "2");
  expect([whole.code, whole.err]).toEqual([0, ""]);
  const moments = statSync(join(folder, "moments")).size;
  expect(moments).toBeGreaterThan(40);
  const rng = createRng("order-threads");
  let killed = 0;
  for (let run = 0; killed < kills; run++) {
    const name = `run-${run}`;
    for (;;) {
      const isBegun = existsSync(join(folder, name, "spec.json"));
      const begun = [...asked, name, "--threads", String(1 + (run % 3))];
      const moment = killed < kills ? 1 + rng.integer(moments) : Number.POSITIVE_INFINITY;
      const { code, out } = await killedAt(
        moment,
        ...(isBegun ? ["resume", name, "--json", "--quiet"] : begun),
      );
      if (code === null) {
        killed++;
        continue;
      }
      expect(code).toBe(0);
      expect(JSON.parse(out).digest).toBe(JSON.parse(whole.out).digest);
      break;
    }
  }
});
