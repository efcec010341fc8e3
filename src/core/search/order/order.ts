// Insertion hill climbing over causal orders, each order scored by the best sparse graph under it.
//
//     start    from a random order; for every variable in turn, move it to the place where the order scores best;
//              go round until a whole round moves nothing; take another order of the same graph (of another member of its
//              class) and go on, until four such orders in a row have led nowhere; start again, eight times
//     shake    the best order: put a few variables elsewhere at random, climb again, and go on from what is no
//              worse, until twenty shakes in a row have led nowhere; if they have led further than the starts did, shake the
//              next best end of a start too, until two of those in a row lead no further. Keep the best order of all
//
// The move is in order-climber.ts. Ties keep the variable where it is. On sparse graphs the starts find what there is to find;
// on dense ones every start ends at an order of its own, and shaking gets hundreds of units further (docs/algorithms/order.md).
//
// Teyssier & Koller, "Ordering-based search", UAI 2005, whose moves are swaps of neighbours; insertions leave far fewer
// local optima. Differs also: parents are chosen exactly where few predecessors allow, without a limit on their number.
// Lourenço, Martin & Stützle, "Iterated local search", 2003, is what shaking is called elsewhere.

import { check } from "../../check.ts";
import { cpdagOf, memberByOrder } from "../../graph/equivalence.ts";
import { type Graph, type Order, renumbered, topologicalOrder } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge, renumberedKnowledge } from "../../graph/knowledge.ts";
import type { Rng } from "../../math/rng.ts";
import { isBetter, type Score } from "../../score/score.ts";
import { resumedState } from "../resumed-state.ts";
import { defaultRestarts, type ProblemWith, type Search, type Step } from "../search.ts";
import { orderClimber } from "./order-climber.ts";
import { copiedState, type OrderState, orderState, type Place, type Shaking } from "./order-state.ts";

export { nodeByNode } from "./greedy-parents.ts";
export { bestUnderOrder } from "./order-climber.ts";
export { parentPaths } from "./parent-path.ts";
export { type Polished, polish } from "./polish.ts";
export {
  bestTogether,
  type Choice,
  type ChoicesInto,
  choiceOf,
  choicesAlong,
  graphOf,
  scoreTogether,
} from "./under-order.ts";

export interface OrderOptions {
  /** A first order to start from, before the random ones. */
  readonly start?: Order;
  /** Shakes in a row that lead nowhere before an order is left alone; 0: none are made. */
  readonly shakes?: number;
  /** Up to this many predecessors the best parents are found exactly. */
  readonly exactCandidates?: number;
}

export interface OrderStep extends Step {
  /** The order of the best graph. */
  readonly order: Order;
  /** Score at the end of each restart finished so far. */
  readonly restarts: readonly number[];
}

/** Orders of the same graph (or class) to climb from before a start is given up. */
const freshOrders = 4;
/** Ends of starts in a row that lead no further before shaking ends, where any has led further than the starts. */
const idleChains = 2;
/** Variables that a shake puts elsewhere: from three to a third of them, at least up to five and at most up to ten. */
const fewestMoved = 3;
const mostMoved = (d: number): number => Math.min(10, Math.max(5, Math.floor(d / 3)));
export const defaultShakes = 20;

