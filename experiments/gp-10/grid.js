// The paper's Gaussian-process data sets (experiment 3): the proven optimum under the well-specified score and under the
// paper's two, unpruned (as in the paper's table) and with CAM pruning. The data are GraN-DAG's, sets 1 to 5.

import { claim } from "../claims.js";
import { gpSets } from "../tables.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The proven optimum on the paper's Gaussian-process data sets",
  search: "exact",
  isLong: true,
  isVerified: false,
  prune: "cam",
  tables: [gpSets],
  // The same form as sachs; the two differ in their scores and claims.
  scores: [
    { scoreName: "gp", penalty: null },
    { scoreName: "gp-published", penalty: null },
    { scoreName: "gp-published-equal-variance", penalty: "runs" },
  ],
  claims: [
    claim("the well-specified score, unpruned: mean SHD at most 1.5", {
      mean: "raw.shd",
      atMost: 1.5,
      where: { scoreName: "gp" },
    }),
    claim("the same: no true edge is missing in any set", {
      max: "raw.missing",
      atMost: 0,
      where: { scoreName: "gp" },
    }),
    claim("the same: none is reversed", { max: "raw.reversed", atMost: 0, where: { scoreName: "gp" } }),
    claim("the paper's scores, unpruned: even the optimum is wrong by 4 edges or more", {
      min: "raw.shd",
      atLeast: 4,
      where: { scoreName: ["gp-published", "gp-published-equal-variance"] },
    }),
  ],
  smallest: { families: 1, seeds: 1, columns: 4, rows: 150 },
};
