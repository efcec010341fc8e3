// Where order search is, as plain JSON.

import * as z from "zod";
import { index, maybe } from "../resumed-state.ts";

/** Numbers that may be −Infinity are null then: a state is JSON. */
const placeSchema = z.strictObject({ order: z.array(index), score: maybe });

const shakingSchema = z.strictObject({
  /** Which end of a start is shaken, the best first, and shakes of it since one led further. */
  chain: index,
  fruitless: index,
  /** Ends in a row that led no further than what was known. */
  idle: index,
  /** What is shaken now, and the best score before this end was. */
  at: placeSchema,
  before: maybe,
});

export const orderState = z.strictObject({
  restart: index,
  round: index,
  /** Position in the round. */
  turn: index,
  moved: z.boolean(),
  /** Fresh orders of the graph tried since it last got better, and the best of this start, which they have to beat. */
  looks: index,
  mark: placeSchema.nullable(),
  order: z.array(index),
  best: placeSchema.nullable(),
  /** Where each start ended. */
  finished: z.array(placeSchema),
  /** Shakes in all, and where they are; null before them and after. */
  shakes: index,
  shaking: shakingSchema.nullable(),
});

export type Place = Readonly<z.infer<typeof placeSchema>>;
export type Shaking = z.infer<typeof shakingSchema>;
export type OrderState = z.infer<typeof orderState>;

/** Orders and places are replaced, never written to: they can be shared. */
export function copiedState(state: OrderState): OrderState {
  const { finished, shaking } = state;
  return { ...state, finished: [...finished], shaking: shaking && { ...shaking } };
}
