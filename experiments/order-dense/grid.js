// Dense linear graphs, on which climbing from random orders ends far from the optimum: with and without perturbations ("shakes") of
// the best order.

import { claim } from "../claims.js";

/** @type {readonly number[]} */
const seeds = Array.from({ length: 10 }, (_, k) => 1 + k);
/** @type {import("../../src/node/index.ts").SimulateOptions} */
const linear = {
  ...{ graph: "bernoulli", mechanism: "linear", weightLow: 0.5, weightHigh: 2 },
  ...{ noise: "gauss", noiseScales: "equal", noiseScale: 1, samples: 1000 },
};
const alone = "starts alone";
const shaken = "starts and shakes";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "Order search on dense graphs",
  search: "order",
  restarts: 8,
  prune: "none",
  tables: [
    { set: "bernoulli-12-dense", simulate: { ...linear, nodes: 12, edgeProbability: 0.8 }, seeds },
    { set: "bernoulli-30", simulate: { ...linear, nodes: 30, edgeProbability: 0.5 }, seeds },
  ],
  scores: [
    { scoreName: "bic", penalty: null, method: alone, options: { shakes: 0 } },
    { scoreName: "bic", penalty: null, method: shaken },
  ],
  claims: [
    claim("30 variables, 8 starts alone: the median graph is further than 100 edges from the truth", {
      median: "raw.shd",
      atLeast: 100,
      where: { set: "bernoulli-30", method: alone },
    }),
    claim("the same with shakes: the median graph is within 20", {
      median: "raw.shd",
      atMost: 20,
      where: { set: "bernoulli-30", method: shaken },
    }),
    claim("12 variables, with shakes: the median run is at the proven optimum", {
      median: "gap",
      atMost: 0,
      where: { set: "bernoulli-12-dense", method: shaken },
    }),
    claim("and none is further than 10 from it", {
      max: "gap",
      atMost: 10,
      where: { set: "bernoulli-12-dense", method: shaken },
    }),
  ],
  smallest: { families: 1, seeds: 1 },
};
