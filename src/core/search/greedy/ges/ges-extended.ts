// Extremely greedy equivalence search (XGES): greedy equivalence search that leaves the pits it falls into.
//
//     climb:   a deletion that raises the score if there is one, else a turn, else an insertion; the best of its kind
//     escape:  from the class where that ends, for each of its edges: delete it though the score falls, climb with the edge
//              banned, then without the ban; go on from there if the score is higher than it was
//
// An insertion too many is taken back before others lean on it, so that fewer of them pile up; what has piled up is found by
// forcing an edge out. A round tries every edge of the class, the cheapest first; rounds end when one has raised nothing. So
// no edge of the last class can be forced out to reach a better one.
//
// An escape starts with the operators that are listed for the class it leaves (operator-cache.ts) and lists anew what its own
// moves change; gains are remembered (ges-gains.ts).
//
// Nazaret & Blei. "Extremely greedy equivalence search." UAI 2024.
//
// Differs from the authors' program: of the deletions of an edge the best is tried and no other; the ban ends with the escape
// and not with the search; and the last round is one in which every edge was tried.

import * as z from "zod";
import { edgeCount, edgeList, graphFromEdges } from "../../../graph/graph.ts";
import { isRestricting } from "../../../graph/knowledge.ts";
import { isBetter, type Local } from "../../../score/score.ts";
import { edge, edges, index, resumedState } from "../../resumed-state.ts";
import type { Search } from "../../search.ts";
import type { GesStep } from "./ges.ts";
import {
  type Bounds,
  choiceAt,
  type Here,
  hereAfter,
  hereWith,
  startingAt,
  worthKeeping,
} from "./ges-choice.ts";
import { gainsOf, rememberedGains } from "./ges-gains.ts";
import { type GesOperator, type OperatorKind, operatorSchema } from "./ges-operators.ts";
import { changeOf, operatorShelf, type Shelf, type Taken } from "./operator-cache.ts";

type Pair = readonly [number, number];

export type ExtendedPhase = "climbing" | "escaping";

interface Ascent extends Bounds {
  readonly local: Local;
  readonly turning: boolean;
}

const courseSchema = z.strictObject({
  phase: z.enum(["climbing", "escaping", "done"]),
  round: index,
  moves: index,
  operator: operatorSchema.nullable(),
  /** Edges of this round that were forced out, and whether that has raised the score. */
  tried: edges,
  hasRisen: z.boolean(),
  /** The edge that may not be inserted for now. */
  banned: edge.nullable(),
});

type Course = Readonly<z.infer<typeof courseSchema>>;

/** With members of the best class so far and of the one to which the escape under way has come. */
const stateSchema = courseSchema.extend({ graph: edges, trial: edges.nullable() });

const start: Course = {
  phase: "climbing",
  round: 1,
  moves: 0,
  operator: null,
  tried: [],
  hasRisen: false,
  banned: null,
};

/** A class with its operators. */
interface Camp {
  readonly here: Here;
  readonly shelves: Readonly<Partial<Record<OperatorKind, Shelf>>>;
}

export function* extendedGes(ascent: Ascent, from: unknown): Search<GesStep> {
  const { score, local, knowledge } = ascent;
  const { d } = score;
  const onTheWay = { ...ascent, isAnyMember: !isRestricting(knowledge) };
  const isSlow = !local.gaussian;
  const stored = resumedState(stateSchema, from);
  let course: Course = stored ?? start;
  const shelves = shelvesFor(ascent);
  const first = stored ? graphFromEdges(d, stored.graph) : { d, edges: knowledge.required };
  let best: Camp = { here: startingAt(first, score, knowledge), shelves };
  let trial: Camp | null = stored?.trial
    ? { here: hereWith(graphFromEdges(d, stored.trial), score), shelves: copied(shelves) }
    : null;

  while (course.phase !== "done") {
    const moves = nextMove(trial ?? best, trial ? onTheWay : ascent, course.banned);
    let move = moves.next();
    for (; !move.done; move = moves.next()) if (isSlow) yield step(course, best, trial);
    if (move.value !== null) {
      const { operator, landed } = move.value;
      course = { ...course, moves: course.moves + 1, operator };
      if (trial === null) best = movedTo(best, landed);
      else trial = movedTo(trial, landed);
    } else if (course.banned !== null) course = { ...course, banned: null };
    else {
      if (trial !== null && isBetter(trial.here.score, best.here.score)) {
        best = { here: startingAt(trial.here.graph, score, knowledge), shelves: trial.shelves };
        course = { ...course, hasRisen: true };
      }
      trial = null;
      for (const _ of best.shelves.delete!.fill(best.here.place)) if (isSlow) yield step(course, best, trial);
      [course, trial] = forcedFrom(best, course, onTheWay);
    }
    if (course.phase !== "done") yield step(course, best, trial);
  }
  return step(course, best, trial);
}

