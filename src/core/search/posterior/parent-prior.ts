// The prior probability of a set of parents of a variable, by its size k, out of d − 1 variables.
//
//     fair      all numbers of parents equally probable, and all sets of the same size:   1 / C(d − 1, k)
//     uniform   all sets equally probable:                                                1
//
// Under "uniform" any two variables are linked with probability one half, however many variables there are, so that with many
// variables chance links are believed. Under "fair" one more parent has odds of (k + 1)/(d − 1 − k), which are small with many.
//
// Friedman, Koller, "Being Bayesian about network structure", Machine Learning 50, 2003 (section 3).
// Eggeling, Viinikka, Vuoksenmaa, Koivisto, "On structure priors for learning Bayesian networks", AISTATS 2019.

import { logarithm } from "../../math/elementary.ts";
import type { Local } from "../../score/score.ts";

export const parentPriors = ["fair", "uniform"] as const;
export type ParentPrior = (typeof parentPriors)[number];

/** Log of the weight of k parents, at k; up to a constant. */
export function logParentPrior(d: number, prior: ParentPrior): Float64Array {
  const logs = new Float64Array(d);
  if (prior === "uniform") return logs;
  for (let k = 1; k < d; k++) logs[k] = logs[k - 1] + logarithm(k) - logarithm(d - k);
  return logs;
}

/** Terms that, times `factor`, are log evidence plus log prior. */
export function withParentPrior(local: Local, factor: number, logs: Float64Array): Local {
  const { gaussian, ofSets } = local;
  return {
    ...local,
    atMost: undefined,
    ofSets: ofSets?.ofSize ? undefined : ofSets && { ...ofSets, ofSize: logs.map((x) => x / factor) },
    term: (node, parents) => local.term(node, parents) + logs[parents.length] / factor,
    ...(gaussian && { gaussian: { ...gaussian, c: gaussian.c.map((x, k) => x + logs[k] / factor) } }),
  };
}
