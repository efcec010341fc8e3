// The paper's agent with the preset `fast`, on fresh 12-node data sets generated like the paper's: the step of the published code
// compared with the merged one.

import { certificatesHold, endsWithin, reachesOptimum } from "../claims.js";
import { freshSets } from "../fresh.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The paper's agent with the preset fast on fresh 12-node linear-Gaussian data sets",
  search: "rl",
  polish: false,
  options: { preset: "fast" },
  threshold: 0.3,
  tables: [freshSets(1, 20)],
  scores: [
    { scoreName: "bic-equal-variance", penalty: "runs", step: "published" },
    { scoreName: "bic-equal-variance", penalty: "runs", step: "merged" },
    { scoreName: "bic-equal-variance", penalty: "equation", step: "published" },
  ],
  claims: [
    reachesOptimum(
      "the step of the published code, both penalties: 19 of 20 runs reach the proven optimum",
      0.95,
      { step: "published" },
    ),
    endsWithin("the same: after at most 900 iterations, in the median", 900, { step: "published" }),
    certificatesHold,
  ],
  smallest: { families: 1, seeds: 1 },
};
