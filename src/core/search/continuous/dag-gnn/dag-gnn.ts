// DAG-GNN: a weighted graph between learnt transforms of the variables, made acyclic by an augmented Lagrangian.
//
//     min   KL + NLL + 100 tr(Ã ∘ Ã)   subject to   h(Ã) = tr[(I + Ã ∘ Ã / d)^d] − d = 0       (dag-gnn-model.ts has the terms)
//
//     λ = 0, c = 1; at most 100 times:
//       solve: 200 epochs of Adam on the loss + λ h + ½ c h², in batches of 100 rows, at the rate 0.003 / log₁₀ c
//       while h > ¼ of the previous h, c ← 10 c and solve again; but not if KL + NLL is above twice its minimum
//       λ ← λ + c h;  done when h ≤ 1e-8
//     the graph: |Ã| ≥ 0.3 at the epoch with the smallest KL + NLL
//
// Cost: a step takes B d² multiply-adds, a solve 200 n/100 steps, and some ten to thirty solves are typical. Rows are used in
// the order of the table, so that another order of the rows gives another run.
//
// Yu, Chen, Gao & Yu, "DAG-GNN: DAG structure learning with graph neural networks", ICML 2019, and its published code.
//
// Differs from that code: if weights above the threshold form a cycle, the threshold rises until they do not
// (weighted-dag.ts); weights that the knowledge rules out stay 0; the search ends when c reaches 1e20. There, best NLL and
// best mean squared error are two choices of the epoch, but they coincide: NLL is d/2 times the other.

import { check } from "../../../check.ts";
import { checkNumbers, checkRows } from "../../../data/table.ts";
import { type Knowledge, noKnowledge } from "../../../graph/knowledge.ts";
import { resumedState } from "../../resumed-state.ts";
import type { ProblemWith, Search, Step } from "../../search.ts";
import { type Cut, openEdges } from "../weighted-dag.ts";
import { dagGnnModel, startInto } from "./dag-gnn-model.ts";
import { createSteps, dagGnnState, type Place, restoreInto, start } from "./dag-gnn-state.ts";

/** The epoch whose weights give the graph: that of smallest KL + NLL, of smallest NLL, or the last one. */
export const epochChoices = ["elbo", "nll", "last"] as const;
export type EpochChoice = (typeof epochChoices)[number];

export interface DagGnnOptions {
  /** Epochs of each solve. */
  readonly epochs?: number;
  /** Rows in a batch. */
  readonly batch?: number;
  /** Maximum number of updates of λ. */
  readonly rounds?: number;
  /** Units in the hidden layer of each network. */
  readonly hidden?: number;
  /** Divided by log₁₀ c, then clipped to between 1e-4 and 1e-2. */
  readonly learningRate?: number;
  /** Weights below this are not edges. */
  readonly threshold?: number;
  readonly choice?: EpochChoice;
}

export interface DagGnnStep extends Step, Cut {
  /** Whether h has fallen to 1e-8. */
  readonly converged: boolean;
  /** Whether numbers overflowed; the graph is then from the last finite ones. */
  readonly overflowed: boolean;
  /** Ã of the chosen epoch, row by row: entry (i, j) belongs to i → j. All 0 before there is one. */
  readonly weights: () => Float64Array;
}

/** Multiply-adds that take some tens of milliseconds. */
const stretchWork = 2e7;
const enoughH = 1e-8;
const largestPower = 20;

/**
 * DAG-GNN.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const problem = { table, score: linearBic(table), rng: createRng(1) };
 * finish(dagGnn(problem, { epochs: 2, rounds: 1 })).graph.d; // 3
 * ```
 */
