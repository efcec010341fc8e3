// The paper's table of experiment 2: quadratic data, every method other than the paper's own.

import { asPublished, beside, published, publishedIn } from "../methods.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The other methods on the paper's quadratic data sets",
  ...beside,
  tables: [{ set: "paper/exp2-quad-10", seeds: [8, 100, 500, 1231, 1280] }],
  scores: published([
    "ICA-LiNGAM",
    "DirectLiNGAM",
    "CAM",
    "NOTEARS",
    "NOTEARS, L1 of 0.1",
    "NOTEARS-2",
    "NOTEARS-3",
    "DAG-GNN",
    "GraN-DAG",
  ]),
  claims: asPublished(publishedIn("table-quad")),
  smallest: { families: 1, seeds: 1, columns: 4, rows: 200 },
};
