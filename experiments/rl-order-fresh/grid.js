// A hundred data sets that no setting of the order-decoded agent was chosen on, under the score that is harder to search.

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
    {
      sentence: "95 of 100 reach the proven optimum",
      column: "agent.isOptimal",
      by: "mean",
      atLeast: 0.95,
    },
    {
      sentence: "after at most 60 iterations, in the median",
      column: "agent.iterations",
      by: "median",
      atMost: 60,
    },
    {
      sentence: "every certificate of the optimum holds when re-run against its table",
      column: "proofHolds",
      by: "min",
      atLeast: 1,
    },
  ],
  smallest: { families: 1, seeds: 2 },
};
