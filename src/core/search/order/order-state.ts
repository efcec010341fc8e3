// Where order search is, as plain JSON.

import * as z from "zod";
import { index, maybe } from "../resumed-state.ts";

/** Numbers that may be −Infinity are null then: a state is JSON. */
export interface OrderState {
  restart: number;
  round: number;
  /** Position in the round. */
  turn: number;
  moved: boolean;
  /** Fresh orders of the graph tried since it last got better, and the best of this start, which they have to beat. */
  looks: number;
  mark: Place | null;
  order: number[];
  best: Place | null;
  /** Where each start ended. */
  finished: Place[];
  /** Shakes in all, and where they are; null before them and after. */
  shakes: number;
  shaking: Shaking | null;
}

export interface Place {
  readonly order: number[];
  readonly score: number | null;
}

export interface Shaking {
  /** Which end of a start is shaken, the best first, and shakes of it since one led further. */
  chain: number;
  fruitless: number;
  /** Ends in a row that led no further than what was known. */
  idle: number;
  /** What is shaken now, and the best score before this end was. */
  at: Place;
  before: number | null;
}

const placeSchema = z.strictObject({ order: z.array(index), score: maybe });
export const orderState: z.ZodType<OrderState> = z.strictObject({
  restart: index,
  round: index,
  turn: index,
  moved: z.boolean(),
  looks: index,
  mark: placeSchema.nullable(),
  order: z.array(index),
  best: placeSchema.nullable(),
  finished: z.array(placeSchema),
  shakes: index,
  shaking: z
    .strictObject({ chain: index, fruitless: index, idle: index, at: placeSchema, before: maybe })
    .nullable(),
});

/** Orders and places are replaced, never written to: they can be shared. */
export function copiedState(state: OrderState): OrderState {
  const { finished, shaking } = state;
  return { ...state, finished: [...finished], shaking: shaking && { ...shaking } };
}
