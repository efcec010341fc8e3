// Greedy equivalence search (GES): hill climbing over Markov-equivalence classes.
//
//     start from the class of the required edges (without knowledge, of the empty graph)
//     forward:   take the valid insertion that raises the score most, as long as one does
//     backward:  take the valid deletion that raises it most, as long as one does
//     turning:   turn the edge that raises it most, as long as one does; then forward again, until no phase finds anything
//
// Forward and backward, once each, are Chickering's algorithm, which finds the true class in the limit of large samples
// (for a consistent, score-equivalent score and a faithful distribution). Turning and repeating are Hauser and Bühlmann's:
// the class returned is a local optimum of all three operators (ges-operators.ts), the score never lower.
//
// Cost: a move relists the operators into about as many variables y as it changes (operator-cache.ts): up to d for each clique of
// undirected neighbours of y, |S|²/2 operations each for a linear Gaussian score (ges-gains.ts). Completing the class takes
// O(d² + edges · degree). On sparse graphs that is O(d²) for a move and O(d³) for a search; it is exponential in the largest
// clique of undirected edges, which a limit on parents bounds.
//
// Knowledge: a class is admissible if some member satisfies the knowledge; an operator that leads elsewhere is invalid.
//
// A score that is not the sum of its terms (`combine`) is supported: all operators of a phase change the number of edges
// equally, and such a score rises with the sum, so the best operator is the one whose terms gain most.
// A score that distinguishes members of a class is supported too, as published for kernel scores (Huang et al., KDD 2018),
// but the gain of an operator is then that of one member of the class and the score need not rise: two phases, once.
//
// Chickering, D. M. "Optimal structure identification with greedy search." JMLR 3, 2002.
// Hauser & Bühlmann. "Characterization and greedy learning of interventional Markov equivalence classes." JMLR 13, 2012.
// Ramsey, J. et al. "A million variables and more: the Fast Greedy Equivalence Search algorithm." IJDSA 3, 2017.
//
// Differs from FGES: nothing is approximated (no first step from pairwise gains alone, no limit on degree), and an insertion
// that a path blocks is offered again as soon as the path is gone.

import * as z from "zod";
import { check } from "../../../check.ts";
import { edgeCount, edgeList, graphFromEdges } from "../../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../../graph/knowledge.ts";
import type { Pdag } from "../../../graph/pdag.ts";
import { edges, index, resumedState } from "../../resumed-state.ts";
import type { ProblemWith, Search, Step } from "../../search.ts";
import { type Ascent, choiceAt, type Here, startingAt, worthKeeping } from "./ges-choice.ts";
import { type EscapePhase, escapeAfter, escapes, isEscape, shareBeforeEscapes } from "./ges-escapes.ts";
import { gainsOf, rememberedGains } from "./ges-gains.ts";
import { type GesOperator, type OperatorKind, operatorSchema } from "./ges-operators.ts";
import { type AppliedOperator, changeOf, operatorShelf } from "./operator-cache.ts";

export type { GesOperator } from "./ges-operators.ts";

export interface GesOptions {
  /**
   * Turn edges too, and repeat the phases until none finds anything; false: Chickering's two phases, once. Default: on, unless
   * the score distinguishes members of a class.
   */
  readonly turning?: boolean;
  /** Maximum number of links of a variable; no more are inserted (required ones stay). Default: no limit. */
  readonly maxDegree?: number;
  /** Escape the local optimum at the end of the phases by deletions that lower the score (ges-escapes.ts). */
  readonly extended?: boolean;
}

export interface GesStep extends Step {
  /** The class; `graph` is the first of its members, by order, that satisfies the knowledge. */
  readonly pdag: Pdag;
  readonly phase: GesPhase | EscapePhase | "done";
  /** The last operator applied; null before the first. */
  readonly operator: GesOperator | null;
}

export type GesPhase = "forward" | "backward" | "turning";

const kinds: Readonly<Record<GesPhase, OperatorKind>> = {
  forward: "insert",
  backward: "delete",
  turning: "turn",
};

const stateSchema = z.strictObject({
  phase: z.enum(["forward", "backward", "turning", "done"]),
  round: index,
  /** Moves in total, and before this phase. */
  moves: index,
  atPhase: index,
  /** Phases without a move since the last phase with one (which has none left either); −1 at the start. */
  idle: z.number().int(),
  operator: operatorSchema.nullable(),
  graph: edges,
});

type State = Readonly<z.infer<typeof stateSchema>>;

