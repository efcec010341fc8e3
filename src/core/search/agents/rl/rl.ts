// The paper's search: an agent proposes graphs, a score and two acyclicity penalties reward them, actor–critic training
// improves the agent, and the best acyclic graph ever proposed is the result.
//
//     every iteration:  rollout   the agent draws a batch of graphs
//                       rewards   −(S + λ₁ [not acyclic] + λ₂ h), S the score scaled to 0 … 5
//                       update    actor and critic learn from them
//     every lambdaEvery:          λ₁ and λ₂ rise (lambda.ts)
//     every polishEvery:          the order of the best graph is polished: best parents for each variable
//
// Zhu, Ng & Chen, "Causal discovery with reinforcement learning", ICLR 2020, Algorithm 1, with the constants of the published
// code where the paper has none (learning rate and its decay, Adam's, the baseline's, the entropy's weight).
//
// Differs from the published code: the result is the best *acyclic* graph (there: the best by penalised score, cyclic or
// not); acyclicity is tested exactly (there a cycle of ten variables passes); the last iteration counts; beside the best
// graph stands the polished one. It stops early where the proven optimum is reached, or when
// looking elsewhere at stalls has twice found nothing better.

import * as z from "zod";
import { check } from "../../../check.ts";
import { edgeList, graphFromEdges } from "../../../graph/graph.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { exponential, logarithm } from "../../../math/elementary.ts";
import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import { isBetter, type Score } from "../../../score/score.ts";
import { type Polished, polish } from "../../order/order.ts";
import { edges, index, resumedState } from "../../resumed-state.ts";
import type { Search } from "../../search.ts";
import { type AgentMachine, type AgentOptions, createAgent } from "../agent.ts";
import { type AgentState, agentState } from "../network-state.ts";
import { graphAt } from "../parent-bits.ts";
import {
  type AgentRuns,
  type AgentStep,
  type Course,
  courseSchema,
  type RestartedStep,
  type RestartOptions,
  restarted,
} from "../restarts.ts";
import type { DistanceName } from "./distance.ts";
import { firstLambdas, type LambdaRule, type Lambdas, nextLambdas, penalised } from "./lambda.ts";
import { propositionOne } from "./proposition.ts";
import { createRecord, type GraphRecord, type RecordState, type Seen } from "./record.ts";
import { createRewards } from "./rewards.ts";
import { createRollout } from "./rollout.ts";
import { firstStalls, fruitlessStalls, lookElsewhere, type Stalls } from "./stalls.ts";

export { distanceNames } from "./distance.ts";
export { presets } from "./presets.ts";
export type { Proposition } from "./proposition.ts";

export interface RlOptions extends AgentOptions {
  readonly iterations?: number;
  readonly learningRate?: number;
  readonly lambda?: LambdaRule;
  /** Iterations from one update of the penalties' weights to the next. */
  readonly lambdaEvery?: number;
  /** How far from acyclic a graph is, which λ₂ weighs; by default the paper's trace of the matrix exponential. */
  readonly distance?: DistanceName;
  /** Iterations from one polish to the next. */
  readonly polishEvery?: number;
  /** The proven best score, where it is known. */
  readonly optimum?: number;
  /** auto: look elsewhere at stalls; end when the polished graph has the proven best score or, where none is known, when stalls bear no fruit (twice in a row). */
  readonly stop?: "auto" | "never";
  /** Iterations without a better polished graph that make a stall. */
  readonly patience?: number;
  /** State of an earlier step to go on from. */
  readonly from?: unknown;
}

/** A step of one run; what it has beyond any agent's is always there. */
export type RlStep = AgentStep & Required<Pick<AgentStep, "firstDag" | "probabilities" | "proposition">>;

/** Plain JSON. */
interface State {
  readonly iteration: number;
  readonly baseline: number;
  readonly lambdas: Lambdas;
  readonly record: RecordState;
  readonly agent: AgentState;
  readonly polished: {
    readonly edges: readonly (readonly [number, number])[];
    readonly score: number;
  } | null;
  readonly stalls: Stalls;
  readonly firstDag: number | null;
  readonly course: Course;
  readonly isDone: boolean;
}

