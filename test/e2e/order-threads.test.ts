// Order search on several threads, used above 60 variables: the same digest on any number of them, uninterrupted or killed.

import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createRng, simulate } from "../../src/core/index.ts";
import { isLong, trials } from "../long.ts";
import { programIn } from "./program.ts";

const { folder, killedAt, wherefore, putTable } = programIn("order-threads");
/** Runs that are killed, and how often each. */
const [lives, deaths] = [trials(1, 10), trials(2, 3)];
/** Numbers of threads. */
const tried = isLong ? ["1", "2", "3", "8"] : ["1", "3"];

beforeAll(() =>
  putTable("data.csv", simulate({ graph: "erdos-renyi", degree: 3, nodes: 64, samples: 100, seed: 1 }).table),
);

const order = ["--search", "order", "--set", "shakes=16", "--json", "--quiet"];

it(`has one digest on ${tried.join(", ")} threads, the same strengths, and the same answers with other penalties`, async () => {
  const args = ["discover", "data.csv", ...order, "--sensitivity", "always", "--no-out"];
  const results = [];
  for (const threads of tried) {
    const { code, out, err } = await wherefore(...args, "--threads", threads);
    expect([code, err]).toEqual([0, ""]);
    const { digest, sensitivity, strengths } = JSON.parse(out);
    results.push({ digest, sensitivity, strengths });
  }
  expect(results[0].digest).toMatch(/^[0-9a-f]{64}$/);
  // So many that threads share them.
  expect(results[0].strengths.length).toBeGreaterThan(50);
  for (const other of results.slice(1)) expect(other).toEqual(results[0]);
  // What the workers search by is the penalty of the run alone.
  const sizes = results[0].sensitivity.graphs.map(
    ({ edges, undirected }: { edges: unknown[]; undirected: unknown[] }) => edges.length + undirected.length,
  );
  expect(sizes[0]).toBeGreaterThan(sizes[4]);
});

describe(`killed at any moment, ${deaths * lives} times in all`, () => {
  const asked = ["discover", "data.csv", ...order, "--out"];
  let digest: string;
  let moments: number;

  beforeAll(async () => {
    const { code, out, err } = await killedAt(Number.POSITIVE_INFINITY, ...asked, "whole", "--threads", "2");
    expect([code, err]).toEqual([0, ""]);
    digest = JSON.parse(out).digest;
    moments = statSync(join(folder, "moments")).size;
    expect(moments).toBeGreaterThan(30);
  });

  it.each(Array.from({ length: lives }, (_, k) => k))(
    "run %i ends with the digest of one that is not",
    async (run) => {
      const rng = createRng(`order-threads/${run}`);
      const begun = [...asked, `run-${run}`, "--threads", String(1 + (run % 3))];
      const resumed = ["resume", `run-${run}`, "--json", "--quiet"];
      const start = () => (existsSync(join(folder, `run-${run}`, "spec.json")) ? resumed : begun);
      for (let kills = 0; kills < deaths; kills++) {
        // Early enough that there is something left to kill the next time.
        const { code } = await killedAt(1 + rng.integer(Math.floor(moments / 4)), ...start());
        expect(code).toBeNull();
      }
      const { code, out } = await killedAt(Number.POSITIVE_INFINITY, ...start());
      expect(code).toBe(0);
      expect(JSON.parse(out).digest).toBe(digest);
    },
  );
});
