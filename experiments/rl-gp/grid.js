// The paper's agent on its Gaussian-process data sets (experiment 3) under the authors' two scores: 30,000
// iterations each, compared with theirs and with the proven optimum; unpruned (as in the paper's table) and with CAM pruning. As in
// their runs, the network sees standardised columns.

import { claim } from "../claims.js";
import { gpSets } from "../tables.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The paper's agent on the paper's Gaussian-process data sets",
  search: "rl",
  options: { preset: "paper-gp" },
  isLong: true,
  prune: "cam",
  tables: [gpSets],
  // The same form as rl-sachs; the two differ in their scores and claims.
  scores: [
    { scoreName: "gp-published", penalty: null, standardise: true },
    { scoreName: "gp-published-equal-variance", penalty: "runs", standardise: true },
  ],
  claims: [
    claim("under the paper's RL-BIC the raw graph is nearly complete: 42 edges or more of 45", {
      min: "raw.edges",
      atLeast: 42,
      where: { scoreName: "gp-published" },
    }),
  ],
  smallest: { families: 1, seeds: 1, columns: 4, rows: 150, iterations: 20 },
};