export function* dagGnn(
  {
    table,
    score,
    rng,
    knowledge = noKnowledge(table.X.cols),
    from: state,
  }: ProblemWith<"table" | "score" | "rng">,
  options: DagGnnOptions = {},
): Search<DagGnnStep> {
  checkNumbers("dag-gnn", table);
  checkRows("dag-gnn", table);
  const { rows: n, cols: d } = table.X;
  const { epochs = 200, batch = 100, rounds = 100, hidden = 64, learningRate = 3e-3 } = options;
  const { threshold = 0.3, choice = "elbo" } = options;
  checkOptions({ epochs, batch, rounds, hidden, learningRate, threshold, choice });
  const model = dagGnnModel(table.X, { hidden, batch, mask: learntWeights(knowledge) });
  const chosen = new Float64Array(d * d); // Ã of the chosen epoch
  const arrays = [model.parameters, ...model.moments, chosen];
  const stepOf = createSteps(arrays, score, { knowledge, threshold });
  const from = resumedState(dagGnnState, state);
  if (from) restoreInto(arrays, from);
  else startInto(model, d, hidden, rng);

  const ofEpoch = Math.ceil(n / batch);
  const ofSolve = epochs * ofEpoch;
  const stretch = Math.max(1, Math.floor(stretchWork / (Math.min(n, batch) * d * (3 * d + 60))));
  let place: Readonly<Place> = from?.place ?? start;
  while (d > 1 && place.ending === null) {
    place = trained(place);
    if (place.batches === ofSolve) place = solved(place, rounds);
    if (place.ending === null) yield stepOf(place);
  }
  return stepOf(place);

  /** Batches of Adam on the augmented Lagrangian, at most until the end of the solve. */
  function trained(before: Readonly<Place>): Readonly<Place> {
    const now = { ...before };
    const penalty = { lambda: now.lambda, c: tenTo(now.power) };
    const rate = Math.min(1e-2, Math.max(1e-4, learningRate / now.power));
    const until = Math.min(ofSolve, now.batches - (now.batches % stretch) + stretch);
    while (now.batches < until) {
      const first = (now.batches % ofEpoch) * batch;
      const { kl, nll, h, loss } = model.measure(first, Math.min(n, first + batch), penalty);
      if (!Number.isFinite(loss)) return { ...before, ending: "diverged" };
      model.adam(rate, ++now.steps);
      now.batches++;
      now.klSum += kl;
      now.nllSum += nll;
      now.h = h;
      if (now.batches % ofEpoch === 0) epochInto(now);
    }
    return now;
  }

  /** Records the means of an epoch, and its weights if it is the best so far. */
  function epochInto(now: Place): void {
    now.kl = now.klSum / ofEpoch;
    now.nll = now.nllSum / ofEpoch;
    now.klSum = now.nllSum = 0;
    const elbo = now.kl + now.nll;
    now.leastElbo = Math.min(now.leastElbo ?? elbo, elbo);
    const measure = choice === "elbo" ? elbo : choice === "nll" ? now.nll : -now.steps;
    if (now.leastChosen !== null && !(measure < now.leastChosen)) return;
    now.leastChosen = measure;
    now.chosenAt = now.steps;
    chosen.set(model.weights);
  }
}

/** After a solve: increases c if h has not decreased enough, otherwise updates λ. */
function solved(now: Readonly<Place>, rounds: number): Readonly<Place> {
  const isWorse = now.kl! + now.nll! > 2 * now.leastElbo!;
  const hSolved = isWorse ? now.hSolved : now.h;
  const next = { ...now, hSolved, solves: now.solves + 1, batches: 0 };
  if (!isWorse && now.hUpdated !== null && hSolved > 0.25 * now.hUpdated) {
    next.power++;
    if (next.power < largestPower) return next;
  }
  next.rounds++;
  next.lambda += tenTo(next.power) * hSolved;
  next.hUpdated = hSolved;
  if (hSolved <= enoughH) next.ending = "converged";
  else if (next.power >= largestPower || next.rounds >= rounds) next.ending = "limit";
  return next;
}

/** 10ᵖ, exact up to 22. */
function tenTo(power: number): number {
  let out = 1;
  for (let k = 0; k < power; k++) out *= 10;
  return out;
}

/** Which weights are learnt; the diagonal is too, and its own penalty keeps it small. */
function learntWeights(knowledge: Knowledge): Uint8Array {
  return openEdges(knowledge).map((isOpen, k) => (k % (knowledge.d + 1) === 0 ? 1 : isOpen));
}

type Settings = Required<Omit<DagGnnOptions, "knowledge" | "from">>;

function checkOptions({ epochs, batch, rounds, hidden, learningRate, threshold, choice }: Settings): void {
  const counts = { epochs, batch, rounds, hidden };
  for (const [name, value] of Object.entries(counts))
    check(
      Number.isInteger(value) && value >= 1,
      `dag-gnn: ${name} must be a whole number from 1, got ${value}`,
    );
  check(hidden <= 65_000, `dag-gnn: at most 65000 hidden units, got ${hidden}`);
  check(learningRate > 0, `dag-gnn: the learning rate must be above 0, got ${learningRate}`);
  check(threshold >= 0, `dag-gnn: the threshold must be 0 or more, got ${threshold}`);
  check(epochChoices.includes(choice), `dag-gnn: choice is one of ${epochChoices.join(", ")}, got ${choice}`);
}
