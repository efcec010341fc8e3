// Starts of order search that workers execute: each climbs to its local optimum, which is returned as JSON.

import type { SearchMachine } from "../search.ts";
import type { Place } from "./order-climber.ts";
import { placeFrom, placeSchema, stored } from "./order-state.ts";
import type { OrderTasks } from "./order-tasks.ts";

type Pool = NonNullable<SearchMachine["pool"]>;

/** Has the pool execute every start from `first` on; the returned function waits for the end of one. */
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

/** Runs a climb to its end. */
export function ended(climbing: ReturnType<OrderTasks["start"]>): Place {
  for (;;) {
    const { value, done } = climbing.next();
    if (done) return value;
  }
}

/** Runs one start to its local optimum and returns it as JSON (called in a worker). */
export function endOf(climbing: ReturnType<OrderTasks["start"]>): unknown {
  return stored(ended(climbing));
}
