// The stopping rule of the agent when the optimum is unknown, on fresh 12-node data sets where we know it: how often has the agent
// reached the optimum when it stops?

import { reachesOptimum } from "../claims.js";
import { freshSets } from "../fresh.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The stopping rule of the paper's agent, without the proven optimum",
  search: "rl",
  polish: false,
  options: { preset: "fast" },
  isBlind: true,
  threshold: 0.3,
  tables: [freshSets(21, 10)],
  scores: [
    { scoreName: "bic-equal-variance", penalty: "runs" },
    { scoreName: "bic", penalty: null },
  ],
  claims: [
    reachesOptimum("equal variances: at the proven optimum when it stops, in 9 of 10 runs", 0.9, {
      scoreName: "bic-equal-variance",
    }),
    reachesOptimum("unequal variances: in 8 of 10", 0.8, { scoreName: "bic" }),
  ],
  smallest: { families: 1, seeds: 1, iterations: 20 },
};
