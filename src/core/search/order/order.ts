// Hill climbing over causal orders, each with the best parents found under it, then perturbations (shakes) of the local optimum.
//
//     start   from an order that the data suggest (first-order.ts): move one variable after another to the place where the order
//             scores best, until no single move improves it; further starts, if requested, from random orders
//     shake   perturb the best local optimum: move a few variables elsewhere, climb again, and continue from the result if it is
//             better or equally good, until as many perturbations in a row as there are edges (scaled by the effort) bring no
//             improvement
//
// Up to 20 variables, if the best of all parent sets is known under every order, the search also continues from slightly worse
// results, and from a new random start after 300 perturbations in a row without improvement.
//
// Perturbations are made in rounds of sixteen from the same order. Improvements found in a round are combined: the first is
// adopted as is, each further one is perturbed again from the combined result. So a round gives the same result whoever executes
// its perturbations, and in whatever order.
//
// Teyssier & Koller, "Ordering-based search", UAI 2005; insertions as in Andrews et al., "BOSS", NeurIPS 2023; parents
// repaired from those of the neighbouring order as in Wienöbst, Henckel & Weichwald, "Embracing discrete search", ICLR 2026;
// perturbations as in Lourenço, Martin & Stützle, "Iterated local search", 2003. docs/algorithms/order.md lists differences.

import { check } from "../../check.ts";
import { cpdagOf, memberByOrder } from "../../graph/equivalence.ts";
import { type Graph, type Order, topologicalOrder } from "../../graph/graph.ts";
import { allowedParents, type Knowledge, limitedTo, noKnowledge } from "../../graph/knowledge.ts";
import { isBetter, type Score } from "../../score/score.ts";
import { resumedState } from "../resumed-state.ts";
import type { ProblemWith, Search, SearchMachine, SearchProblem, Step } from "../search.ts";
import { fewVariables, graphAt, isRenewed, type Place } from "./order-climber.ts";
import { shakesOfRound, sharedRounds, together } from "./order-shakes.ts";
import { ended, endOf, startsBy } from "./order-starts.ts";
import {
  firstState,
  type OrderState,
  orderState,
  progressOf,
  restoredState,
  storedState,
} from "./order-state.ts";
import { orderTasks } from "./order-tasks.ts";

export { obeying } from "./first-order.ts";
export { nodeByNode } from "./greedy-parents.ts";
export { parentPaths } from "./parent-path.ts";
export { type Polished, polish } from "./polish.ts";
export {
  bestTogether,
  bestUnderOrder,
  type Choice,
  type ChoicesInto,
  choiceOf,
  choicesAlong,
  graphOf,
  scoreTogether,
} from "./under-order.ts";

export type Effort = keyof typeof efforts;

export interface OrderOptions {
  /** Initial order of the first start. */
  readonly start?: Order;
  /** Scales the number of perturbations without improvement before the search ends. */
  readonly effort?: Effort;
  /** Candidate causes of a variable: all others, or those the score preselects (the default beyond its limit for proofs). */
  readonly candidates?: "all" | "neighbours";
  /** Perturbations in a row without improvement before the search ends, overriding the effort; 0: none are made. */
  readonly shakes?: number;
}

export interface OrderStep extends Step {
  /** The order of the best graph. */
  readonly order: Order;
  /** Score at the end of each start so far. */
  readonly restarts: readonly number[];
  /** Number of candidate causes of each variable, if they were preselected. */
  readonly selected?: readonly number[];
}

/**
 * Perturbations in a row without improvement before the search ends: `times` the number of edges, or twice the number of
 * variables if that is more, and at least `few` of min(1, 20/d). Above 20 variables `few` decreases, because a perturbation
 * takes longer (at low effort it soon vanishes); for a slow score beyond its limit for proofs it is 0. Perturbations move
 * neighbours in the graph, so edges measure what there is to try; a renewed search uses (20 · edges / variables)² instead.
 */
