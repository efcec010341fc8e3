// The paper's five 30-node data sets, under the score and the penalty of the paper's runs.

import { claim } from "../claims.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "Order search on the paper's five 30-node LiNGAM data sets",
  search: "order",
  restarts: 8,
  threshold: 0.3,
  tables: [{ set: "paper/exp1-lingam-30", seeds: [8, 20, 100, 1231, 1280] }],
  scores: [{ scoreName: "bic-equal-variance", penalty: "equation" }],
  claims: [
    claim("pruned at 0.3, the result is the truth on every set (SHD 0)", { max: "pruned.shd", atMost: 0 }),
    claim("every result scores better than the published run on the same set", {
      min: "published.behind",
      atLeast: 0,
    }),
  ],
  smallest: { families: 1, seeds: 1 },
};
