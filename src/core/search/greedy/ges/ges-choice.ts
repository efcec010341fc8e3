// The position of greedy equivalence search, the operators that raise the score there, and where each leads.

import { check } from "../../../check.ts";
import { cpdagOf, memberByOrder } from "../../../graph/equivalence.ts";
import { edgeCount, type Graph, parentsOf } from "../../../graph/graph.ts";
import type { Knowledge } from "../../../graph/knowledge.ts";
import type { Pdag } from "../../../graph/pdag.ts";
import { isBetter, type Local, type Score } from "../../../score/score.ts";
import type { Gains } from "./ges-gains.ts";
import { applied, type GesOperator, type OperatorKind, type Place, placeOf } from "./ges-operators.ts";
import type { Choice } from "./operator-cache.ts";

/** The current position: a class, its member to be shown, and that member's score. */
export interface Here {
  readonly place: Place;
  readonly graph: Graph;
  readonly score: number;
}

/** The limits of a search. */
export interface Bounds {
  readonly score: Score;
  readonly knowledge: Knowledge;
  readonly maxDegree: number;
  /** There is no knowledge and nothing is shown: the member on which an operator has acted represents the class. */
  readonly isAnyMember?: boolean;
}

/** What a search needs in order to climb. */
export interface Ascent extends Bounds {
  readonly local: Local;
  readonly gains: Gains;
  readonly turning: boolean;
}

/** The operators that raise the score at this position, and where each leads. */
export function choiceAt(now: Here, kind: OperatorKind, bounds: Bounds): Choice<Here> {
  const { score, maxDegree } = bounds;
  const { d } = score;
  const { linked } = now.place;
  const isFull = (x: number): boolean => {
    let degree = 0;
    for (let k = x * d; k < (x + 1) * d; k++) degree += linked[k];
    return degree >= maxDegree;
  };
  const value = valueAfter(now, kind, score.local!);
  return {
    isWanted: (gain) => isBetter(value(gain), now.score),
    isTie: (gain, other) => !isBetter(value(gain), value(other)),
    land: (operator) => {
      if (kind === "insert" && (isFull(operator.x) || isFull(operator.y))) return null;
      const next = hereAfter(operator, now, bounds);
      if (next === null) return null;
      // If members have equal scores, the score rises by the gain; columns that are combinations of others can violate this.
      return isBetter(next.score, now.score) || !score.isEquivalent ? next : null;
    },
  };
}

/** The score after an operator of this kind, from the gain of its terms. */
function valueAfter({ graph, score }: Here, kind: OperatorKind, { term, combine }: Local) {
  if (combine === undefined) return (gain: number) => score + gain;
  let sum = 0;
  for (let j = 0; j < graph.d; j++) sum += term(j, parentsOf(graph, j));
  const edges = edgeCount(graph) + { insert: 1, delete: -1, turn: 0 }[kind];
  // If members differ in score, the gain is another member's, and the sum may leave the domain of `combine`: a gain beyond all.
  return (gain: number) => {
    const value = combine(sum + gain, edges);
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
  };
}

/** Whether an operator with this gain can ever be wanted. A deletion may also gain by the edge alone, if edges count separately. */
export function worthKeeping(kind: OperatorKind, { combine }: Local): (gain: number) => boolean {
  return kind === "delete" && combine !== undefined ? () => true : (gain) => gain > 0;
}

/** Where an operator leads; null if no member satisfies the knowledge or the score is not finite. */
export function hereAfter(
  operator: GesOperator,
  { place }: Here,
  { score, knowledge, isAnyMember }: Bounds,
): Here | null {
  const member = applied(operator, place);
  const here = isAnyMember ? hereWith(member, score) : hereAt(cpdagOf(member), score, knowledge);
  return here !== null && Number.isFinite(here.score) ? here : null;
}

/** The class of a graph, represented by that graph. */
export function hereWith(graph: Graph, score: Score): Here {
  return { place: placeOf(cpdagOf(graph)), graph, score: score.ofGraph(graph) };
}

/** The class of a graph as a starting point. */
export function startingAt(graph: Graph, score: Score, knowledge: Knowledge): Here {
  const here = hereAt(cpdagOf(graph), score, knowledge);
  check(
    here !== null,
    "ges: the required edges must be consistent with the rest of the prior knowledge, got no member of their class that is",
  );
  check(
    Number.isFinite(here.score),
    `ges: the graph of the required edges alone must have a finite score under "${score.name}", got ${here.score}; use order`,
  );
  return here;
}

function hereAt(pdag: Pdag, score: Score, knowledge: Knowledge): Here | null {
  const graph = memberByOrder(pdag, knowledge);
  return graph && { place: placeOf(pdag), graph, score: score.ofGraph(graph) };
}