export const efforts = {
  low: { times: 0.125, few: (share: number) => 125 * share * share * share },
  normal: { times: 1, few: (share: number) => 1000 * share },
  high: { times: 5, few: (share: number) => 5000 * share },
} as const;
/** Number of climbs before the best end is perturbed: perturbations find more than a second climb in the same time. */
export const defaultStarts = 1;
/** Perturbations per round; one with few variables, whose search is renewed after this many without improvement. */
const roundSize = 16;
const staleShakes = 300;

/**
 * Hill climbing over causal orders.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(orderSearch({ score: linearBic(table), rng: createRng(1) })).graph.d; // 3
 * ```
 */
export function* orderSearch(
  {
    score,
    rng,
    knowledge: input = noKnowledge(score.d),
    restarts = defaultStarts,
    from,
  }: ProblemWith<"score" | "rng">,
  { start, effort = "normal", shakes, candidates }: OrderOptions = {},
  { tasks: pool, pool: elsewhere }: SearchMachine = {},
): Search<OrderStep> {
  const { d, local } = score;
  check(
    local !== undefined,
    `order: the score "${score.name}" has no local terms; use a search that needs none`,
  );
  check(
    restarts >= 1 && Number.isInteger(restarts),
    `order: restarts must be a whole number from 1 on, got ${restarts}`,
  );
  check(
    shakes === undefined || (shakes >= 0 && Number.isInteger(shakes)),
    `order: shakes must be a whole number from 0 on, got ${shakes}`,
  );
  const { times, few } = efforts[effort];
  const knowledge = searched(score, input, candidates);
  const selected =
    knowledge === input
      ? {}
      : { selected: Array.from({ length: d }, (_, j) => allowedParents(knowledge, j).length) };
  const leastByEffort = isBeyondProof(score) ? 0 : few(Math.min(1, fewVariables / d));
  const isOfFew = isRenewed(local, d);
  const round = isOfFew ? 1 : roundSize;
  const patienceOf = ({ parents }: Place): number => {
    const edges = parents.reduce((sum, { length }) => sum + length, 0);
    const dense = (fewVariables * edges) / d;
    const byEdges = Math.max(2 * d, isOfFew ? dense * dense : edges);
    return d <= 2 ? 0 : (shakes ?? Math.ceil(Math.max(times * byEdges, leastByEffort)));
  };
  const tasks = orderTasks(local, knowledge, rng);
  const resumed = resumedState(orderState, from);
  let state = resumed ? restoredState(resumed) : firstState;
  let drawn = { place: state.best, graph: emptyOrRequired(), score: Number.NEGATIVE_INFINITY };
  if (state.best !== null) show(state.best);

  const others = elsewhere && restarts > 1 ? startsBy(elsewhere, state.ends.length, restarts) : undefined;
  while (state.ends.length < restarts) {
    const restart = state.ends.length;
    const climbing = others?.(restart) ?? tasks.start(restart, start, state.climb);
    for (;;) {
      const { value, done } = climbing.next();
      if (done) {
        const top = state.top === null || isBetter(value.score, state.top.score) ? value : state.top;
        const ends = [...state.ends, value.score];
        state = {
          ...state,
          ends,
          top,
          climb: null,
          base: null,
          ...{ shakes: 0, fruitless: 0, stale: 0, renewals: 0, peak: Number.NEGATIVE_INFINITY },
          best: better(value),
        };
        break;
      }
      if (value !== undefined) state = { ...state, climb: value, best: better(value.place) };
      yield step();
    }
  }
  if (state.base === null && state.top !== null) state = { ...state, base: state.top, peak: state.top.score };
  const shaken = sharedRounds(pool, round, tasks.shake);
  while (state.base !== null && state.fruitless < patienceOf(state.best!)) {
    const { base } = state;
    const first = state.shakes;
    const making = shaken(base, first);
    let turn = making.next();
    for (; !turn.done; turn = making.next()) yield step();
    const places = turn.value;
    const next = together(base, places, (now, k) => tasks.shake(now, first + k));
    goOnFrom(next, { shakes: first + round });
    if (isOfFew && state.stale >= staleShakes) {
      const renewals = state.renewals + 1;
      const peak = Number.NEGATIVE_INFINITY;
      goOnFrom(ended(tasks.start(restarts - 1 + renewals, undefined, null)), { renewals, peak });
    }
  }

  const last = step();
  const member = score.isEquivalent ? memberByOrder(cpdagOf(last.graph!), knowledge) : last.graph;
  check(member !== null, "order: the class found must have a member that satisfies the prior knowledge");
  const order = score.isEquivalent ? topologicalOrder(member)! : last.order;
  return { ...last, graph: member, order, score: score.ofGraph(member), progress: 1, doing: "done" };

  function emptyOrRequired(): Graph {
    return { d, edges: new Uint8Array(knowledge.required) };
  }

  function better(place: Place): Place {
    return state.best === null || isBetter(place.score, state.best.score) ? place : state.best;
  }

  function goOnFrom(base: Place, news: Partial<OrderState>): void {
    const { shakes, best, fruitless, stale, peak } = { ...state, ...news };
    const count = shakes - state.shakes;
    const isHigher = isBetter(base.score, peak);
    state = {
      ...{ ...state, ...news, base, best: better(base) },
      fruitless: best !== null && isBetter(base.score, best.score) ? 0 : fruitless + count,
      stale: isHigher ? 0 : stale + count,
      peak: isHigher ? base.score : peak,
    };
  }

  function show(place: Place): void {
    const graph = graphAt(place);
    drawn = { place, graph, score: score.ofGraph(graph) };
  }

  function step(): OrderStep {
    const { ends, climb, best, shakes: done, fruitless } = state;
    if (best !== null && best !== drawn.place) show(best);
    const { progress, doing } = progressOf(state, restarts, { patienceOf, isShaken: d > 2 && shakes !== 0 });
    return {
      graph: drawn.graph,
      score: drawn.score,
      order: best?.order ?? [],
      restarts: ends,
      ...selected,
      progress,
      doing,
      values: { restart: ends.length, round: climb?.round ?? 0, shakes: done, fruitless },
      state: storedState(state),
    };
  }
}

