// The graph along a causal order by linear regression: each variable on those placed before it.
//
//     adaptive-lasso   the parents that the adaptive lasso keeps, with BIC (math/adaptive-lasso.ts)
//     least-squares    all of them
//
// then, of those fitted jointly by least squares in the columns' own units, the ones whose absolute coefficient exceeds the
// threshold. Forbidden parents are not considered, required ones are kept whatever the fit; if more remain than a variable may
// have, the one whose loss raises the residuals least is dropped, repeatedly.

import { check } from "../../check.ts";
import { checkNumbers, checkRows, type Table } from "../../data/table.ts";
import { type Knowledge, noKnowledge, requiredParents } from "../../graph/knowledge.ts";
import { adaptiveLasso } from "../../math/adaptive-lasso.ts";
import { unitDiagonal } from "../../math/scatter.ts";
import { checkedScatter, coefficientsOf, regression as fitted } from "../../score/regression.ts";

export const regressionNames = ["adaptive-lasso", "least-squares"] as const;
export type RegressionName = (typeof regressionNames)[number];

export interface LingamOptions {
  /** How parents are chosen among the variables placed before. */
  readonly regression?: RegressionName;
  /** Coefficients up to this absolute value are left out, in the columns' units. */
  readonly threshold?: number;
}

/** The parents of a variable among those placed before it, ascending. */
export type ParentChoice = (node: number, placed: readonly number[]) => number[];

export function parentChoice(
  table: Table,
  {
    knowledge = noKnowledge(table.names.length),
    regression = "adaptive-lasso",
    threshold = 0,
  }: LingamOptions & { readonly knowledge?: Knowledge } = {},
): ParentChoice {
  checkNumbers("lingam", table);
  checkRows("lingam", table);
  const { X } = table;
  const { rows: n, cols: d } = X;
  check(n > d + 1, `lingam: at least ${d + 2} rows are needed for ${d} variables, got ${n}`, {
    remedies: [{ act: "leave columns out", option: "columns" }],
  });
  check(threshold >= 0, `lingam: the threshold must be 0 or more, got ${threshold}`);
  check(
    regressionNames.includes(regression),
    `lingam: no regression called "${regression}"; known: ${regressionNames.join(", ")}`,
  );
  const { S } = checkedScatter(table);
  const { R } = unitDiagonal(S);
  const { forbidden, maxParents } = knowledge;
  return (node, placed) => {
    const required = requiredParents(knowledge, node);
    const allowed = placed.filter((i) => forbidden[i * d + node] === 0).sort((a, b) => a - b);
    const needed =
      regression === "adaptive-lasso" ? adaptiveLasso(R, { target: node, predictors: allowed }, n) : allowed;
    const fit = allowed.filter((i) => needed.includes(i) || required.includes(i));
    const sizes = coefficientsOf(S, node, fit);
    let parents = fit.filter((i, k) => Math.abs(sizes[k]) > threshold || required.includes(i));
    while (parents.length > Math.max(maxParents, required.length)) {
      const rss = (i: number) =>
        fitted(
          S,
          node,
          parents.filter((k) => k !== i),
        ).rss;
      const droppable = parents.filter((i) => !required.includes(i));
      const least = droppable.reduce((a, b) => (rss(b) < rss(a) ? b : a));
      parents = parents.filter((i) => i !== least);
    }
    return parents;
  };
}
