// The order-decoded agent on the paper's five 30-node data sets, four seeds each, one restart.

import { claim } from "../claims.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The order-decoded agent on the paper's five 30-node LiNGAM data sets",
  search: "rl-order",
  restarts: 1,
  threshold: 0.3,
  tables: [{ set: "paper/exp1-lingam-30", seeds: [8, 20, 100, 1231, 1280], runSeeds: [1, 2, 3, 4] }],
  scores: [{ scoreName: "bic-equal-variance", penalty: "equation" }],
  claims: [
    claim("pruned at 0.3, the result is the truth in every run (SHD 0)", { max: "pruned.shd", atMost: 0 }),
    claim("every result scores better than the published run on the same set", {
      min: "published.behind",
      atLeast: 0,
    }),
  ],
  smallest: { families: 1, seeds: 1 },
};
