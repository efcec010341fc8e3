// The two hard protocols of the ALIAS paper: dense graphs of 30 variables and sparse ones of 200, equal variances, 1,000 rows.
// The agent by itself, without order search at stalls and at the end, compared with order search; and with it, the default.

import { claim } from "../claims.js";

/** @type {readonly number[]} */
const seeds = [1, 2, 3, 4, 5];
/** @type {(nodes: number, edgesPerNode: number) => import("../../src/node/index.ts").SimulateOptions} */
const linear = (nodes, edgesPerNode) => ({
  ...{ graph: "bernoulli", mechanism: "linear", weightLow: 0.5, weightHigh: 2 },
  ...{ noise: "gauss", noiseScales: "equal", noiseScale: 1, samples: 1000 },
  nodes,
  edgeProbability: (2 * edgesPerNode) / (nodes - 1),
});
const order = "order search";
const alone = "the agent alone";
const helped = "the agent, order search at its stalls";
const score = { scoreName: "bic-equal-variance", penalty: /** @type {const} */ ("equation") };
const scores = [
  { ...score, method: order, search: "order" },
  { ...score, method: alone, options: { stop: "never", iterations: 400 } },
  { ...score, method: helped },
];

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The agent over vectors on dense graphs of 30 variables and sparse ones of 200",
  search: "vec2dag",
  threshold: 0.3,
  isLong: true,
  isProven: false,
  tables: [
    { set: "bernoulli-30-8", simulate: linear(30, 8), seeds },
    { set: "bernoulli-200-2", simulate: linear(200, 2), seeds },
  ],
  scores,
  claims: [
    claim("order search, both protocols: pruned at 0.3, every graph is the truth", {
      max: "pruned.shd",
      atMost: 0,
      where: { method: order },
    }),
    claim("30 variables, the agent alone: the median graph is within 60 edges of the truth", {
      median: "pruned.shd",
      atMost: 60,
      where: { set: "bernoulli-30-8", method: alone },
    }),
  ],
  smallest: { families: 1, seeds: 1 },
};
