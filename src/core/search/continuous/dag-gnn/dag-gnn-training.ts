// The training of DAG-GNN: batches of Adam, solves made of them, and between the solves the augmented Lagrangian (dag-gnn.ts has the rule).
// All that changes is in `Training.state`, from which it goes on to the same bytes.

import * as z from "zod";
import { base64FromBytes, bytesFromBase64 } from "../../../math/bytes/bytes.ts";
import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import { index, maybe, packed } from "../../resumed-state.ts";
import { dagGnnModel, startInto } from "./dag-gnn-model.ts";

/** Whose weights make the graph: the epoch of least KL + NLL, of least NLL, or the last one. */
export const epochChoices = ["elbo", "nll", "last"] as const;
export type EpochChoice = (typeof epochChoices)[number];

export interface TrainingOptions {
  readonly epochs: number;
  readonly batch: number;
  readonly rounds: number;
  readonly hidden: number;
  readonly learningRate: number;
  readonly choice: EpochChoice;
  /** mask[i * d + j] = 0: no edge i → j. */
  readonly mask: Uint8Array;
  readonly from?: TrainingState | undefined;
}

export interface Training {
  /** Batches of some tens of milliseconds, at most to the end of the solve. */
  readonly next: () => void;
  readonly place: () => Place;
  /** Ã of the chosen epoch. */
  readonly chosen: Float64Array;
  readonly state: () => TrainingState;
}

/** Why training ended: h is small enough; c or the rounds have come to their end; the loss is no number. */
export type Ending = "converged" | "limit" | "diverged";

/** Plain JSON: what is infinite at first is null. */
export interface Place {
  readonly ending: Ending | null;
  /** Updates of λ, and solves, so far. */
  readonly rounds: number;
  readonly solves: number;
  /** Batches of this solve, and of all. */
  readonly batches: number;
  readonly steps: number;
  /** log₁₀ c. */
  readonly power: number;
  readonly lambda: number;
  /** At the last batch, after the last solve that counts, and at the last update of λ. */
  readonly h: number;
  readonly hSolved: number;
  readonly hUpdated: number | null;
  /** Means over the last whole epoch. */
  readonly kl: number | null;
  readonly nll: number | null;
  /** Sums over the epoch that is under way. */
  readonly klSum: number;
  readonly nllSum: number;
  readonly leastElbo: number | null;
  /** Of the chosen epoch: what it was chosen by, and after how many steps (0: there is none yet). */
  readonly leastChosen: number | null;
  readonly chosenAt: number;
}

type Changing = { -readonly [K in keyof Place]: Place[K] };

export interface TrainingState {
  readonly place: Place;
  /** Parameters, both moments of Adam, and the chosen weights, in base64. */
  readonly numbers: readonly string[];
}

export const trainingState: z.ZodType<TrainingState> = z.strictObject({
  place: z.strictObject({
    ending: z.enum(["converged", "limit", "diverged"]).nullable(),
    rounds: index,
    solves: index,
    batches: index,
    steps: index,
    power: z.number(),
    lambda: z.number(),
    h: z.number(),
    hSolved: z.number(),
    hUpdated: maybe,
    kl: maybe,
    nll: maybe,
    klSum: z.number(),
    nllSum: z.number(),
    leastElbo: maybe,
    leastChosen: maybe,
    chosenAt: index,
  }),
  numbers: z.array(packed),
});

/** Multiply-adds of some tens of milliseconds. */
const stretchWork = 2e7;
const enoughH = 1e-8;
const largestPower = 20;

export function training(X: Matrix, rng: Rng, options: TrainingOptions): Training {
  const { epochs, batch, rounds, hidden, learningRate, choice, mask, from } = options;
  const { rows: n, cols: d } = X;
  const model = dagGnnModel(X, { hidden, batch, mask });
  const chosen = new Float64Array(d * d);
  const kept = [model.parameters, ...model.moments, chosen];
  let place = from?.place ?? start;
  if (from) for (const [k, numbers] of kept.entries()) numbersInto(numbers, from.numbers[k]);
  else startInto(model, d, hidden, rng);
  const ofEpoch = Math.ceil(n / batch);
  const stretch = Math.max(1, Math.floor(stretchWork / (Math.min(n, batch) * d * (3 * d + 60))));

  const next = (): void => {
    const now: Changing = { ...place };
    const penalty = { lambda: now.lambda, c: tenTo(now.power) };
    const rate = Math.min(1e-2, Math.max(1e-4, learningRate / now.power));
    const until = Math.min(epochs * ofEpoch, now.batches - (now.batches % stretch) + stretch);
    while (now.batches < until) {
      const first = (now.batches % ofEpoch) * batch;
      const { kl, nll, h, loss } = model.measure(first, Math.min(n, first + batch), penalty);
      if (!Number.isFinite(loss)) {
        place = { ...place, ending: "diverged" };
        return;
      }
      model.adam(rate, ++now.steps);
      now.batches++;
      now.klSum += kl;
      now.nllSum += nll;
      now.h = h;
      if (now.batches % ofEpoch === 0) epochInto(now);
    }
    place = now.batches < epochs * ofEpoch ? now : solved(now, rounds);
  };
  const epochInto = (now: Changing): void => {
    now.kl = now.klSum / ofEpoch;
    now.nll = now.nllSum / ofEpoch;
    now.klSum = now.nllSum = 0;
    const elbo = now.kl + now.nll;
    now.leastElbo = Math.min(now.leastElbo ?? elbo, elbo);
    const measure = choice === "elbo" ? elbo : choice === "nll" ? now.nll : -now.steps;
    if (now.leastChosen !== null && !(measure < now.leastChosen)) return;
    now.leastChosen = measure;
    now.chosenAt = now.steps;
    chosen.set(model.weights);
  };
  return {
    next,
    place: () => place,
    chosen,
    state: () => ({ place, numbers: kept.map(textOf) }),
  };
}

const start: Place = {
  ...{ ending: null, rounds: 0, solves: 0, batches: 0, steps: 0, power: 0, lambda: 0 },
  ...{ h: 1, hSolved: 1, hUpdated: null, kl: null, nll: null, klSum: 0, nllSum: 0 },
  ...{ leastElbo: null, leastChosen: null, chosenAt: 0 },
};

/** After a solve: a larger c where h has not come down enough, otherwise a larger λ. */
function solved(now: Place, rounds: number): Place {
  const isWorse = now.kl! + now.nll! > 2 * now.leastElbo!;
  const hSolved = isWorse ? now.hSolved : now.h;
  const next = { ...now, hSolved, solves: now.solves + 1, batches: 0 };
  if (!isWorse && now.hUpdated !== null && hSolved > 0.25 * now.hUpdated) {
    next.power++;
    if (next.power < largestPower) return next;
  }
  next.rounds++;
  next.lambda += tenTo(next.power) * hSolved;
  next.hUpdated = hSolved;
  if (hSolved <= enoughH) next.ending = "converged";
  else if (next.power >= largestPower || next.rounds >= rounds) next.ending = "limit";
  return next;
}

/** 10ᵖ, exact up to 22. */
function tenTo(power: number): number {
  let out = 1;
  for (let k = 0; k < power; k++) out *= 10;
  return out;
}

function textOf(numbers: Float64Array): string {
  return base64FromBytes(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}

function numbersInto(numbers: Float64Array, text: string): void {
  numbers.set(new Float64Array(bytesFromBase64(text).buffer));
}
