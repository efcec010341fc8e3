// A hundred data sets that were not used to choose any setting of the order-decoded agent, under the score that is harder to search.

import { claim } from "../claims.js";
import { freshSets } from "../fresh.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The order-decoded agent on a hundred further 12-node data sets, unequal variances",
  search: "rl-order",
  restarts: 8,
  threshold: 0.3,
  tables: [freshSets(201, 100)],
  scores: [{ scoreName: "bic", penalty: null }],
  claims: [
    claim("95 of 100 reach the proven optimum", { mean: "agent.isOptimal", atLeast: 0.95 }),
    claim("after at most 60 iterations, in the median", { median: "agent.iterations", atMost: 60 }),
    claim("every certificate of the optimum holds when re-run against its table", {
      min: "proofHolds",
      atLeast: 1,
    }),
  ],
  smallest: { families: 1, seeds: 2 },
};
