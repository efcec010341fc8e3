// The paper's table of experiment 4: the protein data of Sachs et al., every method other than the paper's own.

import { asPublished, beside, published, publishedIn } from "../methods.js";
import { sachsSet } from "../tables.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The other methods on the Sachs data",
  ...beside,
  tables: [sachsSet],
  scores: published([
    "PC",
    "GES, penalty 1",
    "GES, penalty 2",
    "ICA-LiNGAM",
    "DirectLiNGAM",
    "CAM",
    "NOTEARS",
    "NOTEARS, L1 of 0.1",
    "NOTEARS, standardised",
    "DAG-GNN",
    "DAG-GNN, standardised",
    "GraN-DAG",
  ]),
  claims: asPublished(publishedIn("table-sachs"), {}, ["sachs CAM", "sachs DAG-GNN"]),
  smallest: { families: 1, seeds: 1, columns: 4, rows: 150 },
};
