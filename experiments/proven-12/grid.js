// Forty fresh data sets like those of the paper's first experiment, under both of its scores.

import { certificatesHold, claim } from "../claims.js";
import { freshSets } from "../fresh.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The proven optimum on forty fresh 12-node linear-Gaussian data sets",
  search: "exact",
  threshold: 0.3,
  tables: [freshSets(1, 40)],
  scores: [
    { scoreName: "bic-equal-variance", penalty: "equation" },
    { scoreName: "bic-equal-variance", penalty: "runs" },
    { scoreName: "bic", penalty: null },
  ],
  claims: [
    certificatesHold,
    claim(
      "equal variances, the paper's equation: pruned at 0.3, the optimum is the truth on every set (SHD 0)",
      { max: "pruned.shd", atMost: 0, where: { scoreName: "bic-equal-variance", penalty: "equation" } },
    ),
    claim("equal variances, the penalty of the published runs: the same", {
      max: "pruned.shd",
      atMost: 0,
      where: { scoreName: "bic-equal-variance", penalty: "runs" },
    }),
    claim("unequal variances, unpruned: mean SHD below 4", {
      mean: "raw.shd",
      below: 4,
      where: { scoreName: "bic" },
    }),
    claim("unequal variances, unpruned: mean SHD between equivalence classes below 3", {
      mean: "raw.shdClass",
      below: 3,
      where: { scoreName: "bic" },
    }),
  ],
  smallest: { families: 1, seeds: 2 },
};
