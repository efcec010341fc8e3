// BGe: the marginal likelihood of a linear Gaussian model under a normal–Wishart prior.
//
//     score(j, P) = log p(data on P ∪ j) − log p(data on P)
//     log p(data on Y) = −ℓn/2 · log π + ℓ/2 · log(α_μ / (n + α_μ)) + log Γ_ℓ((n + α_w − d + ℓ)/2) − log Γ_ℓ((α_w − d + ℓ)/2)
//                        + (α_w − d + ℓ)/2 · log |T_YY| − (n + α_w − d + ℓ)/2 · log |R_YY|,     ℓ = |Y|
//     T = t·I, t = α_μ (α_w − d − 1)/(α_μ + 1);   R = T + S, S the scatter matrix
//
// Geiger & Heckerman, Annals of Statistics 30(5), 2002, with the correction of Kuipers, Moffa & Heckerman, Annals of
// Statistics 42(4), 2014. α_μ = 1, α_w = d + 2 as in pcalg and bnlearn.
//
// Differs from BiDAG: the prior mean is the column means, as in bnlearn, so adding a constant to a column changes
// nothing. The score is equal within an equivalence class; it depends on units, because T does not scale with them: a column
// of numbers far below 1 loses its links.

import * as z from "zod";
import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import { logarithm, logGamma } from "../math/elementary.ts";
import { matrix } from "../math/matrix.ts";
import { defineScore } from "./definition.ts";
import { checkedScatter, linearFits, regression } from "./regression.ts";
import { type Local, localScore, type Score } from "./score.ts";

export interface BgeOptions {
  /** α_μ: the weight of the prior on the mean, in rows. */
  readonly meanWeight?: number;
  /** α_w − d: degrees of freedom of the Wishart prior beyond the number of variables. */
  readonly wishartExcess?: number;
}

/**
 * The marginal likelihood of a linear Gaussian model.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(bge(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function bge(table: Table, { meanWeight = 1, wishartExcess = 2 }: BgeOptions = {}): Score {
  check(meanWeight > 0, `bge: the prior weight of the mean must be positive, got ${meanWeight}`);
  check(
    wishartExcess > 1,
    `bge: the Wishart prior needs more than 1 degree of freedom beyond d, got ${wishartExcess}`,
  );
  const { n, S } = checkedScatter(table, true);
  const d = S.cols;
  const t = (meanWeight * (wishartExcess - 1)) / (meanWeight + 1);
  const R = matrix(d, d, new Float64Array(S.data));
  for (let j = 0; j < d; j++) R.data[j * d + j] += t;

  // With k = |P|: log|R_Pj| = log v + log|R_P|, so the term is a[k] log v + b[k] log|R_P| + c[k].
  const a = new Float64Array(d);
  const b = new Float64Array(d).fill(-0.5);
  const c = new Float64Array(d);
  for (let k = 0; k < d; k++) {
    const posterior = (n + wishartExcess + k + 1) / 2;
    const prior = (wishartExcess + k + 1) / 2;
    a[k] = -posterior;
    // The multivariate Γ_{k+1}(x + ½) / Γ_k(x) leaves one ordinary Γ: log Γ(x + ½), plus k/2 · log π on either side.
    c[k] =
      (-n / 2) * logarithm(Math.PI) +
      0.5 * logarithm(meanWeight / (n + meanWeight)) +
      logGamma(posterior) -
      logGamma(prior) +
      (prior + k / 2) * logarithm(t);
  }
  const local: Local = {
    term: (node, parents) => {
      const k = parents.length;
      const { rss, logdet } = regression(R, node, parents);
      return a[k] * logarithm(rss) + b[k] * logdet + c[k];
    },
    gaussian: { M: R, n, kind: "log", a, b, c },
  };
  return localScore({
    name: "bge",
    d,
    local,
    isEquivalent: true,
    logEvidence: 1,
    isScaleFree: false,
    ...linearFits(S),
  });
}

export const bgeScore = defineScore({
  name: "bge",
  group: "lines",
  summary: "linear, Bayesian: marginal likelihood under a normal–Wishart prior",
  method: {
    term: "the marginal likelihood of a linear Gaussian model under a normal–Wishart prior (BGe)",
    assumes:
      "Each variable is a linear function of its causes plus Gaussian noise, with a separate variance for each variable.",
    sources: ["geiger", "kuipers"],
  },
  when: "As bic, but Bayesian: coefficients are integrated out instead of fitted.",
  isLinear: true,
  hasUnits: true,
  options: z.strictObject({}),
  make: (table) => bge(table),
});
