// The agent over vectors that encode graphs, on forty 12-node data sets that were not used to choose any setting.

import { certificatesHold, endsWithin, reachesOptimum } from "../claims.js";
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
    reachesOptimum("equal variances: 38 of 40 reach the proven optimum", 0.95, {
      scoreName: "bic-equal-variance",
    }),
    endsWithin("the same: after at most 60 iterations, in the median", 60, {
      scoreName: "bic-equal-variance",
    }),
    reachesOptimum("unequal variances: 38 of 40 reach the proven optimum", 0.95, { scoreName: "bic" }),
    certificatesHold,
  ],
  smallest: { families: 1, seeds: 1 },
};
