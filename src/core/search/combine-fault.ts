// What is wrong with a `combine`, found by trying it.
//
// The hull of passes bounds a combined score only if `combine` is a function that rises with the sum of the terms, falls with
// the number of edges and is convex in both (exact.ts). It is tried where the hull asks for it: on a grid of points, and on
// points and pairs drawn from a seeded stream, each twice. That finds most faults, and proves that there is none of none.

import { createRng } from "../math/rng.ts";
import { type Local, scoreTolerance } from "../score/score.ts";

type Combine = NonNullable<Local["combine"]>;
type Point = readonly [sum: number, edges: number];

/** Where it is tried: from the least to the most. */
export interface CombineRange {
  readonly cost: readonly [number, number];
  readonly edges: readonly [number, number];
}

/** Points that are drawn beside the grid. */
const drawnPoints = 1000;

/** A sentence about the first fault that was found; null: none was. */
export function combineFault(combine: Combine, range: CombineRange): string | null {
  const grid = gridOf(range);
  const drawn = drawnFrom(range);
  for (const point of [...grid, ...drawn]) {
    const fault = pointFault(combine, point, range);
    if (fault !== null) return fault;
  }
  const values = new Map([...grid, ...drawn].map((point) => [point, combine(...point)]));
  for (const p of grid) {
    for (const q of grid) {
      const fault = pairFault(combine, [p, q], [values.get(p)!, values.get(q)!]);
      if (fault !== null) return fault;
    }
  }
  for (const [k, p] of drawn.entries()) {
    const other = drawn[(k + 1) % drawn.length];
    // Another sum with the same edges, and any other point.
    for (const q of [[other[0], p[1]] as const, other]) {
      const fault = pairFault(combine, [p, q], [values.get(p)!, combine(...q)]);
      if (fault !== null) return fault;
    }
  }
  return null;
}

function gridOf({ cost: [least, most], edges: [fewest, many] }: CombineRange): Point[] {
  const points: Point[] = [];
  for (let s = 0; s <= 4; s++)
    for (let e = fewest; e <= many; e++) points.push([-(least + (s / 4) * (most - least)), e]);
  return points;
}

function drawnFrom({ cost: [least, most], edges: [fewest, many] }: CombineRange): Point[] {
  const rng = createRng("combine");
  return Array.from({ length: drawnPoints }, () => [
    -(least + rng.uniform() * (most - least)),
    fewest + rng.integer(many - fewest + 1),
  ]);
}

function pointFault(
  combine: Combine,
  [sum, edges]: Point,
  { cost: [least, most] }: CombineRange,
): string | null {
  const value = combine(sum, edges);
  if (!Object.is(combine(sum, edges), value))
    return `combine must give the same number whenever it is asked, which it does not at (${sum}, ${edges})`;
  const margin = marginOf(value);
  const more = sum + (Math.abs(sum) || most - least) / 8;
  const isSteady = combine(sum, edges + 1) <= value + margin && combine(more, edges) >= value - margin;
  return isSteady
    ? null
    : `combine must rise with the sum and fall with the edges, which it does not near (${sum}, ${edges})`;
}

function pairFault(
  combine: Combine,
  [[sum, edges], [otherSum, otherEdges]]: readonly [Point, Point],
  [value, other]: readonly [number, number],
): string | null {
  const margin = Math.max(marginOf(value), marginOf(other));
  const [low, high] = sum < otherSum ? [value, other] : [other, value];
  if (edges === otherEdges && !(low <= high + margin))
    return `combine must rise with the sum, which it does not from ${sum} to ${otherSum} with ${edges} edges`;
  const middle = combine((sum + otherSum) / 2, (edges + otherEdges) / 2);
  return middle <= (value + other) / 2 + margin
    ? null
    : `combine must be convex, which it is not between (${sum}, ${edges}) and (${otherSum}, ${otherEdges})`;
}

function marginOf(value: number): number {
  return scoreTolerance * Math.max(1, Math.abs(value));
}
