// DAG-GNN: a weighted graph between learnt transforms of the variables, made acyclic by an augmented Lagrangian.
//
//     λ = 0, c = 1; at most 100 times:
//       solve: 200 epochs of Adam on the loss (dag-gnn-model.ts), 100 rows after the other, at the rate 0.003 / log₁₀ c
//       while h > ¼ of h before, c ← 10 c and solve on; but not where KL + NLL is above twice the least
//       λ ← λ + c h;  done where h ≤ 1e-8
//     the graph: |Ã| ≥ 0.3 at the epoch of least KL + NLL
//
// Cost: a step takes B d² multiply-adds, a solve 200 n/100 steps, and some ten to thirty solves are usual. Rows are taken in
// their order, so that another order of the rows gives another run.
//
// Yu, Chen, Gao & Yu, "DAG-GNN: DAG structure learning with graph neural networks", ICML 2019, and its published code.
//
// Differs from that code: where weights above the threshold form a cycle the threshold rises until they do not
// (weighted-dag.ts); weights that knowledge rules out stay 0; the search ends when c has come to 1e20. There, best NLL and
// best mean squared error are two choices of the epoch, but of the same one: NLL is d/2 times the other.

import { check } from "../../../check.ts";
import { checkNumbers, type Table } from "../../../data/table.ts";
import { type Knowledge, noKnowledge } from "../../../graph/knowledge.ts";
import { logarithm } from "../../../math/elementary.ts";
import { matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import type { Score } from "../../../score/score.ts";
import { resumedState } from "../../resumed-state.ts";
import type { Search, Step } from "../../search.ts";
import { type Cut, cutFrom, noCut, openEdges } from "../weighted-dag.ts";
import {
  type Ending,
  type EpochChoice,
  epochChoices,
  type Training,
  training,
  trainingState,
} from "./dag-gnn-training.ts";

export { epochChoices } from "./dag-gnn-training.ts";

export interface DagGnnOptions {
  readonly knowledge?: Knowledge;
  /** Epochs of each solve. */
  readonly epochs?: number;
  /** Rows in a batch. */
  readonly batch?: number;
  /** Updates of λ, at most. */
  readonly rounds?: number;
  /** Units in the hidden layer of each network. */
  readonly hidden?: number;
  /** Divided by log₁₀ c, then kept within 1e-4 and 1e-2. */
  readonly learningRate?: number;
  /** Weights smaller than this are no edges. */
  readonly threshold?: number;
  /** Whose weights make the graph: the epoch of least KL + NLL, of least NLL, or the last one. */
  readonly choice?: EpochChoice;
  /** State of an earlier step to go on from. */
  readonly from?: unknown;
}

export interface DagGnnStep extends Step, Cut {
  /** Has h come down to 1e-8? */
  readonly converged: boolean;
  /** Did numbers overflow? The graph is then that of the last good ones. */
  readonly overflowed: boolean;
  /** Ã of the chosen epoch, row after row: entry (i, j) is that of i → j. All 0 before there is one. */
  readonly weights: () => Float64Array;
}

export function* dagGnn(
  table: Table,
  score: Score,
  rng: Rng,
  options: DagGnnOptions = {},
): Search<DagGnnStep> {
  checkNumbers("dag-gnn", table);
  const d = table.X.cols;
  const { epochs = 200, batch = 100, rounds = 100, hidden = 64, learningRate = 3e-3 } = options;
  const { knowledge = noKnowledge(d), threshold = 0.3, choice = "elbo", from } = options;
  checkOptions({ epochs, batch, rounds, hidden, learningRate, threshold, choice });
  const train = training(table.X, rng, {
    ...{ epochs, batch, rounds, hidden, learningRate, choice, mask: learntWeights(knowledge) },
    from: resumedState(trainingState, from),
  });
  const graphOf = rememberedGraph(score, knowledge, threshold);
  while (d > 1 && train.place().ending === null) {
    train.next();
    if (train.place().ending === null) yield stepOf(train, graphOf);
  }
  return stepOf(train, graphOf);
}

type GraphOf = (train: Training) => Cut;

function stepOf(train: Training, graphOf: GraphOf): DagGnnStep {
  const { ending, solves, rounds, power, lambda, h, kl, nll } = train.place();
  const losses: Record<string, number> = kl === null || nll === null ? {} : { elbo: kl + nll, nll };
  return {
    ...graphOf(train),
    // What is left is mostly to bring h down to 1e-8.
    progress: ending === null ? Math.min(0.99, Math.max(0, -logarithm(h) / (8 * Math.LN10))) : 1,
    doing: ending === null ? `solve ${solves + 1}, c = 1e${power}` : endings[ending],
    values: { solves, rounds, power, lambda, h, ...losses },
    state: train.state,
    converged: ending === "converged",
    overflowed: ending === "diverged",
    weights: () => train.chosen.slice(),
  };
}

const endings: Readonly<Record<Ending, string>> = {
  converged: "done",
  limit: "done; h is still above 1e-8",
  diverged: "the loss is no number any more; scale the columns",
};

/** Graph and score of the chosen weights, made anew when those have changed; null while none are chosen. */
function rememberedGraph(score: Score, knowledge: Knowledge, threshold: number): GraphOf {
  let last: { readonly at: number; readonly cut: Cut } | undefined;
  return (train) => {
    const { chosenAt, ending } = train.place();
    if (chosenAt === 0 && ending === null && knowledge.d > 1) return noCut;
    if (last?.at !== chosenAt) {
      const weights = matrix(knowledge.d, knowledge.d, train.chosen.slice());
      last = { at: chosenAt, cut: cutFrom(weights, score, { threshold, knowledge }) };
    }
    return last.cut;
  };
}

/** Which weights are learnt; the diagonal is, its own penalty keeps it small. */
function learntWeights(knowledge: Knowledge): Uint8Array {
  return openEdges(knowledge).map((isOpen, k) => (k % (knowledge.d + 1) === 0 ? 1 : isOpen));
}

type Given = Required<Omit<DagGnnOptions, "knowledge" | "from">>;

function checkOptions({ epochs, batch, rounds, hidden, learningRate, threshold, choice }: Given): void {
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
