// The training state of DAG-GNN (dag-gnn.ts), as plain JSON from which it resumes to the same bytes, and as a step.

import * as z from "zod";
import type { Knowledge } from "../../../graph/knowledge.ts";
import { base64FromNumbers, float64FromBase64 } from "../../../math/bytes/bytes.ts";
import { logarithm } from "../../../math/elementary.ts";
import { matrix } from "../../../math/matrix.ts";
import type { Score } from "../../../score/score.ts";
import { index, maybe, packed } from "../../resumed-state.ts";
import { type Cut, cutFrom, noCut } from "../weighted-dag.ts";
import type { DagGnnStep } from "./dag-gnn.ts";

/** Why training ended: h is small enough; c or the rounds have reached their limit; the loss is not finite. */
const endings = {
  converged: "done",
  limit: "done; h is still above 1e-8",
  diverged: "the loss is no longer finite; scale the columns",
} as const;

/** Numbers that are infinite at first are stored as null. */
const placeSchema = z.strictObject({
  ending: z.enum(["converged", "limit", "diverged"]).nullable(),
  /** Updates of λ, and solves, so far. */
  rounds: index,
  solves: index,
  /** Batches in this solve, and in total. */
  batches: index,
  steps: index,
  /** log₁₀ c. */
  power: z.number(),
  lambda: z.number(),
  /** h at the last batch, after the last solve that counts, and at the last update of λ. */
  h: z.number(),
  hSolved: z.number(),
  hUpdated: maybe,
  /** Means over the last complete epoch. */
  kl: maybe,
  nll: maybe,
  /** Sums over the current epoch. */
  klSum: z.number(),
  nllSum: z.number(),
  leastElbo: maybe,
  /** Of the chosen epoch: the criterion it was chosen by, and the number of steps so far (0: there is none yet). */
  leastChosen: maybe,
  chosenAt: index,
});

export type Place = z.infer<typeof placeSchema>;

export const start: Readonly<Place> = {
  ...{ ending: null, rounds: 0, solves: 0, batches: 0, steps: 0, power: 0, lambda: 0 },
  ...{ h: 1, hSolved: 1, hUpdated: null, kl: null, nll: null, klSum: 0, nllSum: 0 },
  ...{ leastElbo: null, leastChosen: null, chosenAt: 0 },
};

export const dagGnnState = z.strictObject({
  place: placeSchema,
  /** Parameters, both moments of Adam, and the chosen weights. */
  numbers: z.array(packed).readonly(),
});

export type DagGnnState = Readonly<z.infer<typeof dagGnnState>>;

export function restoreInto(arrays: readonly Float64Array[], { numbers }: DagGnnState): void {
  for (const [k, array] of arrays.entries()) array.set(float64FromBase64(numbers[k]));
}

/** `arrays` as in a state, the chosen weights last. */
export function createSteps(
  arrays: readonly Float64Array[],
  score: Score,
  { knowledge, threshold }: { readonly knowledge: Knowledge; readonly threshold: number },
): (place: Readonly<Place>) => DagGnnStep {
  const { d } = knowledge;
  const chosen = () => arrays[arrays.length - 1].slice();
  let last: { readonly at: number; readonly cut: Cut } | undefined;
  /** Recomputed when the chosen weights have changed; empty while none are chosen. */
  const cutOf = ({ chosenAt, ending }: Readonly<Place>): Cut => {
    if (chosenAt === 0 && ending === null && d > 1) return noCut;
    if (last?.at !== chosenAt)
      last = { at: chosenAt, cut: cutFrom(matrix(d, d, chosen()), score, { threshold, knowledge }) };
    return last.cut;
  };
  return (place) => {
    const { ending, solves, rounds, power, lambda, h, kl, nll } = place;
    const losses: Record<string, number> = kl === null || nll === null ? {} : { elbo: kl + nll, nll };
    return {
      ...cutOf(place),
      // Most of the remaining work is to bring h down to 1e-8.
      progress: ending === null ? Math.min(0.99, Math.max(0, -logarithm(h) / (8 * Math.LN10))) : 1,
      doing: ending === null ? `solve ${solves + 1}, c = 1e${power}` : endings[ending],
      values: { solves, rounds, power, lambda, h, ...losses },
      state: (): DagGnnState => ({ place, numbers: arrays.map(base64FromNumbers) }),
      converged: ending === "converged",
      overflowed: ending === "diverged",
      weights: chosen,
    };
  };
}