export function* orderSearch(
  {
    score,
    rng,
    knowledge = noKnowledge(score.d),
    restarts = defaultRestarts,
    from,
  }: ProblemWith<"score" | "rng">,
  { start, shakes = defaultShakes, exactCandidates }: OrderOptions = {},
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
    shakes >= 0 && Number.isInteger(shakes),
    `order: shakes must be a whole number from 0 on, got ${shakes}`,
  );
  const climber = orderClimber(local, knowledge, exactCandidates);
  const startOf = (restart: number) =>
    obeying(restart === 0 && start ? [...start] : rng.fork(`restart/${restart}`).permutation(d), knowledge);

  const resumed = resumedState(orderState, from);
  const state: OrderState = resumed
    ? copiedState(resumed)
    : {
        ...{ restart: 0, round: 0, turn: 0, moved: false, looks: 0, mark: null },
        ...{ order: startOf(0), best: null, finished: [], shakes: 0, shaking: null },
      };
  if (state.best !== null) climber.load(state.best.order);
  let bestGraph: Graph = state.best === null ? { d, edges: knowledge.required } : climber.graph();
  let bestScore = state.best === null ? Number.NEGATIVE_INFINITY : score.ofGraph(bestGraph);
  climber.load(state.order);
  while (state.restart < restarts || state.shaking !== null) {
    const { shaking } = state;
    const stream = shaking === null ? `restart/${state.restart}` : `shake/${state.shakes}`;
    const turns = rng.fork(`${stream}/round/${state.round}`).permutation(d);
    while (state.turn < d) {
      if (climber.improve(turns[state.turn])) state.moved = true;
      state.turn++;
      state.order = climber.order();
      const now = climber.score();
      if (state.best === null || isBetter(now, known(state.best.score))) {
        state.best = placed(state.order, now);
        bestGraph = climber.graph();
        bestScore = score.ofGraph(bestGraph);
      }
      yield step(state, { restarts, shakes }, bestGraph, bestScore);
    }
    state.turn = 0;
    state.round++;
    const isSettled = !state.moved || d <= 2;
    state.moved = false;
    if (!isSettled) continue;
    if (shaking === null) afterStart();
    else afterShake(shaking);
    climber.load(state.order);
  }

  /** Another order of the same graph; where those lead nowhere, the next start, and after the last the first shake. */
  function afterStart(): void {
    const now = climber.score();
    const mark = state.mark === null ? null : known(state.mark.score);
    state.looks = mark === null || isBetter(now, mark) ? 1 : state.looks + 1;
    if (mark === null || now >= mark) state.mark = placed(climber.order(), now);
    if (state.looks <= freshOrders) {
      const stream = rng.fork(`restart/${state.restart}/fresh/${state.round}`);
      state.order = freshOrder(climber.graph(), score, knowledge, stream);
      return;
    }
    state.finished.push(state.mark!);
    state.restart++;
    Object.assign(state, { round: 0, looks: 0, mark: null });
    state.order = startOf(state.restart);
    if (state.restart === restarts && shakes > 0 && d > 2) shakeNext(null);
  }

  /** What the last shake led to is gone on from, or not. */
  function afterShake(shaking: Shaking): void {
    const now = climber.score();
    const isBest = isBetter(now, known(shaking.at.score));
    if (isBest || !isBetter(known(shaking.at.score), now)) shaking.at = placed(climber.order(), now);
    shaking.fruitless = isBest ? 0 : shaking.fruitless + 1;
    state.shakes++;
    state.round = 0;
    if (shaking.fruitless < shakes) state.order = shaken(shaking.at);
    else if (isWorthMore(shaking)) shakeNext(shaking);
    else Object.assign(state, { shaking: null, order: startOf(state.restart) });
  }

  /** Is there another start's end to be shaken, and has shaking led further than the starts, lately? */
  function isWorthMore(shaking: Shaking): boolean {
    const { chain, before, idle } = shaking;
    shaking.idle = isBetter(known(state.best!.score), known(before)) ? 0 : idle + 1;
    return chain + 1 < state.finished.length && shaking.idle < (chain === 0 ? 1 : idleChains);
  }

  /** Begins with the best end of a start that was not shaken yet. */
  function shakeNext(last: Shaking | null): void {
    const { chain, idle } = last ?? { chain: -1, idle: 0 };
    if (last === null) state.shakes = 0;
    const ends = [...state.finished].sort((a, b) => known(b.score) - known(a.score) || 0);
    const before = state.best!.score;
    state.shaking = { chain: chain + 1, fruitless: 0, idle, at: ends[chain + 1], before };
    state.order = shaken(ends[chain + 1]);
  }

  function shaken(place: Place): number[] {
    const { integer } = rng.fork(`shake/${state.shakes}`);
    const order = [...place.order];
    for (let moves = fewestMoved + integer(mostMoved(d) - fewestMoved + 1); moves > 0; moves--) {
      const [moved] = order.splice(integer(d), 1);
      order.splice(integer(d), 0, moved);
    }
    return obeying(order, knowledge);
  }

  const last = step(state, { restarts, shakes }, bestGraph, bestScore);
  const member = score.isEquivalent ? memberByOrder(cpdagOf(last.graph!), knowledge) : last.graph;
  check(member !== null, "order: the class found must have a member that obeys the knowledge");
  const order = score.isEquivalent ? topologicalOrder(member)! : last.order;
  return { ...last, graph: member, order, score: score.ofGraph(member), progress: 1, doing: "done" };
}

function step(
  state: OrderState,
  { restarts, shakes }: { readonly restarts: number; readonly shakes: number },
  graph: Graph,
  score: number,
): OrderStep {
  const { restart, round, turn, best, finished, shaking } = state;
  const { d } = graph;
  // A start takes about ten rounds; shakes as long as all starts, as far as one can tell.
  const ofStarts = (restart + Math.min(0.95, (round + turn / d) / 10)) / restarts;
  const ofShakes = state.shakes / (state.shakes + shakes);
  const progress = shakes === 0 ? ofStarts : shaking === null ? 0.5 * ofStarts : 0.5 + 0.5 * ofShakes;
  return {
    graph,
    score,
    order: best!.order,
    restarts: finished.map((end) => known(end.score)),
    progress: Math.min(0.999, progress),
    doing:
      shaking === null
        ? `start ${Math.min(restart + 1, restarts)} of ${restarts}, round ${round + 1}`
        : `shake ${state.shakes + 1}, ${shaking.fruitless} of ${shakes} in a row without a better order`,
    values: { restart, round, shakes: state.shakes },
    state: copiedState(state),
  };
}

/**
 * Another order of the same graph or, where the score cannot tell the members of its class apart, of another member:
 * the same score, but other neighbours to move to.
 */
function freshOrder(graph: Graph, score: Score, knowledge: Knowledge, rng: Rng): number[] {
  const to = rng.permutation(graph.d);
  const mixed = renumbered(graph, to);
  const member = score.isEquivalent
    ? memberByOrder(cpdagOf(mixed), renumberedKnowledge(knowledge, to))
    : mixed;
  return topologicalOrder(member ?? mixed)!.map((k) => to.indexOf(k));
}

/** The order with every required edge along it: the earliest variable whose required causes are placed comes next. */
export function obeying(order: readonly number[], { d, required }: Knowledge): number[] {
  if (!required.some((e) => e === 1)) return [...order];
  const out: number[] = [];
  while (out.length < d) {
    const next = order.find(
      (j) => !out.includes(j) && order.every((i) => required[i * d + j] === 0 || out.includes(i)),
    );
    check(next !== undefined, "order: the required edges form a cycle");
    out.push(next);
  }
  return out;
}

function known(score: number | null): number {
  return score ?? Number.NEGATIVE_INFINITY;
}

function placed(order: number[], score: number): Place {
  return { order, score: score === Number.NEGATIVE_INFINITY ? null : score };
}
