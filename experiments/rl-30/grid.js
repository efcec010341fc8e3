// The paper's agent on the authors' five 30-node data sets: 40,000 iterations each, as they ran it.

import { claim } from "../claims.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The paper's agent on the paper's own five 30-node data sets",
  search: "rl",
  options: { preset: "paper-30" },
  isLong: true,
  threshold: 0.3,
  tables: [{ set: "paper/exp1-lingam-30", seeds: [8, 20, 100, 1231, 1280] }],
  scores: [{ scoreName: "bic-equal-variance", penalty: "equation" }],
  claims: [claim("an acyclic graph is proposed", { min: "agent.sawDag", atLeast: 1 })],
  smallest: { families: 1, seeds: 1, iterations: 3 },
};
