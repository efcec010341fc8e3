// The library for browsers uses only what Node has too, so its `discover` is compared with Node's here (test/site.test.ts runs
// it in Chromium).

import { expect, it } from "vitest";
import * as node from "../src/node/index.ts";
import * as web from "../src/web/index.ts";

const { table, truth } = node.simulate({ nodes: 6, samples: 200, seed: 3 });

it("has what Node's has, but for files, pictures and the machine", () => {
  const missing = Object.keys(node)
    .filter((name) => !(name in web))
    .sort();
  expect(missing).toEqual([
    "allowRelaxedSimd",
    "createRunFolder",
    "dataHash",
    "folderTables",
    "loadScore",
    "pngOf",
    "readCheckpoint",
    "readLargeTable",
    "readTable",
    "svgOf",
    "wideModule",
  ]);
});

it("gives the digest of Node, for a proof, an agent and resamples", async () => {
  const agent = { search: "rl", options: { strict: true, iterations: 10, stop: "never" } } as const;
  for (const options of [{}, agent, { confidence: "bootstrap", resamples: 5 }] as const) {
    const here = await web.discover(table, { truth, ...options });
    const there = await node.discover(table, { truth, threads: 1, ...options });
    expect(here.digest).toBe(there.digest);
    expect(here.digest).toMatch(/^[0-9a-f]{64}$/);
  }
});

it("tells its steps, takes a score of the user's own, and stops where that is asked for", async () => {
  const heard: string[] = [];
  const half = (data: node.Table) => {
    const fit = node.linearBic(data, { penaltyWeight: 0.5 }).local!;
    return { term: fit.term };
  };
  const own = await web.discover(table, { score: half, onEvent: ({ type }) => void heard.push(type) });
  expect(own.spec.score).toBe("own:half");
  expect(heard).toContain("step");
  const { result } = await web.discoverWithProof(table, { search: "rl-order", stop: () => "interrupted" });
  expect(result.stopped).toBe("interrupted");
});
