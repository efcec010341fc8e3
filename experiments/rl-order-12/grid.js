// The order-decoded agent on 12 variables: the authors' five Gaussian sets with four seeds, and forty fresh sets.

import { claim, endsWithin, reachesOptimum } from "../claims.js";
import { freshSets } from "../fresh.js";

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The order-decoded agent on 12-node linear-Gaussian data sets",
  search: "rl-order",
  restarts: 8,
  threshold: 0.3,
  tables: [
    { set: "paper/exp1-gauss-12", seeds: [8, 20, 100, 1231, 1280], runSeeds: [1, 2, 3, 4] },
    freshSets(1, 40),
  ],
  scores: [
    { scoreName: "bic-equal-variance", penalty: "equation" },
    { scoreName: "bic-equal-variance", penalty: "runs" },
    { scoreName: "bic", penalty: null },
  ],
  // Claims of one form about different rows are data, written out so that each can be read on its own.
  claims: [
    claim("the authors' sets, equal variances, both penalties: every run reaches the proven optimum", {
      min: "agent.isOptimal",
      atLeast: 1,
      where: { set: "paper/exp1-gauss-12", scoreName: "bic-equal-variance" },
    }),
    claim("the same: in its first restart", {
      max: "agent.restarts",
      atMost: 1,
      where: { set: "paper/exp1-gauss-12", scoreName: "bic-equal-variance" },
    }),
    endsWithin("the same: after at most 60 iterations, in the median", 60, {
      set: "paper/exp1-gauss-12",
      scoreName: "bic-equal-variance",
    }),
    reachesOptimum("the authors' sets, unequal variances: 19 of 20 runs reach the proven optimum", 0.95, {
      set: "paper/exp1-gauss-12",
      scoreName: "bic",
    }),
    endsWithin("the same: after at most 60 iterations, in the median", 60, {
      set: "paper/exp1-gauss-12",
      scoreName: "bic",
    }),
    reachesOptimum(
      "fresh sets, equal variances, the paper's equation: 37 of 40 reach the proven optimum",
      0.925,
      { set: "bernoulli-12", scoreName: "bic-equal-variance", penalty: "equation" },
    ),
    reachesOptimum("fresh sets, equal variances, the penalty of the published runs: the same", 0.925, {
      set: "bernoulli-12",
      scoreName: "bic-equal-variance",
      penalty: "runs",
    }),
    reachesOptimum("fresh sets, unequal variances: 38 of 40 reach the proven optimum", 0.95, {
      set: "bernoulli-12",
      scoreName: "bic",
    }),
  ],
  smallest: { families: 1, seeds: 2 },
};
