// Nonlinear effects at 20 and 50 variables: Gaussian-process data generated as by GraN-DAG's authors (tables.js), with one and four
// edges per variable, by order search under the nonlinear scores, compared with CAM and GraN-DAG.

import { published } from "../methods.js";
import { gaussianProcesses } from "./tables.js";

const seeds = Array.from({ length: 10 }, (_, k) => 1 + k);

/** @param {number} nodes @param {number} each edges for each variable @returns {import("../experiment.js").TableFamily} */
function family(nodes, each) {
  return {
    set: `gp-${nodes}-${each}`,
    make: (library, seed, { columns = nodes, rows = 1000 }) =>
      gaussianProcesses(library, seed, { nodes: columns, edges: each * columns, samples: rows }),
    seeds,
  };
}

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "Nonlinear causes at 20 and 50 variables",
  search: "order",
  isLong: true,
  isVerified: false,
  isProven: false,
  prune: "none",
  tables: [family(20, 1), family(20, 4), family(50, 1), family(50, 4)],
  scores: [
    { method: "gp-nearest", scoreName: "gp-nearest", penalty: null },
    { method: "additive", scoreName: "additive", penalty: null, prune: "cam" },
    ...published(["CAM", "GraN-DAG"]),
  ],
  claims: [],
  smallest: { families: 1, seeds: 1, columns: 4, rows: 150, scores: 3 },
};
