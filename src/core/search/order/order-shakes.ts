// A round of shakes of order search: made by the search and a pool of workers together, and what comes of it.
//
// The shakes of a round have numbers, and whoever is free takes the next: a worker is told of a round once, and reports
// when no number is left. So none waits for another before the round's last shakes.

import { isBetter } from "../../score/score.ts";
import type { TaskPool } from "../search.ts";
import type { Place } from "./order-climber.ts";

/** Shakes of a place, to be made by a worker: those of a round of so many whose numbers nobody else has taken. */
export interface ShakeTask {
  readonly base: Place;
  /** Number of the round's first shake. */
  readonly first: number;
  readonly round: number;
  /** How many were taken, in memory that all share. */
  readonly taken: Int32Array;
}

export type ShakeNews = readonly { readonly k: number; readonly found: Place | null }[];

/** The next shake of a round, as long as there is one. */
export function takenShake({ taken, round }: Pick<ShakeTask, "taken" | "round">): number | undefined {
  const k = Atomics.add(taken, 0, 1);
  return k < round ? k : undefined;
}

/** Of a worker: its part of a round. */
export function shakesOfRound(
  task: ShakeTask,
  shake: (base: Place, shake: number) => Place | null,
): ShakeNews {
  const news: { k: number; found: Place | null }[] = [];
  for (let k = takenShake(task); k !== undefined; k = takenShake(task))
    news.push({ k, found: shake(task.base, task.first + k) });
  return news;
}

/** Rounds of shakes by the search itself and the workers of a pool; a value after each wait, and each shake of its own. */
export function sharedRounds(
  pool: TaskPool | undefined,
  round: number,
  shake: (base: Place, shake: number) => Place | null,
) {
  let busy = 0; // workers that have not reported yet
  return function* made(base: Place, first: number): Generator<void, (Place | null)[], void> {
    const found: (Place | null)[] = [];
    let open = round;
    const note = (k: number, place: Place | null): void => {
      found[k] = place;
      open--;
    };
    if (pool === undefined) {
      for (let k = 0; k < round; k++) {
        note(k, shake(base, first + k));
        yield;
      }
      return found;
    }
    const task: ShakeTask = { base, first, round, taken: new Int32Array(new SharedArrayBuffer(4)) };
    while (open > 0) {
      const hasWork = Atomics.load(task.taken, 0) < round;
      // A worker that was late for an earlier round joins this one.
      for (; hasWork && busy < pool.size; busy++) pool.start(task);
      for (const news of pool.news(hasWork) as readonly ShakeNews[]) {
        busy--;
        for (const { k, found: place } of news) note(k, place);
      }
      const k = hasWork ? takenShake(task) : undefined;
      if (k !== undefined) note(k, shake(base, first + k));
      yield;
    }
    return found;
  };
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
