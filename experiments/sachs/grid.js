// The protein data of Sachs et al. (853 cells, 11 proteins, 17 true edges; the paper's experiment 4): the proven optimum
// under linear, additive and Gaussian-process scores and under the paper's two, unpruned and with CAM pruning.

import { claim } from "../claims.js";
import { sachsSet } from "../tables.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The proven optimum on the Sachs data",
  search: "exact",
  isLong: true,
  isVerified: false,
  prune: "cam",
  tables: [sachsSet],
  scores: [
    { scoreName: "bic", penalty: null },
    { scoreName: "additive", penalty: null },
    { scoreName: "gp", penalty: null },
    { scoreName: "gp-published", penalty: null },
    { scoreName: "gp-published-equal-variance", penalty: "equation" },
  ],
  claims: [
    claim("the optima of the paper's scores are nearly complete: 45 edges or more of 55", {
      min: "raw.edges",
      atLeast: 45,
      where: { scoreName: ["gp-published", "gp-published-equal-variance"] },
    }),
  ],
  smallest: { families: 1, seeds: 1, columns: 4, rows: 150 },
};
