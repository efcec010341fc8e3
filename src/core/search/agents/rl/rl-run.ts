// One run of the paper's agent around Algorithm 1 (rl.ts): polishing, stalls, stopping, and the steps it reports and stores.
//
//     every polishEvery iterations   the order of the best acyclic graph is polished: best parents for each variable
//     at a stall                     order search from the polished graph's order and from random ones (stalls.ts)
//     end                            after all iterations; when the polished graph reaches the proven best score; or, if that
//                                    is unknown, after two stalls in a row without improvement

import * as z from "zod";
import { check } from "../../../check.ts";
import { topologicalOrder } from "../../../graph/graph.ts";
import type { Rng } from "../../../math/rng.ts";
import { isBetter, lead, type Score } from "../../../score/score.ts";
import { type Polished, polish } from "../../order/order.ts";
import { index, restoredGraph, scoredEdges, storedGraph } from "../../resumed-state.ts";
import type { Search, SearchProblem } from "../../search.ts";
import type { Agent } from "../agent.ts";
import { graphAt } from "../parent-bits.ts";
import { type AgentRunOptions, type AgentStep, courseSchema } from "../restarts.ts";
import {
  afterBetter,
  afterStall,
  fruitlessStalls,
  noStalls,
  orderLook,
  plotted,
  stallsSchema,
} from "../stalls.ts";
import { agentState } from "../trained-network.ts";
import type { DistanceName } from "./distance.ts";
import { lambdasSchema, penalised } from "./lambda.ts";
import { propositionOne } from "./proposition.ts";
import { type GraphRecord, recordSchema, type Seen } from "./record.ts";
import type { Iteration, Position } from "./rl.ts";

/** A step of one run; the fields that other agents lack are always present. */
export type RlStep = AgentStep & Required<Pick<AgentStep, "firstDag" | "probabilities" | "proposition">>;

export const rlState = z.strictObject({
  iteration: index,
  baseline: z.number(),
  lambdas: lambdasSchema,
  record: recordSchema,
  agent: agentState,
  polished: scoredEdges.nullable(),
  stalls: stallsSchema,
  firstDag: index.nullable(),
  course: courseSchema,
  isDone: z.boolean(),
});

export type RlState = Readonly<z.infer<typeof rlState>>;

/** The components of a run. */
export interface RlParts {
  readonly score: Score;
  readonly rng: Rng;
  readonly agent: Agent;
  readonly record: GraphRecord;
  /** Whether the lower bound of S holds for every graph. */
  readonly isLowerBound: boolean;
  /** Current position in Algorithm 1, and the iterations that follow. */
  readonly start: Position;
  readonly algorithm: Generator<Iteration, never, void>;
}

export interface RlRunOptions
  extends Required<AgentRunOptions>,
    Pick<SearchProblem, "knowledge" | "optimum"> {
  readonly polishEvery: number;
  readonly distance: DistanceName | undefined;
}

/** Random orders from which the order search at a stall starts, in addition to the polished graph's order. */
const randomStarts = 4;

