// How greedy equivalence search escapes a local optimum: extremely greedy equivalence search (XGES).
//
//     climb:   from the start, a deletion that raises the score if there is one, else a turn, else an insertion, the best of
//              its kind; the better of the class where this ends and the one found by the phases of ges.ts is the best
//     escape:  for each edge of the best class: delete it although the score falls, climb with the edge banned, then without
//              the ban; if that ends higher, it is the new best
//
// A superfluous insertion is undone before others build on it, so that fewer accumulate; those that have accumulated are removed
// when an edge is forced out. A round tries every edge, the cheapest first; the last round is one without improvement. The score
// is never lower than that of the phases.
//
// An escape starts with the operators listed for the class it leaves (operator-cache.ts) and relists what its own moves change;
// gains are cached (ges-gains.ts).
//
// Nazaret & Blei. "Extremely greedy equivalence search." UAI 2024.
//
// Differs from the authors' program: the phases of ges.ts come first; only the best of an edge's deletions is tried; a ban
// ends with its climb, not with the search.

import * as z from "zod";
import { edgeCount, edgeList, graphFromEdges } from "../../../graph/graph.ts";
import { isRestricting } from "../../../graph/knowledge.ts";
import { isBetter } from "../../../score/score.ts";
import { edge, edges, index, resumedState } from "../../resumed-state.ts";
import type { Search } from "../../search.ts";
import type { GesStep } from "./ges.ts";
import {
  type Ascent,
  type Bounds,
  choiceAt,
  type Here,
  hereAfter,
  hereWith,
  startingAt,
  worthKeeping,
} from "./ges-choice.ts";
import { type GesOperator, type OperatorKind, operatorSchema } from "./ges-operators.ts";
import { type AppliedOperator, changeOf, operatorShelf, type Shelf } from "./operator-cache.ts";

type Pair = readonly [number, number];

export type EscapePhase = "climbing" | "escaping";

/** Assumed share of the work in the phases before. */
export const shareBeforeEscapes = 0.1;

const courseSchema = z.strictObject({
  phase: z.enum(["climbing", "escaping", "done"]),
  round: index,
  moves: index,
  operator: operatorSchema.nullable(),
  /** Edges forced out in this round, and whether that has raised the score. */
  tried: edges,
  hasRisen: z.boolean(),
  /** The edge that may not be inserted at present. */
  banned: edge.nullable(),
});

type Course = Readonly<z.infer<typeof courseSchema>>;

/** With members of the best class so far and of the class that a climb has reached; null between two climbs. */
const stateSchema = courseSchema.extend({ graph: edges, trial: edges.nullable() });

type State = Readonly<z.infer<typeof stateSchema>>;

/** A class with its operators. */
interface Camp {
  readonly here: Here;
  readonly shelves: Readonly<Partial<Record<OperatorKind, Shelf>>>;
}

/** Whether this is the state of an escape rather than of the phases before. */
export function isEscape(from: unknown): boolean {
  return typeof from === "object" && from !== null && "tried" in from;
}

/** The state that follows the phases: starts where they started, with their result as the best. */
export function escapeAfter({ graph, operator, values }: GesStep, { score, knowledge }: Ascent): State {
  const { d, required } = knowledge;
  return {
    ...{ phase: "climbing", round: 1, moves: values.moves, operator },
    ...{ tried: [], hasRisen: false, banned: null },
    graph: edgeList(graph!),
    trial: edgeList(startingAt({ d, edges: required }, score, knowledge).graph),
  };
}

export function* escapes(ascent: Ascent, from: unknown): Search<GesStep> {
  const { score, local, knowledge } = ascent;
  const { graph, trial: stored, ...rest } = resumedState(stateSchema, from)!;
  const onTheWay = { ...ascent, isAnyMember: !isRestricting(knowledge) };
  const isSlow = !local.gaussian;
  let course: Course = rest;
  let best = campAt(startingAt(graphFromEdges(score.d, graph), score, knowledge), ascent);
  let trial = stored && campAt(hereWith(graphFromEdges(score.d, stored), score), ascent);

  while (course.phase !== "done") {
    if (trial === null) {
      for (const _ of best.shelves.delete!.fill(best.here.place)) if (isSlow) yield step(course, best, null);
      [course, trial] = forcedFrom(best, course, onTheWay);
    } else {
      const moves = nextMove(trial, onTheWay, course.banned);
      let move = moves.next();
      for (; !move.done; move = moves.next()) if (isSlow) yield step(course, best, trial);
      if (move.value !== null) {
        trial = movedTo(trial, move.value.landed);
        course = { ...course, moves: course.moves + 1, operator: move.value.operator };
      } else if (course.banned !== null) course = { ...course, banned: null };
      else {
        if (isBetter(trial.here.score, best.here.score)) {
          best = { here: startingAt(trial.here.graph, score, knowledge), shelves: trial.shelves };
          course = { ...course, hasRisen: course.phase === "escaping" };
        }
        trial = null;
      }
    }
    if (course.phase !== "done") yield step(course, best, trial);
  }
  return step(course, best, trial);
}

/** Nothing is listed yet; shelves are in the order of their use. Deletions are kept whatever they cost. */
function campAt(here: Here, { local, gains, knowledge, turning }: Ascent): Camp {
  const shelf = (kind: OperatorKind, isWorthKeeping: (gain: number) => boolean) =>
    operatorShelf(kind, { gains, knowledge, isWorthKeeping });
  const shelves = {
    delete: shelf("delete", () => true),
    ...(turning ? { turn: shelf("turn", worthKeeping("turn", local)) } : {}),
    insert: shelf("insert", worthKeeping("insert", local)),
  };
  return { here, shelves };
}

/** The best operator of the first kind that has one; yields after each variable whose operators were listed. */
function* nextMove(
  { here, shelves }: Camp,
  ascent: Ascent,
  banned: Pair | null,
): Generator<void, AppliedOperator<Here> | null, void> {
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

/** Forces out the cheapest edge that this round, or else a new one, has not tried; done if there is none. */
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
      const copies = Object.entries(shelves).map(([kind, shelf]) => [kind, shelf.copy()]);
      return [
        { ...course, phase: "escaping", round, tried, hasRisen, banned, operator },
        movedTo({ here, shelves: Object.fromEntries(copies) }, landed),
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
  // Later rounds mostly confirm the result.
  const share = tried.length / (tried.length + edges + 1);
  const later = round === 1 ? 0.8 * share : 0.8 + (1 - shareBeforeEscapes - 0.8) * 0.99 * share;
  const isEscaping = phase === "escaping";
  return {
    graph,
    score,
    pdag: place.pdag,
    phase,
    operator,
    progress: phase === "done" ? 1 : shareBeforeEscapes + later,
    doing: isEscaping ? `escaping, round ${round}, edge ${tried.length} of ${edges}` : phase,
    values: { round, moves, edges, gain: operator?.gain ?? 0 },
    state: () => ({ ...course, graph: edgeList(graph), trial: trial && edgeList(trial.here.graph) }),
  };
}