/** Shelves with nothing listed yet, in the order in which they are asked. Deletions are kept whatever they cost. */
function shelvesFor({ local, knowledge, turning }: Ascent): Camp["shelves"] {
  const gains = rememberedGains(gainsOf(local), knowledge.d);
  const shelf = (kind: OperatorKind, isWorthKeeping: (gain: number) => boolean) =>
    operatorShelf(kind, { gains, knowledge, isWorthKeeping });
  return {
    delete: shelf("delete", () => true),
    ...(turning ? { turn: shelf("turn", worthKeeping("turn", local)) } : {}),
    insert: shelf("insert", worthKeeping("insert", local)),
  };
}

/** The best operator of the first kind that has one; yields after each variable whose operators were listed. */
function* nextMove(
  { here, shelves }: Camp,
  ascent: Ascent,
  banned: Pair | null,
): Generator<void, Taken<Here> | null, void> {
  for (const [kind, shelf] of Object.entries(shelves) as [OperatorKind, Shelf][]) {
    yield* shelf.fill(here.place);
    const choice = choiceAt(here, kind, ascent);
    const isBanned = ({ x, y }: GesOperator) =>
      kind === "insert" && banned !== null && isPair([x, y], banned);
    const land = (operator: GesOperator) => (isBanned(operator) ? null : choice.land(operator));
    const move = shelf.best(here.place, { ...choice, land });
    if (move !== null) return move;
  }
  return null;
}

function movedTo({ here, shelves }: Camp, next: Here): Camp {
  const change = changeOf(here.place, next.place);
  for (const shelf of Object.values(shelves)) shelf.moved(change);
  return { here: next, shelves };
}

function copied(shelves: Camp["shelves"]): Camp["shelves"] {
  return Object.fromEntries(Object.entries(shelves).map(([kind, shelf]) => [kind, shelf.copy()]));
}

/** Forces out the cheapest edge that this round, or else a new one, has not tried; done when there is none. */
function forcedFrom({ here, shelves }: Camp, course: Course, bounds: Bounds): [Course, Camp | null] {
  let { tried, hasRisen, round } = course;
  const deletions = shelves.delete!.listed();
  for (;;) {
    for (const operator of deletions) {
      const banned: Pair = [operator.x, operator.y];
      if (tried.some((pair) => isPair(pair, banned))) continue;
      tried = [...tried, banned];
      const landed = hereAfter(operator, here, bounds);
      if (landed === null) continue;
      return [
        { ...course, phase: "escaping", round, tried, hasRisen, banned, operator },
        movedTo({ here, shelves: copied(shelves) }, landed),
      ];
    }
    if (!hasRisen) return [{ ...course, phase: "done" }, null];
    [tried, hasRisen, round] = [[], false, round + 1];
  }
}

function isPair([x, y]: Pair, [a, b]: Pair): boolean {
  return (x === a && y === b) || (x === b && y === a);
}

function step(course: Course, { here: { place, graph, score } }: Camp, trial: Camp | null): GesStep {
  const { phase, round, moves, operator, tried } = course;
  const edges = edgeCount(graph);
  // Later rounds mostly confirm.
  const share = tried.length / (tried.length + edges + 1);
  const isEscaping = phase === "escaping";
  return {
    graph,
    score,
    pdag: place.pdag,
    phase,
    operator,
    progress: phase === "done" ? 1 : !isEscaping ? 0 : round === 1 ? 0.9 * share : 0.9 + 0.099 * share,
    doing: isEscaping ? `escaping, round ${round}, edge ${tried.length} of ${edges}` : phase,
    values: { round, moves, edges, gain: operator?.gain ?? 0 },
    state: () => ({ ...course, graph: edgeList(graph), trial: trial && edgeList(trial.here.graph) }),
  };
}
