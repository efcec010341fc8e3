// The weight of the BIC penalty appropriate to the size of a table.
//
//     w = n log(1 + t² / (n − 2)) / log n, at least 1 and at most 3        d variables, n rows; t: the value that |T| of Student's
//                                                                         distribution (n − 2) exceeds with probability 0.05 / (d(d − 1)/2)
//
// An edge between two variables raises the linear score by −n log(1 − r²), r their correlation, and costs w log n. For independent
// Gaussian variables r √(n − 2) / √(1 − r²) has Student's distribution. So w is the weight at which at most one in twenty tables of d
// independent variables has an edge anywhere among its d(d − 1)/2 pairs (Bonferroni). With few variables and many rows BIC's own
// cost, log n, is enough and stays unchanged: w tends to 1 as rows are added, and the graph is the one that BIC finds. With weight 1
// the number of false edges grows with the number of pairs.
//
// The cost is about 4 log d + 2 log 10, like the extended BIC with γ = 1, which adds 4γ log d to BIC's cost, but without a term for the
// rows; with log n added (γ = 3/4) small and dense tables lose more true edges than they avoid false ones. The risk inflation criterion
// is 2 log p for p candidates, here the pairs: 4 log d − 2 log 2.
//
// At most 3: on simulated tables of 50 and 100 variables with 200 rows, larger weights lose more true edges than they avoid
// false ones. All of this is measured in experiments/penalty.
//
// Tetrad and FLOP use weight 2 for all tables.
//
// Chen, J., Chen, Z. "Extended Bayesian information criteria for model selection with large model spaces." Biometrika 95(3), 2008.
// Foygel, R., Drton, M. "Extended Bayesian information criteria for Gaussian graphical models." NeurIPS 2010.
// Foster, D., George, E. "The risk inflation criterion for multiple regression." Annals of Statistics 22(4), 1994.

import { check } from "../check.ts";
import { logarithm, logarithm1p } from "../math/elementary.ts";
import { studentBound } from "../math/student.ts";

export interface TableSize {
  /** Variables. */
  readonly d: number;
  /** Rows. */
  readonly n: number;
}

/** Share of tables of independent variables that may have an edge. */
const errorRate = 0.05;
const mostWeight = 3;

export function penaltyWeightFor({ d, n }: TableSize): number {
  check(d >= 1 && n >= 2, `score: a penalty weight is for at least 1 variable and 2 rows, got ${d} and ${n}`);
  if (d === 1) return 1;
  if (n <= 2) return mostWeight;
  const t = studentBound(errorRate / ((d * (d - 1)) / 2), n - 2);
  const cost = n * logarithm1p((t * t) / (n - 2));
  return Math.min(mostWeight, Math.max(1, cost / logarithm(n)));
}
