// The weight of the BIC penalty that the size of a table asks for.
//
//     w = 1 + 3 log d / log n, at most 3            d variables, n rows: an edge costs w log n = log n + 3 log d
//
// BIC takes every model as likely beforehand as any other. That is a prior for many edges: of d variables, d(d − 1)/2 pairs may be
// linked, and with weight 1 so many pairs are tried that chance alone links some, the more the more variables there are. The
// extended BIC counts the models of each size, which adds 4γ log d to the cost of an edge. For Gaussian graphical models it finds
// the true graph as n grows if γ > 1 − 1/(4κ), where d = n^κ: with γ = 3/4 for any number of variables up to that of the rows, and
// 4γ = 3. Two variables that are strangers are then linked with a probability of about 1/(√n d^1.5), so of all pairs at most a
// fraction of one is expected.
//
// Chen, J., Chen, Z. "Extended Bayesian information criteria for model selection with large model spaces." Biometrika 95(3), 2008.
// Foygel, R., Drton, M. "Extended Bayesian information criteria for Gaussian graphical models." NeurIPS 2010.
//
// Not above 3: on simulated tables of 50 and 100 variables with 200 rows larger weights lose more true edges than they avoid
// false ones (experiments/penalty).
//
// Weight 2, which Tetrad and FLOP take for all tables, is this one's at d³ = n.

import { check } from "../check.ts";
import { logarithm } from "../math/elementary.ts";

export interface TableSize {
  /** Variables. */
  readonly d: number;
  /** Rows. */
  readonly n: number;
}

const mostWeight = 3;

export function penaltyWeightFor({ d, n }: TableSize): number {
  check(d >= 1 && n >= 2, `score: a penalty weight is for at least 1 variable and 2 rows, got ${d} and ${n}`);
  return Math.min(mostWeight, 1 + (3 * logarithm(d)) / logarithm(n));
}
