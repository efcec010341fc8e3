// The order-decoded agent on 12 variables: the authors' five Gaussian sets with four seeds, and forty fresh sets.

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
  claims: [
    {
      sentence: "the authors' sets, equal variances, both penalties: every run reaches the proven optimum",
      where: { set: "paper/exp1-gauss-12", scoreName: "bic-equal-variance" },
      column: "agent.isOptimal",
      by: "min",
      atLeast: 1,
    },
    {
      sentence: "the same: in its first restart",
      where: { set: "paper/exp1-gauss-12", scoreName: "bic-equal-variance" },
      column: "agent.restarts",
      by: "max",
      atMost: 1,
    },
    {
      sentence: "the same: after at most 60 iterations, in the median",
      where: { set: "paper/exp1-gauss-12", scoreName: "bic-equal-variance" },
      column: "agent.iterations",
      by: "median",
      atMost: 60,
    },
    {
      sentence: "the authors' sets, unequal variances: 19 of 20 runs reach the proven optimum",
      where: { set: "paper/exp1-gauss-12", scoreName: "bic" },
      column: "agent.isOptimal",
      by: "mean",
      atLeast: 0.95,
    },
    {
      sentence: "the same: after at most 60 iterations, in the median",
      where: { set: "paper/exp1-gauss-12", scoreName: "bic" },
      column: "agent.iterations",
      by: "median",
      atMost: 60,
    },
    {
      sentence: "fresh sets, equal variances, the paper's equation: 37 of 40 reach the proven optimum",
      where: { set: "bernoulli-12", scoreName: "bic-equal-variance", penalty: "equation" },
      column: "agent.isOptimal",
      by: "mean",
      atLeast: 0.925,
    },
    {
      sentence: "fresh sets, equal variances, the penalty of the published runs: the same",
      where: { set: "bernoulli-12", scoreName: "bic-equal-variance", penalty: "runs" },
      column: "agent.isOptimal",
      by: "mean",
      atLeast: 0.925,
    },
    {
      sentence: "fresh sets, unequal variances: 38 of 40 reach the proven optimum",
      where: { set: "bernoulli-12", scoreName: "bic" },
      column: "agent.isOptimal",
      by: "mean",
      atLeast: 0.95,
    },
  ],
  smallest: { families: 1, seeds: 2 },
};
