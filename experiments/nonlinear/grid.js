// Nonlinear causes at 20 and 50 variables: Gaussian-process data as GraN-DAG's authors made theirs (tables.js), with one and four
// edges a variable, under the scores of curves by order search, beside CAM and GraN-DAG.

import { published } from "../methods.js";
import { gaussianProcesses } from "./tables.js";

const seeds = Array.from({ length: 10 }, (_, k) => 1 + k);

/** @param {number} nodes @param {number} each edges for each variable @returns {import("../experiment.js").TableFamily} */
function family(nodes, each) {
  const shape = { nodes, edges: each * nodes, samples: 1000 };
  return {
    set: `gp-${nodes}-${each}`,
    make: (library, seed) => gaussianProcesses(library, seed, shape),
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
