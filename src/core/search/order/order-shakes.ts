// A round of shakes of order search: made by a pool of workers, and what comes of it together.

import { isBetter } from "../../score/score.ts";
import type { TaskPool } from "../search.ts";
import type { Place } from "./order-climber.ts";

/** Shakes of one place, to be made by a worker: from number `first` + `from` on, up to `first` + `to` − 1. */
export interface ShakeTask {
  readonly base: Place;
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

export interface ShakeNews {
  readonly from: number;
  readonly found: readonly (Place | null)[];
}

export function startShakes({ size, start }: TaskPool, base: Place, first: number, round: number): void {
  const each = Math.ceil(round / size);
  for (let from = 0; from < round; from += each)
    start({ base, first, from, to: Math.min(round, from + each) } satisfies ShakeTask);
}

export function takeShakes({ news }: TaskPool, into: (Place | null)[]): void {
  for (const { from, found } of news() as readonly ShakeNews[])
    found.forEach((place, k) => {
      into[from + k] = place;
    });
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
