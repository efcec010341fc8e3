// The paper's agent on its quadratic data sets (experiment 2) as the authors ran it: 20,000 iterations each, compared with theirs
// and with the proven optimum.

import { claim } from "../claims.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The paper's agent on the paper's quadratic data sets",
  search: "rl",
  options: { preset: "paper" },
  isLong: true,
  prune: "quadratic",
  threshold: 0.3,
  tables: [{ set: "paper/exp2-quad-10", seeds: [8, 100, 500, 1231, 1280] }],
  scores: [{ scoreName: "quadratic-equal-variance", penalty: "runs" }],
  claims: [claim("pruned: mean SHD at most 0.6, as published", { mean: "pruned.shd", atMost: 0.6 })],
  smallest: { families: 1, seeds: 1, iterations: 20 },
};
