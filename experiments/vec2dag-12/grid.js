// The agent over vectors that name graphs, on forty 12-node data sets that no setting was chosen on.

import { certificatesHold, claim } from "../claims.js";
import { freshSets } from "../fresh.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The agent over vectors on fresh 12-node linear-Gaussian data sets",
  search: "vec2dag",
  restarts: 8,
  threshold: 0.3,
  tables: [freshSets(1, 40)],
  scores: [
    { scoreName: "bic-equal-variance", penalty: "equation" },
    { scoreName: "bic", penalty: null },
  ],
  claims: [
    claim("equal variances: 38 of 40 reach the proven optimum", {
      mean: "agent.isOptimal",
      atLeast: 0.95,
      where: { scoreName: "bic-equal-variance" },
    }),
    claim("the same: after at most 60 iterations, in the median", {
      median: "agent.iterations",
      atMost: 60,
      where: { scoreName: "bic-equal-variance" },
    }),
    claim("unequal variances: 38 of 40 reach the proven optimum", {
      mean: "agent.isOptimal",
      atLeast: 0.95,
      where: { scoreName: "bic" },
    }),
    certificatesHold,
  ],
  smallest: { families: 1, seeds: 1 },
};
