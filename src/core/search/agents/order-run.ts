// One run of an agent that learns over causal orders, with order search where it stalls.
//
//     every iteration:  the agent draws a batch of orders, is told what they are worth, and learns; the best graph under the
//                       batch's best order is kept
//     at a stall:       order search from the best order found or, where that has found nothing, from a random one; after two
//                       in a row that find nothing better, and after the last iteration, the run ends

import * as z from "zod";
import { check } from "../../check.ts";
import { cpdagOf, memberByOrder } from "../../graph/equivalence.ts";
import { edgeList, type Graph, graphFromEdges, type Order, topologicalOrder } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import type { Rng } from "../../math/rng.ts";
import { isBetter, type Score } from "../../score/score.ts";
import { orderSearch, type Polished, polish } from "../order/order.ts";
import { edges, index, resumedState } from "../resumed-state.ts";
import type { Search } from "../search.ts";
import { type AgentStep, type Course, courseSchema } from "./restarts.ts";

/** An agent as its run sees it. */
export interface OrderAgent extends Pick<AgentStep, "weights" | "probabilities"> {
  /** Draws the batch of iteration t, learns from it, and tells the best graph under its best order and numbers to plot. */
  readonly iterate: (t: number) => { readonly found: Polished; readonly values: Record<string, number> };
  /** Plain JSON; `restore` goes on from it to the same bytes. */
  readonly state: () => unknown;
  readonly restore: (state: unknown) => void;
  readonly close: () => void;
}

export interface OrderRunOptions {
  readonly knowledge: Knowledge;
  readonly iterations: number;
  readonly optimum: number | undefined;
  readonly stop: "auto" | "never";
  readonly patience: number;
  readonly from: unknown;
}

/** A step of one run; the best graph has the best parents already. */
export type OrderRunStep = AgentStep & { readonly graph: Graph; readonly polished: Polished };

type Edges = readonly (readonly [number, number])[];

/** Plain JSON. */
interface State {
  readonly iteration: number;
  readonly best: Edges;
  readonly stalls: Stalls;
  readonly agent: unknown;
  readonly course: Course;
  readonly isDone: boolean;
}

interface Stalls {
  /** Iteration of the last better graph or stall. */
  readonly since: number;
  readonly fruitless: number;
  /** So many there were. */
  readonly looks: number;
  /** The order search that is on, as its last step left it. */
  readonly looking: { readonly state: unknown } | null;
}

const stateSchema: z.ZodType<State> = z.strictObject({
  iteration: index,
  best: edges,
  stalls: z.strictObject({
    since: index,
    fruitless: index,
    looks: index,
    looking: z.strictObject({ state: z.unknown() }).nullable(),
  }),
  agent: z.unknown(),
  course: courseSchema,
  isDone: z.boolean(),
});

const noStalls: Stalls = { since: 0, fruitless: 0, looks: 0, looking: null };
/** So many stalls in a row that bear no fruit end a run. */
const fruitlessStalls = 2;
/** Up to so many variables a round of the order search is one step. */
const roundVariables = 20;

