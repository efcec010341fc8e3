// Agents on dense linear graphs of 30 variables, where they were furthest behind order search: with default options, and with
// perturbations ("shakes") in the order search at their stalls.

import { claim } from "../claims.js";

/** @type {readonly number[]} */
const seeds = Array.from({ length: 10 }, (_, k) => 1 + k);
const score = { scoreName: "bic", penalty: null };
/** The number of perturbations without improvement after which order search itself ends on such graphs. */
const options = { shakes: 667 };

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "Agents on dense graphs of 30 variables",
  search: "rl-order",
  prune: "none",
  isLong: true,
  isProven: false,
  tables: [
    {
      // The data sets of order-dense.
      set: "bernoulli-30",
      simulate: {
        ...{ graph: "bernoulli", mechanism: "linear", weightLow: 0.5, weightHigh: 2 },
        ...{ noise: "gauss", noiseScales: "equal", noiseScale: 1, samples: 1000 },
        ...{ nodes: 30, edgeProbability: 0.5 },
      },
      seeds,
    },
  ],
  scores: [
    { ...score, method: "order search", search: "order" },
    { ...score, method: "rl-order, shakes at stalls", options },
    { ...score, method: "rl-order" },
    { ...score, method: "vec2dag, shakes at stalls", search: "vec2dag", options },
    { ...score, method: "vec2dag", search: "vec2dag" },
  ],
  claims: [
    claim("order search: its graph scores at most 15 more than the truth, on average", {
      mean: "score - scoreOfTruth",
      atMost: 15,
      where: { method: "order search" },
    }),
    claim("rl-order with shakes at its stalls: at most 5 less than the truth, so within 20 of order search", {
      mean: "score - scoreOfTruth",
      atLeast: -5,
      where: { method: "rl-order, shakes at stalls" },
    }),
    claim("rl-order as it is by default: more than 20 less than the truth", {
      mean: "score - scoreOfTruth",
      below: -20,
      where: { method: "rl-order" },
    }),
  ],
  smallest: { families: 1, seeds: 1, columns: 4, rows: 200, scores: 2 },
};
