// The paper's agent on the Sachs data (experiment 4) under the authors' two scores: 20,000 iterations each,
// CAM-pruned, compared with theirs and with the proven optimum. As in their runs, the network sees standardised columns.

import { claim } from "../claims.js";
import { sachsSet } from "../tables.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The paper's agent on the Sachs data",
  search: "rl",
  options: { preset: "paper-sachs" },
  isLong: true,
  prune: "cam",
  tables: [sachsSet],
  scores: [
    { scoreName: "gp-published", penalty: null, standardise: true },
    { scoreName: "gp-published-equal-variance", penalty: "equation", standardise: true },
    // The scores that the authors logged have no penalty.
    { scoreName: "gp-published-equal-variance", penalty: "equation", penaltyWeight: 0, standardise: true },
  ],
  claims: [
    claim("under RL-BIC the raw graph is nearly complete: 50 edges or more of 55", {
      min: "raw.edges",
      atLeast: 50,
      where: { scoreName: "gp-published" },
    }),
    claim("the same under RL-BIC2 without a penalty", {
      min: "raw.edges",
      atLeast: 50,
      where: { penaltyWeight: 0 },
    }),
  ],
  smallest: { families: 1, seeds: 1, columns: 4, rows: 150, iterations: 20 },
};
