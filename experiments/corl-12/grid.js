// CORL on 12 variables: the authors' five Gaussian data sets of the paper before it, and twenty fresh ones.

import { freshSets } from "../fresh.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "CORL on 12-node linear-Gaussian data sets",
  search: "corl",
  threshold: 0.3,
  tables: [{ set: "paper/exp1-gauss-12", seeds: [8, 20, 100, 1231, 1280] }, freshSets(1, 20)],
  scores: [
    { scoreName: "bic-equal-variance", penalty: "equation", reward: "episodic" },
    { scoreName: "bic-equal-variance", penalty: "equation", reward: "stepwise" },
    { scoreName: "bic", penalty: null, reward: "episodic" },
  ],
  claims: [
    {
      sentence: "equal variances, both kinds of reward: 19 of 20 runs reach the proven optimum",
      where: { scoreName: "bic-equal-variance" },
      column: "agent.isOptimal",
      by: "mean",
      atLeast: 0.95,
    },
    {
      sentence: "unequal variances, rewards at the end of an order: 18 of 20",
      where: { scoreName: "bic" },
      column: "agent.isOptimal",
      by: "mean",
      atLeast: 0.9,
    },
    {
      sentence: "every certificate holds when re-run against its table",
      column: "proofHolds",
      by: "min",
      atLeast: 1,
    },
  ],
  smallest: { families: 1, seeds: 1 },
};
