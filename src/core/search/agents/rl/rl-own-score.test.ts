import { expect, it } from "vitest";
import { trials } from "../../../../../test/long.ts";
import { allDags, randomTable } from "../../../../../test/problems.ts";
import { edgeCount, type Graph } from "../../../graph/graph.ts";
import { createRng } from "../../../math/rng.ts";
import { userScore } from "../../../score/user-score.ts";
import { presets } from "./presets.ts";
import { type RlStep, rlRun } from "./rl.ts";

const strict = { build: "strict" } as const;
const small = { batch: 8, inputSamples: 6, hidden: 16, heads: 4, stacks: 1, inner: 24, decoderHidden: 4 };

// No structure to learn but the table itself: values drawn for each of the 543 graphs, asked for as a function of a graph.
it("with a table of scores the agent proposes the best of all 543 graphs of four variables, in every seed", () => {
  const dags = allDags(4);
  expect(dags.length).toBe(543);
  for (let seed = 0; seed < trials(2, 20); seed++) {
    const rng = createRng(`table/${seed}`);
    const values = new Map(dags.map((graph) => [graph.edges.join(""), rng.normal()]));
    const best = Math.max(...values.values());
    const table = randomTable(rng, 4, 200);
    const score = userScore(table, "a table", () => (graph: Graph) => values.get(graph.edges.join(""))!);
    // A landscape without slopes needs more proposals at a time, and the paper's own learning rate.
    const slow = { batch: 256, learningRate: 1e-3, iterations: 150, stop: "never" } as const;
    let last: RlStep | undefined;
    for (const step of rlRun(
      { score, table, rng: createRng(`${seed}/0`), ...presets.fast.options(4), ...slow },
      { ...presets.fast.options(4), ...slow },
      strict,
    )) {
      last = step;
      if (step.score === best) break;
    }
    expect([seed, last?.score]).toEqual([seed, best]);
  }
});

it("a graph that the score forbids is never the best, however little the others are worth", () => {
  const table = randomTable(createRng("forbidden"), 4, 60);
  // Worse than the empty graph, whose value is what a forbidden one counts as for the reward.
  const worth = (edges: number) => (edges === 0 ? 0 : edges < 3 ? Number.NEGATIVE_INFINITY : -1000 * edges);
  const score = userScore(table, "own", () => (graph) => worth(edgeCount(graph)));
  let found = 0;
  for (let seed = 0; seed < 5; seed++) {
    for (const { graph, score: value, state } of rlRun(
      { score, table, rng: createRng(seed), ...small },
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