/**
 * Greedy equivalence search.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(ges({ score: linearBic(table) })).graph.d; // 3
 * ```
 */
export function* ges(problem: ProblemWith<"score">, options: GesOptions = {}): Search<GesStep> {
  const { score, knowledge = noKnowledge(score.d), from } = problem;
  const { d, local, isEquivalent } = score;
  const { turning = isEquivalent, maxDegree = d, extended = false } = options;
  check(
    maxDegree >= 0 && Number.isInteger(maxDegree),
    `ges: maxDegree must be a whole number from 0 on, got ${maxDegree}`,
  );
  check(
    local !== undefined,
    `ges: the score "${score.name}" has no local terms; use hill-climb, which needs none`,
  );
  check(
    isEquivalent || !turning,
    `ges: turning must be off for the score "${score.name}", which differs between the members of a class, got true; leave it out, or use order`,
  );
  check(
    isEquivalent || !extended,
    `ges: extended must be off for the score "${score.name}", which differs between the members of a class, got true; leave it out, or use order`,
  );
  const gains = extended ? rememberedGains(gainsOf(local), d) : gainsOf(local);
  const ascent = { score, local, gains, knowledge, turning, maxDegree };
  if (!extended) return yield* inPhases(ascent, from);
  if (isEscape(from)) return yield* escapes(ascent, from);
  const climb = inPhases(ascent, from);
  let next = climb.next();
  for (; !next.done; next = climb.next())
    yield { ...next.value, progress: shareBeforeEscapes * next.value.progress };
  return yield* escapes(ascent, escapeAfter(next.value, ascent));
}

function* inPhases(ascent: Ascent, from: unknown): Search<GesStep> {
  const { score, local, gains, knowledge, turning } = ascent;
  const phases: readonly GesPhase[] = turning ? ["forward", "backward", "turning"] : ["forward", "backward"];
  let state = resumedState(stateSchema, from) ?? startOf(knowledge);
  let here = startingAt(graphFromEdges(score.d, state.graph), score, knowledge);

  while (state.phase !== "done") {
    const kind = kinds[state.phase];
    const shelf = operatorShelf(kind, { gains, knowledge, isWorthKeeping: worthKeeping(kind, local) });
    for (;;) {
      for (const _ of shelf.fill(here.place)) {
        // Scores without a fast path may take long for one variable.
        if (!local.gaussian) yield step(state, here, phases);
      }
      const next: AppliedOperator<Here> | null = shelf.best(here.place, choiceAt(here, kind, ascent));
      if (next === null) break;
      shelf.moved(changeOf(here.place, next.landed.place));
      here = next.landed;
      state = { ...state, moves: state.moves + 1, operator: next.operator, graph: edgeList(here.graph) };
      yield step(state, here, phases);
    }
    state = nextPhase(state, phases);
  }
  return step(state, here, phases);
}

function startOf({ d, required }: Knowledge): State {
  const graph = edgeList({ d, edges: required });
  return { phase: "forward", round: 1, moves: 0, atPhase: 0, idle: -1, operator: null, graph };
}

function nextPhase(state: State, phases: readonly GesPhase[]): State {
  const { phase, round, moves, atPhase } = state;
  const idle = moves > atPhase ? 0 : state.idle + 1;
  const next = phases.indexOf(phase as GesPhase) + 1;
  if (idle === phases.length - 1 || (next === phases.length && !phases.includes("turning")))
    return { ...state, phase: "done", idle };
  const goesRound = next === phases.length;
  return {
    ...state,
    phase: goesRound ? phases[0] : phases[next],
    round: goesRound ? round + 1 : round,
    atPhase: moves,
    idle,
  };
}

function step(state: State, { place, graph, score }: Here, phases: readonly GesPhase[]): GesStep {
  const { phase, round, moves, atPhase, operator } = state;
  const inPhase = moves - atPhase;
  // A phase is assumed to make about as many moves as there are variables; later rounds are short.
  const share = (phases.indexOf(phase as GesPhase) + inPhase / (inPhase + graph.d)) / phases.length;
  const isDone = phase === "done";
  return {
    graph,
    score,
    pdag: place.pdag,
    phase,
    operator,
    progress: isDone ? 1 : round === 1 ? 0.9 * share : 0.9 + 0.099 * share,
    doing: isDone ? "done" : `${phase}, round ${round}, move ${inPhase}`,
    values: { round, moves, edges: edgeCount(graph), gain: operator?.gain ?? 0 },
    state,
  };
}
