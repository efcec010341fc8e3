// The rule that ends the agent where no optimum is known, on fresh 12-node data sets where we know it: how often is it at the
// optimum when it stops?

import { claim } from "../claims.js";
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
    claim("equal variances: at the proven optimum when it stops, in 9 of 10 runs", {
      mean: "agent.isOptimal",
      atLeast: 0.9,
      where: { scoreName: "bic-equal-variance" },
    }),
    claim("unequal variances: in 8 of 10", {
      mean: "agent.isOptimal",
      atLeast: 0.8,
      where: { scoreName: "bic" },
    }),
  ],
  smallest: { families: 1, seeds: 1, iterations: 100 },
};
