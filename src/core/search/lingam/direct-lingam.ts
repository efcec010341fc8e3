// DirectLiNGAM: a causal order found from its beginning, for linear effects and noise that is not Gaussian.
//
//     find the variable that looks least like an effect of any other (exogenous.ts); it comes next
//     regress it out of the others and continue with their residuals
//     regress each variable on those before it (along-order.ts)
//
// No iterations, nothing random, and no dependence on units: scaling or shifting a column does not change the order.
//
// Shimizu et al., "DirectLiNGAM: a direct method for learning a linear non-Gaussian structural equation model", JMLR 12, 2011;
// the measure is that of Hyvärinen & Smith, JMLR 14, 2013, as in the package lingam.
//
// Differs from the package lingam in knowledge, which is about edges here and about paths there (see knowledge-order.ts), and
// in comparing only the pairs that can change the result.

import * as z from "zod";
import { index, resumedState } from "../resumed-state.ts";
import type { ProblemWith, Search } from "../search.ts";
import type { LingamOptions } from "./along-order.ts";
import { mostExogenous } from "./exogenous.ts";
import { ending, type LingamStep, nothingPlaced, placedSchema, placing } from "./placed-variables.ts";

const stateSchema = z.strictObject({
  placed: placedSchema,
  /** M of the variable placed last. */
  measure: z.number(),
  /** Pairs compared so far. */
  compared: index,
});

/**
 * DirectLiNGAM.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(directLingam({ table, score: linearBic(table) })).graph.d; // 3
 * ```
 */
export function* directLingam(
  problem: ProblemWith<"table" | "score">,
  options: LingamOptions = {},
): Search<LingamStep> {
  const d = problem.table.X.cols;
  let state = resumedState(stateSchema, problem.from) ?? { placed: nothingPlaced, measure: 0, compared: 0 };
  const { columns, open, place, summary } = placing(problem, options, state.placed);
  const step = (): LingamStep => {
    const now = summary(state.placed);
    const { measure, compared } = state;
    const placed = now.order.length;
    const openShare = (d - placed) / d;
    return {
      ...now,
      progress: 1 - openShare * openShare,
      doing: placed < d ? `variable ${placed + 1} of ${d}` : ending(now),
      values: { placed, compared, measure, gaussian: now.gaussian.length },
      state,
    };
  };
  while (state.placed.order.length < d) {
    const { candidates, rest } = open(state.placed);
    const { variable, measure, compared } = mostExogenous(columns, candidates, rest);
    state = { placed: place(state.placed, variable), measure, compared: state.compared + compared };
    if (state.placed.order.length < d) yield step();
  }
  return step();
}
