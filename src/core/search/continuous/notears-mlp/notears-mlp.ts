// NOTEARS with networks (NOTEARS-MLP): effects of any smooth shape, under the same smooth acyclicity constraint.
//
//     min  loss of a network for each variable (notears-mlp-loss.ts)   subject to   h = tr e^{W∘W} − d = 0
//     by the augmented Lagrangian of notears.ts; then the weights below 0.3 are removed (weighted-dag.ts)
//
// W_ij is the norm of all first-layer weights from x_i in the network of x_j: 0 if x_j does not depend on x_i.
//
// Squared errors are summed in the columns' own units, as in linear NOTEARS: the order of the variances influences the
// directions, and the threshold depends on the units too.
//
// Zheng, Dan, Aragam, Ravikumar & Xing, "Learning sparse nonparametric DAGs", AISTATS 2020.
//
// Differs from xunzheng/notears and gCastle: each solve starts from the last accepted weights, even if the previous solve was
// not accepted (there it continues from that one's result); one bias in place of a difference of two; the knowledge fixes
// weights at 0, and required edges have no λ₁; the threshold rises if the weights above it have a cycle. gCastle's h is the
// polynomial of Yu et al. 2019 (`acyclicity: "polynomial"`).

import { check } from "../../../check.ts";
import { checkNumbers, checkRows } from "../../../data/table.ts";
import { sortedRows } from "../../../math/matrix.ts";
import type { ProblemWith, Search } from "../../search.ts";
import {
  type NotearsOptions,
  type NotearsStep,
  notearsOptions,
  startedAt,
  weightSearch,
} from "../notears/notears.ts";
import { mlpLoss } from "./notears-mlp-loss.ts";

export interface NotearsMlpOptions extends NotearsOptions {
  /** Weight of half the sum of squared weights. */
  readonly lambda2?: number;
  /** Hidden units of each network. */
  readonly hidden?: number;
}

/**
 * NOTEARS with networks.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const problem = { table, score: linearBic(table), rng: createRng(1) };
 * finish(notearsMlp(problem, { hidden: 2 })).graph.d; // 3
 * ```
 */
export function* notearsMlp(
  problem: ProblemWith<"table" | "score" | "rng">,
  options: NotearsMlpOptions = {},
): Search<NotearsStep> {
  const { table, score, rng } = problem;
  const { lambda2 = 0.01, hidden = 10 } = options;
  const settings = notearsOptions("notears-mlp", problem, { lambda1: 0.01, ...options });
  check(lambda2 >= 0, `notears-mlp: lambda2 must be 0 or more, got ${lambda2}`);
  check(
    Number.isInteger(hidden) && hidden >= 1,
    `notears-mlp: hidden must be a whole number from 1, got ${hidden}`,
  );
  checkNumbers("notears-mlp", table);
  checkRows("notears-mlp", table);
  const loss = mlpLoss(sortedRows(table.X), { ...settings, lambda2, hidden });
  const from = settings.from ?? startedAt(loss.start(rng));
  return yield* weightSearch(loss, score, { ...settings, from });
}
