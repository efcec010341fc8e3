// The weights of the two acyclicity penalties and how they rise.
//
//     penalised score = S + λ₁ · [not acyclic] + λ₂ · h        (S scaled to 0 … 5, lower is better; Eq. 6)
//
// Every t₀ iterations both rise: λ₁ ← min(λ₁ + 1, Λ₁), λ₂ ← min(10 λ₂, 0.01). The cap Λ₁ starts at 5, the score of the empty
// graph, and follows the best graph seen if that is acyclic: it only decreases ("paper", Algorithm 1), or it is set to that
// graph's score ("code", as published: λ₁ may fall). λ₂ starts at 10^−⌈d/3⌉ ("paper") or 10^−⌊d/3⌋ ("code": the value in the
// authors' logs, although the published code rounds).
//
// Zhu, Ng & Chen, "Causal discovery with reinforcement learning", ICLR 2020, Algorithm 1. The paper also lets S_U, and with
// it the scale of S, follow the best score; its code never rescales, and neither do we.

import * as z from "zod";

export type LambdaRule = "paper" | "code";

export const lambdasSchema = z.strictObject({
  /** λ₁, the weight of "not acyclic", and its cap Λ₁. */
  one: z.number(),
  cap: z.number(),
  /** λ₂, the weight of the distance. */
  two: z.number(),
});

export type Lambdas = Readonly<z.infer<typeof lambdasSchema>>;

const most = { one: 5, two: 0.01 };

export function firstLambdas(d: number, rule: LambdaRule): Lambdas {
  let two = 1;
  const exponent = rule === "paper" ? Math.ceil(d / 3) : Math.floor(d / 3);
  for (let k = 0; k < exponent; k++) two /= 10;
  return { one: 0, cap: most.one, two: Math.min(two, most.two) };
}

/** The next weights, given the best graph seen under the current ones. */
export function nextLambdas(
  { one, cap, two }: Lambdas,
  rule: LambdaRule,
  best: { readonly score: number; readonly distance: number },
): Lambdas {
  // 0 is not a lower bound of every score; a negative weight would reward cycles.
  const score = Math.max(0, best.score);
  const next = best.distance !== 0 ? cap : rule === "paper" ? Math.min(cap, score) : score;
  return { one: Math.min(one + 1, next), cap: next, two: Math.min(10 * two, most.two) };
}

export function penalised(
  score: number,
  distance: number,
  isAcyclic: boolean,
  { one, two }: Lambdas,
): number {
  return score + (isAcyclic ? 0 : one + two * distance);
}