const seen = z.strictObject({ score: z.number(), distance: z.number(), parents: z.array(index) });
const stateSchema: z.ZodType<State> = z.strictObject({
  iteration: index,
  baseline: z.number(),
  lambdas: z.strictObject({ one: z.number(), cap: z.number(), two: z.number() }),
  record: z.strictObject({ dag: seen.nullable(), front: z.array(seen) }),
  agent: agentState,
  polished: z.strictObject({ edges, score: z.number() }).nullable(),
  stalls: z.strictObject({ since: index, fruitless: index, looks: index }),
  firstDag: index.nullable(),
  course: courseSchema,
  isDone: z.boolean(),
});

/** Of the published code: weight of the past in the moving average of rewards, and where that starts. */
const baselineWeight = 0.99;
const firstBaseline = -1;
/** The learning rate falls by 4 % in 5,000 iterations, a little in each. */
const decay = { rate: 0.96, iterations: 5000 };

export interface RlSearchOptions extends RlOptions, RestartOptions {}

/** Independent runs of the agent. */
export function rlSearch(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: RlSearchOptions = {},
  machine: AgentMachine = {},
): Search<RestartedStep> {
  return restarted(rlRuns(score, X, rng, options, machine), score.d, options, machine.pool);
}

export function rlRuns(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: RlOptions,
  machine: AgentMachine,
): AgentRuns {
  return (k, from) =>
    rlRun(score, X, k === 0 ? rng : rng.fork(`restart/${k}`), { ...options, from }, machine);
}

