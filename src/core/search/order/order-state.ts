// The state of order search, as plain JSON.

import * as z from "zod";
import { index, maybe } from "../resumed-state.ts";
import type { Place } from "./order-climber.ts";
import type { Climb } from "./order-tasks.ts";

/** A score of −Infinity is stored as null, because a state is JSON. */
export const placeSchema = z.strictObject({
  order: z.array(index).readonly(),
  parents: z.array(z.array(index).readonly()).readonly(),
  score: maybe,
});

const climbSchema = z.strictObject({
  place: placeSchema,
  round: index,
  queue: z.array(index).readonly(),
  isWhole: z.boolean(),
});

export const orderState = z.strictObject({
  /** Final scores of the starts so far, and the best final place. */
  ends: z.array(maybe).readonly(),
  top: placeSchema.nullable(),
  /** The climb in progress, between two rounds. */
  climb: climbSchema.nullable(),
  /**
   * The place being perturbed; null before that phase. Number of perturbations; how many of the last in a row did not improve
   * on the best (`fruitless`) or on the best since the last start (`stale`), whose score is `peak`; number of renewed starts.
   */
  base: placeSchema.nullable(),
  shakes: index,
  fruitless: index,
  stale: index,
  peak: maybe,
  renewals: index,
  best: placeSchema.nullable(),
});

type Stored = Readonly<z.infer<typeof orderState>>;

export interface OrderState {
  readonly ends: readonly number[];
  readonly top: Place | null;
  readonly climb: Climb | null;
  readonly base: Place | null;
  readonly shakes: number;
  readonly fruitless: number;
  readonly stale: number;
  readonly peak: number;
  readonly renewals: number;
  readonly best: Place | null;
}

export const firstState: OrderState = {
  ...{ ends: [], top: null, climb: null },
  ...{ base: null, shakes: 0, fruitless: 0, stale: 0, renewals: 0 },
  ...{ peak: Number.NEGATIVE_INFINITY, best: null },
};

export function restoredState({ ends, top, climb, base, peak, best, ...rest }: Stored): OrderState {
  return {
    ...rest,
    ends: ends.map(fromJson),
    peak: fromJson(peak),
    top: top && placeFrom(top),
    climb: climb && { ...climb, place: placeFrom(climb.place) },
    base: base && placeFrom(base),
    best: best && placeFrom(best),
  };
}

export function storedState(state: OrderState): Stored {
  const { ends, top, climb, base, shakes, fruitless, stale, peak, renewals, best } = state;
  return {
    shakes,
    fruitless,
    stale,
    renewals,
    ends: ends.map(toJson),
    peak: toJson(peak),
    top: top && stored(top),
    climb: climb && { ...climb, place: stored(climb.place) },
    base: base && stored(base),
    best: best && stored(best),
  };
}

const fromJson = (score: number | null) => score ?? Number.NEGATIVE_INFINITY;
const toJson = (score: number) => (score === Number.NEGATIVE_INFINITY ? null : score);
export const placeFrom = ({ score, ...rest }: z.infer<typeof placeSchema>): Place => ({
  ...rest,
  score: fromJson(score),
});
/** The same object unless its score is −Infinity, because this is called for every perturbation. */
export const stored = (place: Place): z.infer<typeof placeSchema> =>
  place.score === Number.NEGATIVE_INFINITY ? { ...place, score: null } : place;

/** Progress of the search, and a description of what it is doing. */
export function progressOf(
  { ends, climb, base, shakes, fruitless, best }: OrderState,
  restarts: number,
  { patienceOf, isShaken }: { readonly patienceOf: (place: Place) => number; readonly isShaken: boolean },
) {
  if (base === null) {
    // A start takes about eight rounds, and the perturbations three times as long as the starts.
    const share = (ends.length + Math.min(0.9, (climb?.round ?? 0) / 8)) / restarts;
    const start = Math.min(ends.length + 1, restarts);
    const doing = `start ${start} of ${restarts}, round ${(climb?.round ?? 0) + 1}`;
    return { progress: Math.min(0.999, share * (isShaken ? 0.25 : 1)), doing };
  }
  const patience = patienceOf(best ?? base);
  const doing = `perturbation ${shakes + 1}, ${fruitless} of ${patience} in a row without a better order`;
  return { progress: Math.min(0.999, 0.25 + (0.75 * shakes) / (shakes + patience - fruitless || 1)), doing };
}
