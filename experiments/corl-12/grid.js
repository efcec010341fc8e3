// CORL on 12 variables: the five Gaussian data sets of the authors' earlier paper, and twenty fresh ones.

import { certificatesHold, reachesOptimum } from "../claims.js";
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
  // Claims of one form about different rows are data, written out so that each can be read on its own.
  claims: [
    reachesOptimum("equal variances, both kinds of reward: 19 of 20 runs reach the proven optimum", 0.95, {
      scoreName: "bic-equal-variance",
    }),
    reachesOptimum("unequal variances, rewards at the end of an order: 18 of 20", 0.9, { scoreName: "bic" }),
    certificatesHold,
  ],
  smallest: { families: 1, seeds: 1 },
};
