// The order-decoded agent on 12 variables: the authors' five Gaussian sets with four seeds, and forty fresh sets.

import { claim } from "../claims.js";
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
  // Claims of one form and of other rows: data, told one by one so that each can be read alone.
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
    claim("the same: after at most 60 iterations, in the median", {
      median: "agent.iterations",
      atMost: 60,
      where: { set: "paper/exp1-gauss-12", scoreName: "bic-equal-variance" },
    }),
    claim("the authors' sets, unequal variances: 19 of 20 runs reach the proven optimum", {
      mean: "agent.isOptimal",
      atLeast: 0.95,
      where: { set: "paper/exp1-gauss-12", scoreName: "bic" },
    }),
    claim("the same: after at most 60 iterations, in the median", {
      median: "agent.iterations",
      atMost: 60,
      where: { set: "paper/exp1-gauss-12", scoreName: "bic" },
    }),
    claim("fresh sets, equal variances, the paper's equation: 37 of 40 reach the proven optimum", {
      mean: "agent.isOptimal",
      atLeast: 0.925,
      where: { set: "bernoulli-12", scoreName: "bic-equal-variance", penalty: "equation" },
    }),
    claim("fresh sets, equal variances, the penalty of the published runs: the same", {
      mean: "agent.isOptimal",
      atLeast: 0.925,
      where: { set: "bernoulli-12", scoreName: "bic-equal-variance", penalty: "runs" },
    }),
    claim("fresh sets, unequal variances: 38 of 40 reach the proven optimum", {
      mean: "agent.isOptimal",
      atLeast: 0.95,
      where: { set: "bernoulli-12", scoreName: "bic" },
    }),
  ],
  smallest: { families: 1, seeds: 2 },
};