export function* polishedRun(
  { score, rng, agent, record, isLowerBound, start, algorithm }: RlParts,
  { iterations, polishEvery, stop, patience, knowledge, optimum, distance }: RlRunOptions,
  from: RlState | undefined,
): Search<RlStep> {
  const { d } = score;
  let { t, baseline, lambdas } = start;
  let best = bestOf(record, score);
  let polished = restoredGraph(from?.polished, d);
  let { stalls, course, firstDag, isDone } = from ?? fresh;

  const isReached = (): boolean =>
    stop === "auto" && optimum !== undefined && polished !== null && !isBetter(optimum, polished.score);
  const take = (candidate: Polished): boolean => {
    if (polished !== null && !isBetter(candidate.score, polished.score)) return false;
    polished = candidate;
    course = [...course, [t, candidate.score]];
    return true;
  };
  const stepNow = (values: Record<string, number>, doing = `iteration ${t} of ${iterations}`): RlStep => ({
    graph: best?.graph ?? null,
    score: best?.score ?? Number.NEGATIVE_INFINITY,
    iteration: t,
    polished,
    isReached: isReached(),
    proposition: () =>
      propositionOne({
        lambda1: lambdas.one,
        lambda2: lambdas.two,
        d,
        distance,
        upper: best?.seen.score ?? Number.POSITIVE_INFINITY,
        isLowerBound,
      }),
    firstDag,
    looks: stalls.looks,
    course,
    probabilities: agent.probabilities,
    weights: agent.weights,
    progress: isDone ? 1 : t / iterations,
    doing: isDone ? "done" : doing,
    values,
    state: (): RlState => ({
      iteration: t,
      baseline,
      lambdas,
      record: record.state(),
      agent: agent.state(),
      polished: storedGraph(polished),
      stalls,
      firstDag,
      course,
      isDone,
    }),
  });
  /** Order search at a stall; returns whether it found a better graph (never for scores without terms). */
  function* look({ graph }: Polished): Generator<RlStep, boolean, void> {
    if (score.local === undefined) return false;
    const problem = { score, rng: rng.fork(`stall/${t}`), knowledge, restarts: 1 + randomStarts };
    const looking = orderLook(problem, { start: topologicalOrder(graph)! });
    for (;;) {
      const { value, done } = looking.next();
      if (done) return take(value.candidate);
      yield stepNow({}, "order search from the best order and others");
    }
  }

  while (t < iterations && !isDone) {
    // At the start of an iteration, so that a run resumed during the order search repeats that search.
    if (stop === "auto" && polished !== null && t - stalls.since >= patience) {
      const hasFound = yield* look(polished);
      stalls = afterStall(stalls, t, hasFound);
      // If a better graph is known to exist, two stalls without improvement are no reason to stop.
      isDone = optimum === undefined ? stalls.fruitless >= fruitlessStalls : isReached();
      continue;
    }
    const { value: now } = algorithm.next();
    check(
      now.areFinite,
      `rl: the network's losses are no longer finite at iteration ${now.t}; ${distance === "cyclic-paths" ? "the cyclic paths of dense graphs are too long for them: use another distance, or a logit bias of -10" : "lower the learning rate, or standardise the columns"}`,
    );
    ({ t, baseline, lambdas } = now);
    if (now.leading?.distance === 0) firstDag ??= t;
    if (record.bestDag() !== best?.seen) best = bestOf(record, score);
    if (best !== null && (t % polishEvery === 0 || t === iterations)) {
      if (take(polish(best.graph, score, knowledge))) stalls = afterBetter(stalls, t);
    }
    isDone = isReached();
    yield stepNow(numbersOf(now, record, { best, polished, optimum }));
  }
  isDone = true;
  return stepNow({ iteration: t });
}

const fresh: Pick<RlState, "stalls" | "course" | "firstDag" | "isDone"> = {
  stalls: noStalls,
  course: [],
  firstDag: null,
  isDone: false,
};

type Best = Polished & { readonly seen: Seen };

/** The best acyclic graph of the record. */
function bestOf(record: GraphRecord, score: Score): Best | null {
  const seen = record.bestDag();
  if (seen === null) return null;
  const graph = graphAt(Uint32Array.from(seen.parents), 0, score.d);
  return { graph, score: score.ofGraph(graph), seen };
}

/** Numbers to plot for an iteration. */
function numbersOf(
  { t, graphs, values, reward, entropy, actorLoss, criticLoss, lambdas }: Iteration,
  record: GraphRecord,
  bests: {
    readonly best: Best | null;
    readonly polished: Polished | null;
    readonly optimum: number | undefined;
  },
): Record<string, number> {
  const { best, polished, optimum } = bests;
  const batch = values.score.length;
  const leading = record.best(lambdas);
  return plotted({
    iteration: t,
    reward,
    lambda1: lambdas.one,
    lambda2: lambdas.two,
    dagShare: values.acyclic.reduce((sum, isDag) => sum + isDag, 0) / batch,
    distinct: distinctGraphs(graphs, batch),
    entropy,
    actorLoss,
    criticLoss,
    bestReward: leading
      ? -penalised(leading.score, leading.distance, leading.distance === 0, lambdas)
      : undefined,
    bestScaled: best?.seen.score,
    polishedScore: polished?.score,
    gap: optimum === undefined || polished === null ? undefined : lead(optimum, polished.score),
  });
}

/** Number of distinct graphs in the batch, by a hash of their bits. */
function distinctGraphs(graphs: Uint32Array, batch: number): number {
  const size = graphs.length / batch;
  const hashes = new Set<number>();
  for (let b = 0; b < batch; b++)
    hashes.add(
      graphs
        .subarray(b * size, (b + 1) * size)
        .reduce((hash, word) => Math.imul(hash ^ word, 0x01000193) ^ (hash >>> 15), 0x811c9dc5),
    );
  return hashes.size;
}
