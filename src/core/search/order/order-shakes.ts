// A round of perturbations in order search: how the search and a pool of workers share it, and how its results are combined.

import { isBetter } from "../../score/score.ts";
import type { TaskPool } from "../search.ts";
import { partOf, type SharedTask, sharedWork } from "../shared-work.ts";
import type { Place } from "./order-climber.ts";

type Shake = (base: Place, shake: number) => Place | null;

/** A round: the place that its perturbations start from, and the number of the first one. */
interface Round {
  readonly base: Place;
  readonly first: number;
}

/** Executes a worker's part of a round (called in a worker). */
export function shakesOfRound(task: unknown, shake: Shake): unknown {
  const round = task as SharedTask & Round;
  return partOf(round, (k) => shake(round.base, round.first + k));
}

/** Rounds of `pieces` perturbations, shared by the search itself and the workers of a pool. */
export function sharedRounds(pool: TaskPool | undefined, pieces: number, shake: Shake) {
  const work = sharedWork(pool);
  return (base: Place, first: number) =>
    work({ work: `shakes/${first}`, pieces, about: { base, first } satisfies Round }, (k) =>
      shake(base, first + k),
    );
}

/** Combines the results of a round that are better than its base; if there are none, returns the first accepted one. */
export function together(
  base: Place,
  places: readonly (Place | null)[],
  shake: (now: Place, k: number) => Place | null,
): Place {
  let now = base;
  places.forEach((place, k) => {
    if (place === null || !isBetter(place.score, base.score)) return;
    const next = now === base ? place : shake(now, k);
    if (next !== null && isBetter(next.score, now.score)) now = next;
  });
  return now === base ? (places.find((place) => place !== null) ?? base) : now;
}
