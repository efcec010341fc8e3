// Finds faults of a `combine` by evaluating it.
//
// The hull of passes bounds a combined score only if `combine` is a function that rises with the sum of the terms, falls with
// the number of edges and is convex in both (exact.ts). It is evaluated on a grid of points and on points drawn from a seeded
// stream: for convexity where the hull is, for monotonicity also far beyond, where all other graphs are. That finds most faults,
// but cannot prove that there is none.

import { createRng } from "../../math/rng.ts";
import { type Local, scoreTolerance } from "../../score/score.ts";

type Combine = NonNullable<Local["combine"]>;
type Point = readonly [sum: number, edges: number];

export interface CombineRange {
  /** Range of the hull, from the least to the most. */
  readonly cost: readonly [number, number];
  readonly edges: readonly [number, number];
  /** Maximum number of edges of any graph. */
  readonly mostEdges: number;
}

/** Number of points drawn, within the hull and beyond it. */
const drawnPoints = 1000;
/** Costs are tried at these multiples of the hull's width. */
const widths = [0, 0.25, 0.5, 0.75, 1, 2, 4, 16, 64, 256, 1024];

/** A sentence about the first fault found; null if there is none. */
export function combineFault(combine: Combine, range: CombineRange): string | null {
  const { cost, edges, mostEdges: many } = range;
  const width = widthOf(cost);
  const sums = widths.map((times) => -(cost[0] + times * width));
  for (let e = edges[0]; e <= many; e++) {
    for (const [k, sum] of sums.entries()) {
      const fault = pointFault(combine, [sum, e], sums[Math.max(0, k - 1)]);
      if (fault !== null) return fault;
    }
  }
  const hull = sums
    .slice(0, 5)
    .flatMap((sum) => Array.from({ length: edges[1] - edges[0] + 1 }, (_, k): Point => [sum, edges[0] + k]));
  for (const p of hull) {
    for (const q of hull) {
      const fault = pairFault(combine, p, q);
      if (fault !== null) return fault;
    }
  }
  return drawnFault(combine, range);
}

function drawnFault(combine: Combine, { cost, edges, mostEdges: many }: CombineRange): string | null {
  const rng = createRng("combine");
  const width = widthOf(cost);
  const within = (): Point => [
    -(cost[0] + rng.uniform() * width),
    edges[0] + rng.integer(edges[1] - edges[0] + 1),
  ];
  for (let k = 0; k < drawnPoints; k++) {
    const [p, q] = [within(), within()];
    const beyond: Point = [
      -(cost[0] + rng.uniform() * 2 ** rng.integer(11) * width),
      edges[0] + rng.integer(many - edges[0] + 1),
    ];
    const fault =
      pairFault(combine, p, q) ??
      pointFault(combine, p, Math.max(p[0], q[0])) ??
      pointFault(combine, beyond, Math.max(beyond[0], p[0]));
    if (fault !== null) return fault;
  }
  return null;
}

/** Maximum number of edges of an acyclic graph on d variables. */
export function mostEdges(d: number): number {
  return (d * (d - 1)) / 2;
}

/** The width of the hull or, if that is zero or infinite, a number of its magnitude. */
function widthOf([least, most]: readonly [number, number]): number {
  const width = most - least;
  return width > 0 && Number.isFinite(width) ? width : Math.max(1, Math.abs(least)) / 8;
}

/** Compares a point with the same point at a larger sum, and with one more edge. */
function pointFault(combine: Combine, [sum, edges]: Point, more: number): string | null {
  const value = combine(sum, edges);
  if (!Object.is(combine(sum, edges), value))
    return `combine must always give the same number, which it does not at (${sum}, ${edges})`;
  const margin = marginOf(value);
  const isSteady = combine(sum, edges + 1) <= value + margin && combine(more, edges) >= value - margin;
  return isSteady
    ? null
    : `combine must rise with the sum and fall with the edges, which it does not near (${sum}, ${edges})`;
}

function pairFault(combine: Combine, [sum, edges]: Point, [otherSum, otherEdges]: Point): string | null {
  const [value, other] = [combine(sum, edges), combine(otherSum, otherEdges)];
  const middle = combine((sum + otherSum) / 2, (edges + otherEdges) / 2);
  return middle <= (value + other) / 2 + Math.max(marginOf(value), marginOf(other))
    ? null
    : `combine must be convex, which it is not between (${sum}, ${edges}) and (${otherSum}, ${otherEdges})`;
}

function marginOf(value: number): number {
  return scoreTolerance * Math.max(1, Math.abs(value));
}