/** The knowledge that the search obeys: beyond the score's limit for proofs, causes are limited to its candidates. */
function searched(
  score: Score,
  knowledge: Knowledge,
  candidates: OrderOptions["candidates"] = isBeyondProof(score) ? "neighbours" : "all",
): Knowledge {
  if (candidates === "all") return knowledge;
  check(
    score.candidates !== undefined,
    `order: the score "${score.name}" offers no candidates; leave candidates out, or use a nonlinear score`,
    { field: "candidates", remedies: [{ unset: ["candidates"] }] },
  );
  return limitedTo(knowledge, score.candidates());
}

function isBeyondProof({ d, exactVariables, candidates }: Score): boolean {
  return candidates !== undefined && exactVariables !== undefined && d > exactVariables;
}

/** Runs start k of the same problem to its local optimum (called in a worker). */
export function startsOf(
  { score, knowledge, rng }: Pick<SearchProblem, "score" | "knowledge" | "rng">,
  { start, candidates }: OrderOptions = {},
) {
  const tasks = orderTasks(score.local!, searched(score, knowledge, candidates), rng);
  return (k: number): unknown => endOf(tasks.start(k, start, null));
}

/** Executes a task that `orderSearch` of the same problem gave to its pool (called in a worker). */
export function shakesOf(
  { score, knowledge, rng }: Pick<SearchProblem, "score" | "knowledge" | "rng">,
  { candidates }: OrderOptions = {},
) {
  const { shake } = orderTasks(score.local!, searched(score, knowledge, candidates), rng);
  return (task: unknown): unknown => shakesOfRound(task, shake);
}
