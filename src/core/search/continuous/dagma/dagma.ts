// DAGMA: linear effects under a log-determinant that is 0 only for acyclic weights, along a path from that constraint to the fit.
//
//     h_s(W) = −log det(s I − W∘W) + d log s,    defined where s I − W∘W is an M-matrix (math/dense/m-matrix.ts)
//     for µ = 1, 0.1, 0.01, …:   W ← argmin  µ (½/n ‖X − XW‖²_F + λ₁ ‖W‖₁) + h_s(W),   starting from the previous W
//     then the weights below 0.3 are removed (weighted-dag.ts)
//
// Each problem is minimised by Adam with the subgradient of the penalty, until the objective changes by less than a relative
// 1e-6 in 1,000 iterations, or for 30,000 iterations (the last: 60,000). A step out of the domain is halved; if s ≤ 0.9, the
// problem starts again with s + 0.1 and half the learning rate instead. As in NOTEARS the rows are read once, and units matter
// (docs/algorithms/dagma.md). An iteration takes 2 d³ operations, independent of n.
//
// Bello, K., Aragam, B., Ravikumar, P. "DAGMA: learning DAGs via M-matrices and a log-determinant acyclicity characterization."
// NeurIPS 2022; the package dagma 1.1.1, whose constants these are.
//
// Differs from the package: an M-matrix is recognised by its pivots (there: by the signs of its inverse); the knowledge fixes
// weights at 0; required edges are not penalised (there their penalty has the opposite sign); the threshold rises if the
// weights above it have a cycle.

import * as z from "zod";
import { check } from "../../../check.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { base64FromNumbers, float64FromBase64 } from "../../../math/bytes/bytes.ts";
import { matrix } from "../../../math/matrix.ts";
import { index, maybe, packed, resumedState } from "../../resumed-state.ts";
import type { ProblemWith, Search } from "../../search.ts";
import { covariance, type NotearsStep } from "../notears/notears.ts";
import { type Cut, cutFrom, noCut, openEdges } from "../weighted-dag.ts";
import { type DagmaObjective, dagmaObjective } from "./dagma-objective.ts";

export interface DagmaOptions {
  /** Weight of the sum of absolute weights. */
  readonly lambda1?: number;
  /** Weights below this are not edges. */
  readonly threshold?: number;
  /** Number of values of µ: 1, 0.1, 0.01, … */
  readonly stages?: number;
  /** Maximum number of iterations of every stage but the last, and of the last. */
  readonly warmIterations?: number;
  readonly lastIterations?: number;
  /** Learning rate of Adam. */
  readonly learningRate?: number;
}

const stateSchema = z.strictObject({
  /** From 0; the number of stages once all are over. */
  stage: index,
  /** Iterations of this stage. */
  iteration: index,
  mu: z.number(),
  s: z.number(),
  /** Number of stages that ended at their limit of iterations rather than by convergence. */
  left: index,
  isOver: z.boolean(),
  /** Learning rate of the stage, and the current one after halvings. */
  stageRate: z.number(),
  rate: z.number(),
  /** Powers of Adam's β, and the objective 1,000 iterations ago. */
  powers: z.tuple([z.number(), z.number()]),
  objective: maybe,
  /** W after the finished stages; W, both moments and the last step of the current one. */
  numbers: packed,
});

type State = z.infer<typeof stateSchema>;

/**
 * DAGMA.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(dagma({ table, score: linearBic(table) })).graph.d; // 3
 * ```
 */
export function* dagma(
  { table, score, knowledge = noKnowledge(table.X.cols), from }: ProblemWith<"table" | "score">,
  options: DagmaOptions = {},
): Search<NotearsStep> {
  const d = table.X.cols;
  const { lambda1 = 0.03, threshold = 0.3, stages = 5 } = options;
  const { warmIterations = 30_000, lastIterations = 60_000, learningRate = 3e-4 } = options;
  checkOptions({ lambda1, threshold, stages, warmIterations, lastIterations, learningRate });
  // The diagonal is open too, as published: h alone drives it to 0, and it is not an edge.
  const open = openEdges(knowledge).map((e, k) => (k % (d + 1) === 0 ? 1 : e));
  const penalty = Float64Array.from(open, (e, k) => (e === 1 && knowledge.required[k] === 0 ? lambda1 : 0));
  const objective = dagmaObjective(covariance("dagma", table), penalty);
  const path = centralPath(
    objective,
    { open, stages, warmIterations, lastIterations, learningRate },
    resumedState(stateSchema, from) ?? fresh(d, learningRate),
  );
  const { now, settled } = path;
  const stretch = Math.max(1, Math.round(2e7 / (1.5 * d * d * d + 30 * d * d + 1000)));

  let lastCut: Cut & { stage: number };
  const show = (): void => {
    const { stage, isOver } = now;
    const isFirst = stage === 0 && !isOver;
    lastCut = {
      stage,
      ...(isFirst ? noCut : cutFrom(matrix(d, d, settled.slice()), score, { threshold, knowledge })),
    };
  };
  const stepNow = (): NotearsStep => {
    const { stage, iteration, mu, s, isOver, left } = now;
    const { stage: _, ...cut } = lastCut;
    const h = objective.barrier(settled, 1);
    return {
      ...cut,
      progress: isOver ? 1 : Math.min(0.99, (stage + iteration / path.most()) / (stages + 1)),
      doing: !isOver
        ? `stage ${stage + 1} of ${stages}, iteration ${iteration}`
        : left === 0
          ? "done"
          : `done; ${left} of ${stages} stages ended with their iterations`,
      values: {
        ...{ stage, mu, s, iteration, left },
        loss: objective.fit(settled),
        ...(Number.isNaN(h) ? {} : { h }),
      },
      state: path.state,
      converged: isOver && left === 0,
      weights: () => settled.slice(),
    };
  };
  show();
  while (!now.isOver) {
    for (let k = 0; k < stretch && !now.isOver; k++) path.advance();
    if (lastCut!.stage !== now.stage || now.isOver) show();
    if (!now.isOver) yield stepNow();
  }
  return stepNow();
}

