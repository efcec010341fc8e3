import { expect, it } from "vitest";
import { randomTable } from "../../../../../test/problems.ts";
import { edgeCount } from "../../../graph/graph.ts";
import { createRng } from "../../../math/rng.ts";
import { userScore } from "../../../score/user-score.ts";
import { rlRun } from "./rl.ts";

it("a graph that the score forbids is never the best, however little the others are worth", () => {
  const table = randomTable(createRng("forbidden"), 4, 60);
  // Worse than the empty graph, whose value is what a forbidden one counts as for the reward.
  const worth = (edges: number) => (edges === 0 ? 0 : edges < 3 ? Number.NEGATIVE_INFINITY : -1000 * edges);
  const score = userScore(table, "own", () => (graph) => worth(edgeCount(graph)));
  const small = { batch: 8, inputSamples: 6, hidden: 16, heads: 4, stacks: 1, inner: 24, decoderHidden: 4 };
  let found = 0;
  for (let seed = 0; seed < 5; seed++) {
    for (const { graph, score: value, state } of rlRun(
      score,
      table.X,
      createRng(seed),
      { ...small, iterations: 10, polishEvery: 2, stop: "never" },
      { build: "strict" },
    )) {
      if (graph === null) continue;
      found++;
      expect(value).toBe(worth(edgeCount(graph)));
      expect(value).toBeGreaterThan(Number.NEGATIVE_INFINITY);
      const stored = typeof state === "function" ? state() : state;
      expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
    }
  }
  expect(found).toBeGreaterThan(20);
});
