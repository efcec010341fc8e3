// The paper's agent with the preset `fast` on the paper's quadratic data sets, each with three seeds of the agent.

import { claim } from "../claims.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The agent made cheap on the paper's quadratic data sets",
  search: "rl",
  options: { preset: "fast" },
  prune: "quadratic",
  threshold: 0.3,
  tables: [{ set: "paper/exp2-quad-10", seeds: [8, 100, 500, 1231, 1280], runSeeds: [1, 2, 3] }],
  scores: [{ scoreName: "quadratic-equal-variance", penalty: "runs" }],
  claims: [
    claim("pruned: mean SHD at most 0.6, as published for the whole runs", {
      mean: "pruned.shd",
      atMost: 0.6,
    }),
    claim("the proven optimum is reached in every run", { max: "gap", atMost: 0 }),
  ],
  smallest: { families: 1, seeds: 1, iterations: 20 },
};
