// Hill climbing over causal orders, each with the best parents that are found under it, and shakes of where that ends.
//
//     start   from an order that the data suggest (first-order.ts): move one variable after the other to the place where the order
//             scores best, until no single move is better; further starts, where asked for, from random orders
//     shake   the best end: put a few variables elsewhere, climb again from there, and go on from what is better, or as good,
//             until as many shakes in a row as there are edges (times what the effort says) have led to nothing better
//
// Up to 20 variables, where the best of all parents are known under every order, it also goes on from what is a little worse, and after 300
// shakes in a row that led nowhere from a new random start.
//
// Shakes are made in rounds of sixteen from the same order. What of a round is better is taken over, the first as it is and every further one
// by shaking again from what the others have led to. So a round is the same whoever makes its shakes, and in which order.
//
// Teyssier & Koller, "Ordering-based search", UAI 2005; insertions as in Andrews et al., "BOSS", NeurIPS 2023; parents repaired from
// those of the neighbouring order as in Wienöbst, Henckel & Weichwald, "Embracing discrete search", ICLR 2026; shakes as in
// Lourenço, Martin & Stützle, "Iterated local search", 2003. docs/algorithms/order.md says where this differs.

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
  /** A first order to start from, before the others. */
  readonly start?: Order;
  /** How long it goes on shaking: by how many times the number of edges. */
  readonly effort?: Effort;
  /** Which others may cause a variable: all, or those that the score offers (the default beyond what it can be proven for). */
  readonly candidates?: "all" | "neighbours";
  /** Shakes in a row that lead to nothing better before it ends, whatever the effort; 0: none are made. */
  readonly shakes?: number;
}

export interface OrderStep extends Step {
  /** The order of the best graph. */
  readonly order: Order;
  /** Score at the end of each start so far. */
  readonly restarts: readonly number[];
  /** How many others each variable may have as causes, where they were selected beforehand. */
  readonly selected?: readonly number[];
}

/**
 * Fruitless shakes in a row before it ends: so many times the number of edges, or of twice the variables where that is more; of few variables
 * more, `few` at least: beyond 20, as a shake takes longer the more there are, fewer, by the share that 20 are of them; low effort soon none
 * at all. Of a slow score beyond proof it is none. Shakes move neighbours in the graph, so edges are what there is to try; a search that
 * is renewed waits for (20 · edges / variables)².
 */
export const efforts = {
  low: { times: 0.125, few: (share: number) => 125 * share * share * share },
  normal: { times: 1, few: (share: number) => 1000 * share },
  high: { times: 5, few: (share: number) => 5000 * share },
} as const;
/** Climbs before the best of their ends is shaken: shakes find more in the time of a second one. */
export const defaultStarts = 1;
/** Shakes from one order; of few variables, which go on from a new start after so many that lead nowhere, one. */
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
    knowledge: given = noKnowledge(score.d),
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
  const knowledge = searched(score, given, candidates);
  const selected =
    knowledge === given
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
  let shown = { place: state.best, graph: emptyOrRequired(), score: Number.NEGATIVE_INFINITY };
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
    let made = making.next();
    for (; !made.done; made = making.next()) yield step();
    const found = made.value;
    const next = together(base, found, (now, k) => tasks.shake(now, first + k));
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
    const made = shakes - state.shakes;
    const isHigher = isBetter(base.score, peak);
    state = {
      ...{ ...state, ...news, base, best: better(base) },
      fruitless: best !== null && isBetter(base.score, best.score) ? 0 : fruitless + made,
      stale: isHigher ? 0 : stale + made,
      peak: isHigher ? base.score : peak,
    };
  }

  function show(place: Place): void {
    const graph = graphAt(place);
    shown = { place, graph, score: score.ofGraph(graph) };
  }

  function step(): OrderStep {
    const { ends, climb, best, shakes: made, fruitless } = state;
    if (best !== null && best !== shown.place) show(best);
    const { progress, doing } = progressOf(state, restarts, { patienceOf, isShaken: d > 2 && shakes !== 0 });
    return {
      graph: shown.graph,
      score: shown.score,
      order: best?.order ?? [],
      restarts: ends,
      ...selected,
      progress,
      doing,
      values: { restart: ends.length, round: climb?.round ?? 0, shakes: made, fruitless },
      state: storedState(state),
    };
  }
}

/** The knowledge that is searched under: beyond what the score can be proven for, causes are those that it offers. */
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

/** Of a worker: the end of start k of the same problem. */
export function startsOf(
  { score, knowledge, rng }: Pick<SearchProblem, "score" | "knowledge" | "rng">,
  { start, candidates }: OrderOptions = {},
) {
  const tasks = orderTasks(score.local!, searched(score, knowledge, candidates), rng);
  return (k: number): unknown => endOf(tasks.start(k, start, null));
}

/** Of a worker: what comes of a task that `orderSearch` of the same problem has given to its pool. */
export function shakesOf(
  { score, knowledge, rng }: Pick<SearchProblem, "score" | "knowledge" | "rng">,
  { candidates }: OrderOptions = {},
) {
  const { shake } = orderTasks(score.local!, searched(score, knowledge, candidates), rng);
  return (task: unknown): unknown => shakesOfRound(task, shake);
}
