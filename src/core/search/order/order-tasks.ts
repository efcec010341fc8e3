// The work of order search, in independent tasks: climbs from an initial order, and perturbations (shakes) of a place.
//
//     climb   move each variable in turn to its best place; then those whose own parents, or whose children's parents, have
//             changed, until none is left; then all again, until a whole round moves nothing
//     shake   move two to eight variables elsewhere, mostly few, each a neighbour of the last in the graph; then climb from what
//             has changed: first the variables around those moved, then these themselves, which would otherwise move back
//
// A task has its own random stream and recomputes the terms of the place it starts from, so it gives the same bytes wherever
// it is executed.

import type { Knowledge } from "../../graph/knowledge.ts";
import { logarithm } from "../../math/elementary.ts";
import type { Rng } from "../../math/rng.ts";
import { isBetter, type Local } from "../../score/score.ts";
import { firstOrder, obeying } from "./first-order.ts";
import { hasBestParents, isRenewed, type OrderClimber, orderClimber, type Place } from "./order-climber.ts";

/** A climb between two rounds: the variables to be moved next; `isWhole` if these are all variables. */
export interface Climb {
  readonly place: Place;
  readonly round: number;
  readonly queue: readonly number[];
  readonly isWhole: boolean;
}

export interface OrderTasks {
  /**
   * Runs a start to its end: from its initial order (one may be given for the first start), or from a stored climb. Yields a
   * climb when a round begins and undefined in between, so that the caller can pause.
   */
  readonly start: (
    restart: number,
    start: readonly number[] | undefined,
    from: Climb | null,
  ) => Generator<Climb | undefined, Place, void>;
  /** The result of a perturbation: null if worse (with few variables: by more than a random slack), or if nothing changed. */
  readonly shake: (base: Place, shake: number) => Place | null;
}

/**
 * Number of variables that a perturbation moves: a single one would return to its best place, where it was. If the best of all
 * parent sets is known under every order, small perturbations find more.
 */
const [fewestMoved, mostMoved, mostMovedOfFew] = [2, 8, 3];
/** How much worse an order may be for a search of few variables to continue from it: exponential, with this mean. */
const meanSlack = 3;
/** Moves between two yields. */
const breath = 16;

export function orderTasks(local: Local, knowledge: Knowledge, rng: Rng): OrderTasks {
  const { d } = knowledge;
  const climber = orderClimber(local, knowledge);
  const isOfFew = isRenewed(local, d);
  const largest = Math.min(d - 1, hasBestParents(local, d) ? mostMovedOfFew : mostMoved);
  let base: Place | undefined;
  let neighbours: readonly (readonly number[])[] = [];
  let turnOfFirst = -1;
  let firsts: readonly number[] = [];

  return {
    start: (restart, start, from) =>
      climb(from ?? startOf(restart, restart === 0 ? start : undefined), `restart/${restart}`),
    shake(place, shake) {
      if (base !== place) {
        base = place;
        neighbours = neighboursIn(place);
        climber.load(place.order, place.parents);
        climber.changes();
      }
      // Every variable comes first in a perturbation once before any does so again.
      const turn = Math.floor(shake / d);
      if (turn !== turnOfFirst) firsts = rng.fork(`turn/${turn}`).permutation(d);
      turnOfFirst = turn;
      const changed = shaken(climber, neighbours, {
        ...{ first: firsts[shake % d], largest },
        rng: rng.fork(`shake/${shake}`),
      });
      const score = climber.score();
      const slack = isOfFew ? -meanSlack * logarithm(rng.fork(`slack/${shake}`).uniform() + 1e-300) : 0;
      const isKept = changed.size > 0 && !isBetter(place.score - slack, score);
      const moved = isKept ? climber.place() : null;
      climber.restore(place, changed);
      return moved;
    },
  };

  function startOf(restart: number, start: readonly number[] | undefined): Climb {
    const stream = rng.fork(`restart/${restart}`);
    const order =
      start !== undefined
        ? obeying(start, knowledge)
        : restart === 0
          ? firstOrder(local, knowledge, stream)
          : obeying(stream.permutation(d), knowledge);
    climber.load(order);
    base = undefined;
    return { place: climber.place(), round: 0, queue: stream.fork("queue").permutation(d), isWhole: true };
  }

  function* climb(from: Climb, stream: string): Generator<Climb | undefined, Place, void> {
    let at = from;
    base = undefined;
    for (;;) {
      yield at;
      climber.load(at.place.order, at.place.parents);
      climber.changes();
      const moved = new Set<number>();
      let moves = 0;
      for (const [k, x] of at.queue.entries()) {
        if (climber.improve(x)) {
          moves++;
          for (const y of touched(climber)) moved.add(y);
        }
        if (k % breath === breath - 1) yield;
      }
      if (moves === 0 && at.isWhole && !climber.refresh()) return climber.place();
      const isWhole = moved.size === 0;
      const round = at.round + 1;
      const queue = isWhole ? rng.fork(`${stream}/round/${round}`).permutation(d) : [...moved];
      at = { place: climber.place(), round, queue, isWhole };
    }
  }
}

/** Moves a few variables at random, then the affected ones to their best places; returns the nodes whose parents changed. */
function shaken(
  climber: OrderClimber,
  neighbours: readonly (readonly number[])[],
  { first, largest, rng: { integer } }: { first: number; largest: number; rng: Rng },
): Set<number> {
  const d = neighbours.length;
  const changed = new Set<number>();
  const waits = new Set<number>();
  const note = () => {
    for (const y of touched(climber, changed)) waits.add(y);
  };
  const put = new Set<number>();
  let x = first;
  const choices = largest - fewestMoved + 1;
  for (let moves = fewestMoved + Math.min(integer(choices), integer(choices)); moves > 0; moves--) {
    const near = neighbours[x];
    const isNear = near.length > 0 && integer(2) === 0;
    climber.move(x, isNear ? climber.placeOf(near[integer(near.length)]) : integer(d));
    put.add(x);
    x = near.length > 0 ? near[integer(near.length)] : integer(d);
  }
  note();
  for (const y of put) {
    waits.delete(y);
    waits.add(y);
  }
  for (const y of waits) {
    waits.delete(y);
    if (climber.improve(y)) note();
  }
  return changed;
}

/** Variables whose best places may have changed: nodes with new parents, which are added to `changed`, and these parents. */
function touched(climber: OrderClimber, changed?: Set<number>): Set<number> {
  const all = new Set<number>();
  for (const y of climber.changes()) {
    changed?.add(y);
    all.add(y);
    for (const p of climber.parents(y)) all.add(p);
  }
  return all;
}

function neighboursIn({ parents }: Place): number[][] {
  const lists: number[][] = parents.map((list) => [...list]);
  parents.forEach((list, j) => {
    for (const i of list) lists[i].push(j);
  });
  return lists;
}
