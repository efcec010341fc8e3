// A round of shakes of order search: made by a pool of workers, and what comes of it together.

import { isBetter } from "../../score/score.ts";
import type { TaskPool } from "../search.ts";
import type { Place } from "./order-climber.ts";

/** A shake of a place, to be made by a worker: number `k` of the round whose first has the number `first`. */
export interface ShakeTask {
  readonly base: Place;
  readonly first: number;
  readonly k: number;
}

export interface ShakeNews {
  readonly k: number;
  readonly found: Place | null;
}

/** One by one, as they take unequal times: workers that are done sooner make more. */
export function startShakes({ start }: TaskPool, base: Place, first: number, round: number): void {
  for (let k = 0; k < round; k++) start({ base, first, k } satisfies ShakeTask);
}

export function takeShakes({ news }: TaskPool, into: (Place | null)[]): void {
  for (const { k, found } of news() as readonly ShakeNews[]) into[k] = found;
}

/** What of a round is better than its base, together; where nothing is, what is as good. */
export function together(
  base: Place,
  found: readonly (Place | null)[],
  shake: (now: Place, k: number) => Place | null,
): Place {
  let now = base;
  found.forEach((place, k) => {
    if (place === null || !isBetter(place.score, base.score)) return;
    const next = now === base ? place : shake(now, k);
    if (next !== null && isBetter(next.score, now.score)) now = next;
  });
  return now === base ? (found.find((place) => place !== null) ?? base) : now;
}
