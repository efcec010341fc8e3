// The names of the scores: what each takes and reads, and how it is made.

import type { Table } from "../data/table.ts";
import { additive, additiveTerms } from "../score/additive.ts";
import { bdeu } from "../score/bdeu.ts";
import { bge } from "../score/bge.ts";
import { discreteBic } from "../score/discrete-bic.ts";
import { generalizedCv, generalizedCvTerms } from "../score/generalized-cv.ts";
import { generalizedMarginal, generalizedMarginalTerms } from "../score/generalized-marginal.ts";
import { gp, gpTerms } from "../score/gp.ts";
import { gpEqualVariance, gpSetStatistics } from "../score/gp-equal-variance.ts";
import { gpPublished, gpPublishedEqualVariance, gpPublishedResiduals } from "../score/gp-published.ts";
import { independence } from "../score/independence.ts";
import { linearBic, linearBicEqualVariance } from "../score/linear-bic.ts";
import { mixedBic } from "../score/mixed-bic.ts";
import type { ParentSetValues } from "../score/parent-sets.ts";
import { quadratic, quadraticEqualVariance } from "../score/quadratic.ts";
import type { Score } from "../score/score.ts";
import type { Beat } from "../score/watched-terms.ts";
import { onScorable, type Takes } from "./scorable.ts";
import { type ScoreOptions, type ScoreSpec, scoreOptions } from "./score-options.ts";

export interface ScoreEntry extends ScoreOptions {
  readonly describes: string;
  /** What its columns are: numbers, unless said. */
  readonly takes?: Takes;
  /** Are the effects in its model linear? No, where absent. */
  readonly isLinear?: boolean;
  /** The pruning that goes with it where a search prunes by a threshold unless told otherwise. */
  readonly prune?: string;
  readonly make: (table: Table, spec: ScoreSpec, given: ScoreMachine) => Score;
  /** Of a slow score: the numbers of each parent set, which `make` takes where they were computed before. */
  readonly sets?: (table: Table, spec: ScoreSpec, given: ScoreMachine) => ParentSetValues;
}

/** What slow scores may use. */
export interface ScoreMachine {
  /** Numbers of parent sets, computed before. */
  readonly sets?: ParentSetValues | undefined;
  /** The float64 kernels as 256-bit instructions. */
  readonly wide?: WebAssembly.Module | undefined;
  /** Called in the middle of a term that takes long. */
  readonly beat?: Beat | undefined;
}

