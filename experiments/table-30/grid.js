// The paper's 30-node LiNGAM data sets: NOTEARS, the only method it reports there besides its own, and the others.

import { asPublished, beside, published, publishedIn } from "../methods.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The other methods on the paper's 30-node data sets",
  ...beside,
  tables: [{ set: "paper/exp1-lingam-30", seeds: [8, 20, 100, 1231, 1280] }],
  // The same form as the other tables; which methods a table of the paper has is data.
  scores: published([
    "PC",
    "GES, penalty 1",
    "GES, penalty 2",
    "ICA-LiNGAM",
    "DirectLiNGAM",
    "NOTEARS",
    "NOTEARS, L1 of 0.1",
    "DAGMA",
    "DAG-GNN",
  ]),
  claims: asPublished(publishedIn("table-30")),
  smallest: { families: 1, seeds: 1, columns: 5, rows: 500 },
};
