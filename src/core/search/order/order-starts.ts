// Starts of order search that others make: each a climb to its end, which comes back as JSON.

import type { SearchMachine } from "../search.ts";
import type { Place } from "./order-climber.ts";
import { placeFrom, placeSchema, stored } from "./order-state.ts";
import type { OrderTasks } from "./order-tasks.ts";

type Pool = NonNullable<SearchMachine["pool"]>;

/** Has every start from `first` on made by the pool; the function that is returned waits for the end of one. */
export function startsBy({ start, news }: Pool, first: number, restarts: number) {
  const ends = new Map<number, Place>();
  for (let k = first; k < restarts; k++) start(k, undefined);
  return function* awaited(restart: number): ReturnType<OrderTasks["start"]> {
    for (;;) {
      for (const { k, state } of news()) ends.set(k, placeFrom(placeSchema.parse(state)));
      const place = ends.get(restart);
      if (place) return place;
      yield undefined;
    }
  };
}

/** Where a start ends. */
export function ended(climbing: ReturnType<OrderTasks["start"]>): Place {
  for (;;) {
    const { value, done } = climbing.next();
    if (done) return value;
  }
}

/** Of a worker: where a start ends, as JSON. */
export function endOf(climbing: ReturnType<OrderTasks["start"]>): unknown {
  return stored(ended(climbing));
}