export const scores: Readonly<Record<string, ScoreEntry>> = onScorable({
  bic: {
    describes: "linear, one noise variance for each variable (the paper's RL-BIC)",
    isLinear: true,
    // Its published runs were made with the penalty of the equation: both names mean the same.
    ...scoreOptions.bic,
    make: (table, { penaltyWeight }) => linearBic(table, { penaltyWeight }),
  },
  "bic-equal-variance": {
    describes:
      "linear, one noise variance for all (the paper's RL-BIC2); depends on the units of the columns",
    isLinear: true,
    ...scoreOptions["bic-equal-variance"],
    make: (table, { penalty, penaltyWeight }) => linearBicEqualVariance(table, { penalty, penaltyWeight }),
  },
  additive: {
    describes: "nonlinear: a smooth function of each parent (CAM), BIC with effective degrees of freedom",
    ...scoreOptions.additive,
    prune: "cam",
    make: (table, { penaltyWeight }, { sets, beat }) => additive(table, { penaltyWeight, terms: sets, beat }),
    sets: (table, { penaltyWeight }, { beat }) => additiveTerms(table, { penaltyWeight, beat }),
  },
  bge: {
    describes: "linear, Bayesian: marginal likelihood under a normal–Wishart prior",
    isLinear: true,
    ...scoreOptions.bge,
    make: (table) => bge(table),
  },
  quadratic: {
    describes: "quadratic, one noise variance for each variable",
    ...scoreOptions.quadratic,
    prune: "quadratic",
    make: (table, { penaltyWeight }) => quadratic(table, { penaltyWeight }),
  },
  "quadratic-equal-variance": {
    describes:
      "quadratic, one noise variance for all (the paper's RL-BIC2 on quadratic data); depends on the units of the columns",
    ...scoreOptions["quadratic-equal-variance"],
    prune: "quadratic",
    make: (table, { penalty, penaltyWeight }) => quadraticEqualVariance(table, { penalty, penaltyWeight }),
  },
  gp: {
    describes: "nonlinear: marginal likelihood of a Gaussian process with noise; slow beyond 12 variables",
    ...scoreOptions.gp,
    prune: "greedy",
    make: (table, _, { sets, ...machine }) => gp(table, { terms: sets, ...machine }),
    sets: (table, _, { wide, beat }) => gpTerms(table, { wide, beat }),
  },
  "gp-equal-variance": {
    describes: "the same with one noise variance for all; depends on units, not for exact search",
    ...scoreOptions["gp-equal-variance"],
    prune: "greedy",
    make: (table, _, { sets, ...machine }) => gpEqualVariance(table, { statistics: sets, ...machine }),
    sets: (table, _, { wide, beat }) => gpSetStatistics(table, { wide, beat }),
  },
  "gp-published": {
    describes: "the paper's Gaussian-process RL-BIC: misspecified, for comparison only",
    ...scoreOptions["gp-published"],
    prune: "greedy",
    make: (table, { penaltyWeight }, { sets, ...machine }) =>
      gpPublished(table, { penaltyWeight, residuals: sets, ...machine }),
    sets: (table, _, { wide, beat }) => gpPublishedResiduals(table, { wide, beat }),
  },
  "gp-published-equal-variance": {
    describes: "the paper's Gaussian-process RL-BIC2: misspecified, for comparison only",
    ...scoreOptions["gp-published-equal-variance"],
    prune: "greedy",
    make: (table, { penalty, penaltyWeight }, { sets, ...machine }) =>
      gpPublishedEqualVariance(table, { penalty, penaltyWeight, residuals: sets, ...machine }),
    sets: (table, _, { wide, beat }) => gpPublishedResiduals(table, { wide, beat }),
  },
  "generalized-cv": {
    describes:
      "any dependence: cross-validated likelihood of a variable's kernel features; up to 2,000 rows, slow",
    ...scoreOptions["generalized-cv"],
    prune: "greedy",
    make: (table, _, { sets, ...machine }) => generalizedCv(table, { terms: sets, ...machine }),
    sets: (table, _, { wide, beat }) => generalizedCvTerms(table, { wide, beat }),
  },
  "generalized-marginal": {
    describes: "any dependence: marginal likelihood of a variable's kernel features; up to 2,000 rows, slow",
    ...scoreOptions["generalized-marginal"],
    prune: "greedy",
    make: (table, _, { sets, ...machine }) => generalizedMarginal(table, { terms: sets, ...machine }),
    sets: (table, _, { wide, beat }) => generalizedMarginalTerms(table, { wide, beat }),
  },
  independence: {
    describes:
      "nonlinear, any noise: are the residuals independent (HSIC)? up to 2,000 rows, not for exact search",
    ...scoreOptions.independence,
    prune: "greedy",
    make: (table, { penaltyWeight }, { wide, beat }) => independence(table, { penaltyWeight, wide, beat }),
  },
  bdeu: {
    describes: "categories, Bayesian: marginal likelihood of the counts under a Dirichlet prior",
    takes: "categories",
    ...scoreOptions.bdeu,
    prune: "greedy",
    make: (table, { equivalentSampleSize }) => bdeu(table, { equivalentSampleSize }),
  },
  "bic-discrete": {
    describes: "categories: BIC of the counts",
    takes: "categories",
    ...scoreOptions["bic-discrete"],
    prune: "greedy",
    make: (table, { penaltyWeight }) => discreteBic(table, { penaltyWeight }),
  },
  "bic-mixed": {
    describes: "categories and numbers together: BIC of a Gaussian for each combination of labels",
    takes: "mixed",
    isLinear: true,
    ...scoreOptions["bic-mixed"],
    prune: "greedy",
    make: (table, { penaltyWeight }) => mixedBic(table, { penaltyWeight }),
  },
});