/** One run of the agent. */
export function* rlRun(
  score: Score,
  X: Matrix,
  rng: Rng,
  options: RlOptions = {},
  machine: AgentMachine = {},
): Search<RlStep> {
  const { iterations = 20_000, learningRate = 1e-3, lambda = "code", lambdaEvery = 1000 } = options;
  const { polishEvery = 25, optimum, stop = "auto", patience = 2000 } = options;
  const { knowledge = noKnowledge(score.d) } = options;
  const from = resumedState(stateSchema, options.from);
  const { d } = score;
  check(iterations >= 1, `rl: at least one iteration is needed, got ${iterations}`);
  const rewards = createRewards(score, { distance: options.distance });
  const agent = createAgent(X, rng, options, machine);
  const record = createRecord(from?.record);
  const rollout = createRollout(agent, rewards, knowledge.maxParents);
  if (from) agent.restore(from.agent);
  let baseline = from?.baseline ?? firstBaseline;
  let lambdas = from?.lambdas ?? firstLambdas(d, lambda);
  let best = bestOf(record, score);
  let polished: Polished | null = from?.polished
    ? { graph: graphFromEdges(d, from.polished.edges), score: from.polished.score }
    : null;
  let stalls: Stalls = from?.stalls ?? firstStalls;
  let t = from?.iteration ?? 0;
  let firstDag = from?.firstDag ?? null;
  let course: Course = from?.course ?? [];
  let isDone = from?.isDone ?? false;
  const stepNow = (values: Record<string, number>): RlStep => ({
    graph: best?.graph ?? null,
    score: best?.score ?? Number.NEGATIVE_INFINITY,
    iteration: t,
    polished,
    isReached:
      stop === "auto" && optimum !== undefined && polished !== null && !isBetter(optimum, polished.score),
    proposition: () =>
      propositionOne({
        lambda1: lambdas.one,
        lambda2: lambdas.two,
        d,
        distance: options.distance,
        upper: best?.seen.score ?? Number.POSITIVE_INFINITY,
        isLowerBound: rewards.isLowerBound,
      }),
    firstDag,
    looks: stalls.looks,
    course,
    probabilities: agent.probabilities,
    weights: agent.weights,
    progress: isDone ? 1 : t / iterations,
    doing: isDone ? "done" : `iteration ${t} of ${iterations}`,
    values,
    state: (): State => ({
      iteration: t,
      baseline,
      lambdas,
      record: record.state(),
      agent: agent.state(),
      polished: polished && { edges: edgeList(polished.graph), score: polished.score },
      stalls,
      firstDag,
      course,
      isDone,
    }),
  });

  try {
    while (t < iterations && !isDone) {
      // First in an iteration, so that a run that is resumed in the middle of it starts it again.
      if (stop === "auto" && polished !== null && t - stalls.since >= patience) {
        const other: Polished = yield* lookElsewhere(
          polished,
          score,
          knowledge,
          rng.fork(`stall/${t}`),
          stepNow,
        );
        const isFruitless = !isBetter(other.score, polished.score);
        const fruitless = isFruitless ? stalls.fruitless + 1 : 0;
        stalls = { since: t, fruitless, looks: stalls.looks + 1 };
        if (!isFruitless) {
          polished = other;
          course = [...course, [t, other.score]];
        }
        // Where a better graph is known to exist, two fruitless stalls are no reason to give up.
        isDone = optimum === undefined ? fruitless >= fruitlessStalls : !isBetter(optimum, polished.score);
        continue;
      }
      const batch = rollout(lambdas, record);
      baseline = baselineWeight * baseline + (1 - baselineWeight) * batch.reward;
      const rate = learningRate * exponential((logarithm(decay.rate) * t) / decay.iterations);
      const entropy = agent.entropy();
      const { hasNumbers, actorLoss, criticLoss } = agent.learn(batch.gains, {
        learningRate: rate,
        baseline,
      });
      check(
        hasNumbers,
        `rl: the network's losses are no longer finite at iteration ${t + 1}; ${options.distance === "cyclic-paths" ? "the closed paths of dense graphs are too long for them: take another distance, or a logit bias of -10" : "lower the learning rate, or standardise the columns"}`,
      );
      t++;
      // The published code counts from 1 and updates one iteration early.
      if ((lambda === "code" ? t + 1 : t) % lambdaEvery === 0) {
        const leading = record.best(lambdas);
        if (leading?.distance === 0) firstDag ??= t;
        if (leading !== null)
          lambdas = nextLambdas(lambdas, lambda, { score: leading.score, isAcyclic: leading.distance === 0 });
      }
      if (record.bestDag() !== best?.seen) best = bestOf(record, score);
      if (best !== null && (t % polishEvery === 0 || t === iterations)) {
        const better = polish(best.graph, score, knowledge);
        if (polished === null || isBetter(better.score, polished.score)) {
          polished = better;
          course = [...course, [t, better.score]];
          stalls = { ...stalls, since: t, fruitless: 0 };
        }
      }
      if (stop === "auto" && polished !== null && optimum !== undefined)
        isDone = !isBetter(optimum, polished.score);
      const leading = record.best(lambdas);
      const known = {
        bestReward: leading
          ? -penalised(leading.score, leading.distance, leading.distance === 0, lambdas)
          : undefined,
        bestScaled: best?.seen.score,
        polishedScore: polished?.score,
        gap: gapOf(optimum, polished),
      };
      yield stepNow({
        iteration: t,
        reward: batch.reward,
        lambda1: lambdas.one,
        lambda2: lambdas.two,
        dagShare: batch.dagShare,
        distinct: batch.distinct,
        entropy,
        actorLoss,
        criticLoss,
        ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
      });
    }
    isDone = true;
    return stepNow({ iteration: t });
  } finally {
    agent.net.close();
  }
}

function gapOf(optimum: number | undefined, polished: Polished | null): number | undefined {
  if (optimum === undefined || polished === null) return undefined;
  return isBetter(optimum, polished.score) ? optimum - polished.score : 0;
}

/** The best acyclic graph of the record. */
function bestOf(record: GraphRecord, score: Score): (Polished & { readonly seen: Seen }) | null {
  const seen = record.bestDag();
  if (seen === null) return null;
  const graph = graphAt(Uint32Array.from(seen.parents), 0, score.d);
  return { graph, score: score.ofGraph(graph), seen };
}