/** Adam's constants. The step is implemented here in float64 (net/adam.ts is float32), and stored so that half of it can be undone. */
const [beta1, beta2] = [0.99, 0.999];
const radii = [1, 0.9, 0.8, 0.7, 0.6];
const checkEvery = 1000;
const tolerance = 1e-6;

interface PathOptions
  extends Required<Pick<DagmaOptions, "stages" | "warmIterations" | "lastIterations" | "learningRate">> {
  /** 1 where a weight may differ from 0. */
  readonly open: Uint8Array;
}

function fresh(d: number, rate: number): State {
  return {
    ...{ stage: 0, iteration: 0, mu: 1, s: radii[0], left: 0, isOver: d < 2 },
    ...{ stageRate: rate, rate, powers: [1, 1], objective: null },
    numbers: base64FromNumbers(new Float64Array(5 * d * d)),
  };
}

/** Problems with less and less weight on the fit, each minimised from the solution of the last. */
function centralPath(
  { logDeterminant, gradientInto, fit, barrier }: DagmaObjective,
  { open, stages, warmIterations, lastIterations, learningRate }: PathOptions,
  { numbers: stored, ...from }: State,
) {
  const now = from;
  const size = open.length;
  const numbers = float64FromBase64(stored);
  const [settled, W, first, second, last] = [0, 1, 2, 3, 4].map((k) =>
    numbers.subarray(k * size, (k + 1) * size),
  );
  const gradient = new Float64Array(size);
  const most = () => (now.stage === stages - 1 ? lastIterations : warmIterations);

  /** One iteration; then, if needed, a restart of the stage or a test of convergence. */
  const advance = (): void => {
    if (!iterate()) startAgain();
    else if (now.iteration >= most() || now.iteration % checkEvery === 0) examine();
  };

  /** One Adam step; false if W had left the domain and the stage must start again. */
  function iterate(): boolean {
    while (Number.isNaN(logDeterminant(W, now.s))) {
      if (now.iteration === 0 || now.s <= 0.9) return false;
      for (let k = 0; k < size; k++) W[k] += 0.5 * now.rate * last[k]; // undo half of the last step
      now.rate *= 0.5;
      if (now.rate <= 1e-16) {
        endStage(true);
        return true;
      }
    }
    now.iteration++;
    now.powers = [now.powers[0] * beta1, now.powers[1] * beta2];
    const [scale1, scale2] = now.powers.map((power) => 1 / (1 - power));
    const { rate } = now;
    gradientInto(gradient, W, now.mu);
    for (let k = 0; k < size; k++) {
      if (open[k] === 0) continue;
      const g = gradient[k];
      first[k] = beta1 * first[k] + (1 - beta1) * g;
      second[k] = beta2 * second[k] + (1 - beta2) * g * g;
      last[k] = (first[k] * scale1) / (Math.sqrt(second[k] * scale2) + 1e-8);
      W[k] -= rate * last[k];
    }
    return true;
  }

  /** Ends the stage if the objective has converged or the limit of iterations is reached. */
  function examine(): void {
    const value = now.mu * fit(W) + barrier(W, now.s);
    const isStill = now.objective !== null && Math.abs((now.objective - value) / now.objective) <= tolerance;
    now.objective = value;
    if (isStill || now.iteration >= most()) endStage(isStill);
  }

  function endStage(isStill: boolean): void {
    if (!isStill) now.left++;
    settled.set(W);
    now.stage++;
    now.isOver = now.stage >= stages;
    if (now.isOver) return;
    now.mu *= 0.1;
    now.s = radii[Math.min(now.stage, radii.length - 1)];
    now.stageRate = learningRate;
    restart();
  }

  /** Restarts the stage with a larger domain and smaller steps. */
  function startAgain(): void {
    now.s += 0.1;
    now.stageRate *= 0.5;
    restart();
  }

  function restart(): void {
    W.set(settled);
    for (const moments of [first, second, last]) moments.fill(0);
    Object.assign(now, { iteration: 0, rate: now.stageRate, powers: [1, 1], objective: null });
  }

  const state = (): State => ({ ...now, numbers: base64FromNumbers(numbers) });
  return { now, settled, most, advance, state };
}

function checkOptions({
  lambda1,
  threshold,
  stages,
  warmIterations,
  lastIterations,
  learningRate,
}: Required<Omit<DagmaOptions, "knowledge" | "from">>): void {
  check(lambda1 >= 0, `dagma: lambda1 must be 0 or more, got ${lambda1}`);
  check(threshold >= 0, `dagma: the threshold must be 0 or more, got ${threshold}`);
  check(learningRate > 0, `dagma: the learning rate must be above 0, got ${learningRate}`);
  for (const [name, value] of Object.entries({ stages, warmIterations, lastIterations }))
    check(
      Number.isInteger(value) && value >= 1,
      `dagma: ${name} must be a whole number from 1 on, got ${value}`,
    );
}