export function* orderRun(
  score: Score,
  rng: Rng,
  agent: OrderAgent,
  { knowledge, iterations, optimum, stop, patience, ...options }: OrderRunOptions,
): Search<OrderRunStep> {
  const { d } = score;
  for (const [what, count] of Object.entries({ iterations, patience }))
    check(
      count >= 1 && Number.isInteger(count),
      `agent: ${what} must be a whole number from 1 on, got ${count}`,
    );
  const from = resumedState(stateSchema, options.from);
  const scored = (edges: Edges): Polished => {
    const graph = graphFromEdges(d, edges);
    return { graph, score: score.ofGraph(graph) };
  };
  let t = from?.iteration ?? 0;
  let best = scored(from?.best ?? edgeList({ d, edges: knowledge.required }));
  let stalls = from?.stalls ?? noStalls;
  let course: Course = from?.course ?? [];
  let isDone = from?.isDone ?? false;

  const isReachedBy = ({ score: value }: Polished) =>
    stop === "auto" && optimum !== undefined && !isBetter(optimum, value);
  const take = (found: Polished): boolean => {
    const isFruit = isBetter(found.score, best.score);
    if (isFruit) {
      best = found;
      course = [...course, [t, found.score]];
    }
    return isFruit;
  };
  const stepNow = (doing: string, values: Record<string, number>): OrderRunStep => ({
    graph: best.graph,
    score: best.score,
    iteration: t,
    polished: best,
    isReached: isReachedBy(best),
    looks: stalls.looks,
    course,
    weights: agent.weights,
    probabilities: agent.probabilities,
    progress: isDone ? 1 : Math.min(0.999, t / iterations),
    doing: isDone ? "done" : `iteration ${t} of ${iterations}${doing}`,
    values: finite({ ...values, best: best.score, gap: gapOf(optimum, best) }),
    state: (): State => ({
      iteration: t,
      best: edgeList(best.graph),
      stalls,
      agent: agent.state(),
      course,
      isDone,
    }),
  });

  try {
    if (from) agent.restore(from.agent);
    while (!isDone) {
      while (t < iterations && stalls.looking === null && !isReachedBy(best)) {
        const { found, values } = agent.iterate(t);
        t++;
        // With a new best order there is a new place to look from.
        if (take(found)) stalls = { ...stalls, since: t, fruitless: 0 };
        const isStalled = stop === "auto" && (t - stalls.since >= patience || t === iterations);
        if (isStalled && !isReachedBy(best)) stalls = { ...stalls, looking: { state: null } };
        yield stepNow("", { iteration: t, ...values });
      }
      if (stalls.looking !== null) {
        const stream = rng.fork(`stall/${t}`);
        // Where the best order has led nowhere at the last stall it would lead nowhere again.
        const start = stalls.fruitless === 0 ? topologicalOrder(best.graph)! : stream.permutation(d);
        const looking = lookingFrom({ start, best, from: stalls.looking.state }, score, knowledge, stream);
        let { value, done } = looking.next();
        for (let moves = 1; !done && !isReachedBy(value.found); moves++) {
          stalls = { ...stalls, looking: { state: value.state } };
          // Moves of few variables are made in no time: a step for each round of them is enough.
          if (d > roundVariables || moves % d === 0)
            yield stepNow(
              `: order search from ${stalls.fruitless === 0 ? "the best" : "a random"} order`,
              {},
            );
          ({ value, done } = looking.next());
        }
        const fruitless = take(value.found) ? 0 : stalls.fruitless + 1;
        stalls = { since: t, fruitless, looks: stalls.looks + 1, looking: null };
      }
      isDone = t >= iterations || stalls.fruitless >= fruitlessStalls || isReachedBy(best);
    }
    if (score.isEquivalent) best = byOrder(best, score, knowledge);
    return stepNow("", {});
  } finally {
    agent.close();
  }
}

interface Look {
  readonly found: Polished;
  readonly state: unknown;
}

/** Order search from an order; for a score without terms the polish of the best graph. */
function* lookingFrom(
  { start, best, from }: { readonly start: Order; readonly best: Polished; readonly from: unknown },
  score: Score,
  knowledge: Knowledge,
  rng: Rng,
): Generator<Look, Look, void> {
  if (score.local === undefined) return { found: polish(best.graph, score, knowledge), state: null };
  const search = orderSearch(score, rng, { knowledge, restarts: 1, shakes: 0, start, from });
  for (;;) {
    const { value, done } = search.next();
    const look = { found: { graph: value.graph!, score: value.score }, state: value.state };
    if (done) return look;
    yield look;
  }
}

/** The member of a graph's class whose order comes first: the one that other searches return. */
function byOrder({ graph, score: before }: Polished, score: Score, knowledge: Knowledge): Polished {
  const member = memberByOrder(cpdagOf(graph), knowledge) ?? graph;
  const value = score.ofGraph(member);
  return isBetter(before, value) ? { graph, score: before } : { graph: member, score: value };
}

function gapOf(optimum: number | undefined, { score }: Polished): number {
  return optimum === undefined ? Number.NaN : isBetter(optimum, score) ? optimum - score : 0;
}

/** Without what is not a number that JSON can say. */
function finite(values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => Number.isFinite(value)));
}
