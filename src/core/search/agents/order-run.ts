// One run of an agent that learns over causal orders, with order search where it stalls.
//
//     every iteration:  the agent draws a batch of orders, receives their rewards and learns; the best graph under the batch's
//                       best order is a candidate for the result
//     at a stall:       order search from the best order found or, if that failed at the last stall, from a random one; the run
//                       ends after two stalls in a row without improvement, and after the last iteration

import * as z from "zod";
import { check } from "../../check.ts";
import { cpdagOf, memberByOrder } from "../../graph/equivalence.ts";
import { edgeList, type Graph, graphFromEdges, type Order, topologicalOrder } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import { isBetter, lead, type Score } from "../../score/score.ts";
import { type Polished, polish } from "../order/order.ts";
import { edges, index, resumedState } from "../resumed-state.ts";
import type { ProblemWith, Search, SearchProblem } from "../search.ts";
import { type AgentRunOptions, type AgentStep, type Course, courseSchema } from "./restarts.ts";
import {
  afterBetter,
  afterStall,
  fruitlessStalls,
  type Look,
  noStalls,
  orderLook,
  plotted,
  stallsSchema,
} from "./stalls.ts";

/** The agent's interface to its run. */
export interface OrderAgent extends Pick<AgentStep, "weights" | "probabilities"> {
  /** Draws the batch of iteration t and learns from it; returns the best graph under its best order and numbers to plot. */
  readonly iterate: (t: number) => { readonly candidate: Polished; readonly values: Record<string, number> };
  /** Plain JSON; `restore` resumes from it to the same bytes. */
  readonly state: () => unknown;
  readonly restore: (state: unknown) => void;
  readonly close: () => void;
}

export interface OrderRunOptions extends AgentRunOptions {
  /** Perturbations in a row without improvement that end the order search at a stall; 0: it only climbs. */
  readonly shakes?: number;
}

/** A step of one run; the best graph already has its best parents. */
export type OrderRunStep = AgentStep & { readonly graph: Graph; readonly polished: Polished };

const stateSchema = z.strictObject({
  iteration: index,
  best: edges,
  stalls: stallsSchema.extend({
    /** The order search in progress, by the state of its last step. */
    looking: z.strictObject({ state: z.unknown() }).nullable(),
  }),
  agent: z.unknown(),
  course: courseSchema,
  isDone: z.boolean(),
});

type State = Readonly<z.infer<typeof stateSchema>>;

/** Up to this many variables, a round of the order search is one step. */
const roundVariables = 20;

export function* orderRun(
  { score, rng, knowledge = noKnowledge(score.d), optimum, from: state }: ProblemWith<"score" | "rng">,
  agent: OrderAgent,
  { iterations, stop, patience, shakes }: Required<OrderRunOptions>,
): Search<OrderRunStep> {
  const { d } = score;
  for (const [what, count] of Object.entries({ iterations, patience }))
    check(
      count >= 1 && Number.isInteger(count),
      `agent: ${what} must be a whole number from 1 on, got ${count}`,
    );
  const from = resumedState(stateSchema, state);
  const scored = (graph: Graph): Polished => ({ graph, score: score.ofGraph(graph) });
  let t = from?.iteration ?? 0;
  let best = scored(graphFromEdges(d, from?.best ?? edgeList({ d, edges: knowledge.required })));
  let stalls: State["stalls"] = from?.stalls ?? { ...noStalls, looking: null };
  let course: Course = from?.course ?? [];
  let isDone = from?.isDone ?? false;

  const isReachedBy = ({ score: value }: Polished) =>
    stop === "auto" && optimum !== undefined && !isBetter(optimum, value);
  const take = (candidate: Polished): boolean => {
    const isFruit = isBetter(candidate.score, best.score);
    if (isFruit) {
      best = candidate;
      course = [...course, [t, candidate.score]];
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
    values: plotted({
      ...values,
      best: best.score,
      gap: optimum === undefined ? undefined : lead(optimum, best.score),
    }),
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
        const { candidate, values } = agent.iterate(t);
        t++;
        if (take(candidate)) stalls = afterBetter(stalls, t);
        const isStalled = stop === "auto" && (t - stalls.since >= patience || t === iterations);
        if (isStalled && !isReachedBy(best)) stalls = { ...stalls, looking: { state: null } };
        yield stepNow("", { iteration: t, ...values });
      }
      if (stalls.looking !== null) {
        const stream = rng.fork(`stall/${t}`);
        // If the best order led nowhere at the last stall, it would lead nowhere again.
        const start = stalls.fruitless === 0 ? topologicalOrder(best.graph)! : stream.permutation(d);
        const looking = lookingFrom(
          { start, best, shakes, from: stalls.looking.state },
          { score, knowledge, rng: stream },
        );
        let { value, done } = looking.next();
        for (let moves = 1; !done && !isReachedBy(value.candidate); moves++) {
          stalls = { ...stalls, looking: { state: value.state } };
          // With few variables a move takes next to no time: one step per round of moves is enough.
          if (d > roundVariables || moves % d === 0)
            yield stepNow(
              `: order search from ${stalls.fruitless === 0 ? "the best" : "a random"} order`,
              {},
            );
          ({ value, done } = looking.next());
        }
        stalls = { ...afterStall(stalls, t, take(value.candidate)), looking: null };
      }
      isDone = t >= iterations || stalls.fruitless >= fruitlessStalls || isReachedBy(best);
    }
    if (score.isEquivalent) best = byOrder(best, score, knowledge);
    return stepNow("", {});
  } finally {
    agent.close();
  }
}

interface LookStart {
  readonly start: Order;
  readonly best: Polished;
  readonly shakes: number;
  readonly from: unknown;
}

/** Order search from an order; for a score without terms, the polish of the best graph. */
function* lookingFrom(
  { start, best, shakes, from }: LookStart,
  { score, knowledge, rng }: Pick<SearchProblem, "score" | "knowledge" | "rng">,
): Generator<Look, Look, void> {
  if (score.local === undefined) return { candidate: polish(best.graph, score, knowledge), state: null };
  return yield* orderLook({ score, rng, knowledge, restarts: 1, from }, { shakes, start });
}

/** The member of a graph's equivalence class whose order comes first: the one that other searches return. */
function byOrder({ graph, score: before }: Polished, score: Score, knowledge: Knowledge): Polished {
  const member = memberByOrder(cpdagOf(graph), knowledge) ?? graph;
  const value = score.ofGraph(member);
  return isBetter(before, value) ? { graph, score: before } : { graph: member, score: value };
}
