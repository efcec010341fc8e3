// How probable a set of parents of a variable is before the data, by its size k; d − 1 variables are at choice.
//
//     fair      every number of parents as probable as any other, and of a number every set:   1 / C(d − 1, k)
//     uniform   every set as probable as any other:                                            1
//
// Under "uniform" each of two variables is linked with probability one half, however many variables there are, so that among many
// chance links are believed. Under "fair" one more parent has odds of (k + 1)/(d − 1 − k): what is rare in many pairs.
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

/** Terms of a score times `factor` that are log evidence and log prior together. */
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
