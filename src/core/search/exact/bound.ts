// The bound that the passes of the dynamic program prove together, and its precision.
//
// A pass with multiplier μ is a cut: every DAG has cost + μ · edges ≥ value. A sum of terms needs one pass, with μ = 0. A
// combined score is convex in (−cost, edges), so over the region that all cuts leave it is highest at a corner, where
// neighbouring cuts meet on their upper envelope: that is the bound (exact.ts explains how the cuts are chosen).

import * as z from "zod";
import { check } from "../../check.ts";
import { edgeCount, type Graph, parentsOf } from "../../graph/graph.ts";
import { costRounding } from "../../score/rounding.ts";
import { type Local, scoreTolerance } from "../../score/score.ts";
import { edges, index } from "../resumed-state.ts";

type Combine = NonNullable<Local["combine"]>;

/** One run of the dynamic program: for every DAG, cost + multiplier · edges ≥ value. */
export const passSchema = z.object({
  /** Null: the number of edges takes precedence over the cost (the graph with the fewest edges). */
  multiplier: z.number().nullable(),
  value: z.number(),
  /** Summed cost (−terms) and edges of the graph that attains it. */
  cost: z.number(),
  edges: index,
  graph: edges,
});

export type Pass = Readonly<z.infer<typeof passSchema>>;

/** Score at the corner where the cuts of two passes meet; no DAG between them scores higher. */
export function cornerScore(a: Pass, b: Pass, combine: Combine): number {
  const edges = b.multiplier === null ? b.edges : (b.value - a.value) / (b.multiplier - a.multiplier!);
  const corner = combine(-(a.value - a.multiplier! * edges), edges);
  return Number.isNaN(corner) ? Number.POSITIVE_INFINITY : corner;
}

/**
 * The highest score that any point satisfying all cuts can have. The score is convex, so it is highest at a corner of the
 * region that the cuts leave: where neighbouring cuts meet on their upper envelope.
 */
export function hullBound(passes: readonly Pass[], combine: Combine): number {
  const last = passes.find((p) => p.multiplier === null);
  const cuts = passes.filter((p) => p.multiplier !== null).sort((p, q) => p.multiplier! - q.multiplier!);
  check(cuts.length > 0 && last !== undefined, "exact: a bound needs a pass and the graph with fewest edges");
  // Without the flat cut r ≥ value nothing bounds the cost of graphs with many edges.
  if (cuts[0].multiplier !== 0) return Number.POSITIVE_INFINITY;
  // Upper envelope of the lines r = value − μ e, from many edges (small μ) to few.
  const envelope: Pass[] = [];
  const meet = (p: Pass, q: Pass) => (q.value - p.value) / (q.multiplier! - p.multiplier!);
  for (const cut of cuts) {
    if (envelope.at(-1)?.multiplier === cut.multiplier) continue;
    while (envelope.length >= 2 && meet(envelope.at(-1)!, cut) >= meet(envelope.at(-2)!, envelope.at(-1)!))
      envelope.pop();
    envelope.push(cut);
  }
  while (envelope.length >= 2 && meet(envelope.at(-2)!, envelope.at(-1)!) < last.edges) envelope.pop();
  let bound = cornerScore(envelope.at(-1)!, last, combine);
  for (let k = 1; k < envelope.length; k++) {
    bound = Math.max(bound, cornerScore(envelope[k - 1], envelope[k], combine));
  }
  return bound;
}

/** The change in score that a relative error of 1e-9 in the cost, and rounding, can cause: closer bounds count as met. */
export function slack(local: Local, { cost, edges }: Pick<Pass, "cost" | "edges">): number {
  const rounding = costRounding(local);
  if (local.combine === undefined) return rounding + scoreTolerance * Math.max(1, Math.abs(cost));
  const score = local.combine(-cost, edges);
  return Math.max(
    scoreTolerance * Math.max(1, Math.abs(score)),
    Math.abs(local.combine(-(cost * (1 - scoreTolerance) - rounding), edges) - score),
  );
}

/** Whether a graph with this score may be called optimal, given the upper bound. (A score above the bound is an error.) */
export function meetsBound(value: number, bound: number, local: Local, graph: Graph): boolean {
  return Math.abs(bound - value) <= boundPrecision(local, graph);
}

/** How closely a bound can be met at this graph: scores that differ by no more are indistinguishable. */
export function boundPrecision(local: Local, graph: Graph): number {
  return 2 * slack(local, { cost: costOf(graph, local), edges: edgeCount(graph) });
}

/** Summed cost (−terms) of a graph. */
export function costOf(graph: Graph, local: Local): number {
  let cost = 0;
  for (let j = 0; j < graph.d; j++) cost -= local.term(j, parentsOf(graph, j));
  return cost;
}
