// A causal order with the parents of every node, and the moves of order search.
//
// There are four implementations, chosen by score and size: up to 8 variables all parent sets are compared (path-climber.ts),
// and up to 25 if terms follow from a residual variance (exact-climber.ts); beyond, parents are grown and shrunk from those of
// the neighbouring order, by a kernel if terms follow from one matrix (gaussian-climber.ts) and term by term otherwise
// (listed-climber.ts).
//
// A score that is not the sum of its terms, but convex in their sum and the number of edges, is climbed along its tangent: the
// value of a unit of the sum and the cost of an edge at the current order. The score lies above its tangent, so raising the
// tangent raises the score; when nothing raises it any more, the tangent is recomputed.

import { type Graph, graphFromParents, type Order } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import type { GaussianTerms, Local } from "../../score/score.ts";
import { isOfResiduals } from "./best-parents.ts";
import { exactClimber } from "./exact-climber.ts";
import { gaussianClimber } from "./gaussian-climber.ts";
import { listedClimber } from "./listed-climber.ts";
import { pathClimber } from "./path-climber.ts";

export type ParentLists = readonly (readonly number[])[];

/** An order with parents, and its score. */
export interface Place {
  readonly order: Order;
  readonly parents: ParentLists;
  readonly score: number;
}

export interface Climber {
  /** Loads an order with the given parents or, if absent, newly chosen ones. */
  readonly load: (order: Order, parents?: ParentLists) => void;
  /** Returns to a place, given the nodes whose parents have changed since. */
  readonly restore: (place: Place, changed: Iterable<number>) => void;
  /** Moves `node` to its best place; true when it moved, or has other parents there. */
  readonly improve: (node: number) => boolean;
  /** Moves `node` towards a place, as far as the required edges allow. */
  readonly move: (node: number, place: number) => void;
  readonly order: () => number[];
  readonly placeOf: (node: number) => number;
  /** Ascending. */
  readonly parents: (node: number) => number[];
  /** Nodes whose parents may have changed since the last call. */
  readonly changes: () => number[];
}

/** The value of a unit of the sum of the terms, and the cost of an edge. */
export interface Weights {
  readonly perUnit: number;
  readonly perEdge: number;
}

/** A climber for a weighted sum of terms. */
export interface WeighedClimber extends Climber {
  /** Grows and shrinks the parents of a node from the current ones. */
  readonly settle: (node: number) => void;
  readonly setWeights: (weights: Weights) => void;
  /** The weighted sum. */
  readonly total: () => number;
  readonly edges: () => number;
}

export interface OrderClimber extends Climber {
  readonly score: () => number;
  /** If the score is not a sum: recomputes its tangent and the parents; returns whether anything changed. */
  readonly refresh: () => boolean;
  readonly place: () => Place;
}

/** Up to this many variables, best parents are found over all subsets of the predecessors. */
export const exactVariables = 8;
/** The same for terms of a residual variance; with 30 variables, sparse, it takes four times as long as growing and shrinking. */
const bestVariables = 25;
/** Up to this many variables, perturbations are fast. */
export const fewVariables = 20;
/** Tangents closer than this count as equal. */
const sameSlope = 1e-6;
/** Rounds of fitting parents and tangent to each other when an order is loaded without parents. */
const fittings = 5;

export function orderClimber(local: Local, knowledge: Knowledge): OrderClimber {
  const { d } = knowledge;
  const placed = <C extends Climber & { readonly score: () => number }>(climber: C) => ({
    ...climber,
    place: (): Place => ({
      order: climber.order(),
      parents: Array.from({ length: d }, (_, j) => climber.parents(j)),
      score: climber.score(),
    }),
  });
  if (d <= exactVariables) return placed(pathClimber(local, knowledge));
  if (hasBestParents(local, d)) return placed(exactClimber(local.gaussian, knowledge));
  const weighed = local.gaussian
    ? gaussianClimber(local.gaussian, knowledge)
    : listedClimber(local, knowledge);
  return placed(
    local.combine
      ? tangentClimber(weighed, local.combine, d)
      : { ...weighed, score: weighed.total, refresh: () => false },
  );
}

/** Whether the best of all parent sets is found under every order although there are more than a few variables. */
export function hasBestParents(
  local: Local,
  d: number,
): local is Local & { readonly gaussian: GaussianTerms } {
  const isSum = local.combine === undefined;
  return (
    d > exactVariables && d <= bestVariables && isSum && !!local.gaussian && isOfResiduals(local.gaussian)
  );
}

/** Whether that is fast enough for a search to be renewed from many starts. */
export function isRenewed(local: Local, d: number): boolean {
  return d <= fewVariables && hasBestParents(local, d);
}

function tangentClimber(climber: WeighedClimber, combine: NonNullable<Local["combine"]>, d: number) {
  let weights: Weights = { perUnit: 1, perEdge: 0 };
  const sum = () => (climber.total() + weights.perEdge * climber.edges()) / weights.perUnit;
  const setWeights = (next: Weights) => {
    weights = next;
    climber.setWeights(next);
  };
  const tangent = (): Weights => {
    const at = sum();
    const edges = climber.edges();
    const width = 1e-6 * Math.abs(at);
    const perUnit = width > 0 ? (combine(at + width, edges) - combine(at - width, edges)) / (2 * width) : 1;
    return { perUnit, perEdge: combine(at, edges) - combine(at, edges + 1) };
  };
  const parents = () => Array.from({ length: d }, (_, j) => climber.parents(j));
  const refresh = (): boolean => {
    const next = tangent();
    if (Math.abs(next.perUnit - weights.perUnit) <= sameSlope * weights.perUnit) return false;
    const [order, lists] = [climber.order(), parents()];
    setWeights(next);
    climber.load(order, lists);
    for (let j = 0; j < d; j++) climber.settle(j);
    return true;
  };
  return {
    ...climber,
    score: () => combine(sum(), climber.edges()),
    refresh,
    load: (order: Order, lists?: ParentLists) => {
      setWeights({ perUnit: 1, perEdge: 0 });
      climber.load(order, lists ?? Array.from({ length: d }, () => []));
      setWeights(tangent());
      climber.load(order, lists);
      for (let k = 0; lists === undefined && k < fittings && refresh(); k++);
    },
  };
}

/** The graph of a place. */
export function graphAt({ parents }: Place): Graph {
  return graphFromParents(parents);
}
