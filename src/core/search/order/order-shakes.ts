// A round of shakes of order search: made by the search and a pool of workers together, and what comes of it.

import { isBetter } from "../../score/score.ts";
import type { TaskPool } from "../search.ts";
import { partOf, type SharedTask, sharedWork } from "../shared-work.ts";
import type { Place } from "./order-climber.ts";

type Shake = (base: Place, shake: number) => Place | null;

/** What the shakes of a round are about: a place, and the number of the first. */
interface Round {
  readonly base: Place;
  readonly first: number;
}

/** Of a worker: its part of a round. */
export function shakesOfRound(task: unknown, shake: Shake): unknown {
  const round = task as SharedTask & Round;
  return partOf(round, (k) => shake(round.base, round.first + k));
}

/** Rounds of so many shakes by the search itself and the workers of a pool. */
export function sharedRounds(pool: TaskPool | undefined, pieces: number, shake: Shake) {
  const made = sharedWork(pool);
  return (base: Place, first: number) =>
    made({ work: `shakes/${first}`, pieces, about: { base, first } satisfies Round }, (k) =>
      shake(base, first + k),
    );
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
