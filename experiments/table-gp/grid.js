// The paper's table of experiment 3: Gaussian-process data, every method other than the paper's own.

import { asPublished, beside, published, publishedIn } from "../methods.js";
import { gpSets } from "../tables.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The other methods on the paper's Gaussian-process data sets",
  ...beside,
  tables: [gpSets],
  scores: published([
    "ICA-LiNGAM",
    "DirectLiNGAM",
    "CAM",
    "NOTEARS",
    "NOTEARS, L1 of 0.1",
    "NOTEARS with networks",
    "DAG-GNN",
    "GraN-DAG",
  ]),
  claims: asPublished(publishedIn("table-gp"), {}, ["gp-10 ICA-LiNGAM"]),
  smallest: { families: 1, seeds: 1, columns: 4, rows: 150 },
};
