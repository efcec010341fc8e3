// Graphs decoded as orders, and the rewards of orders.
//
//     order     by in-degree minus out-degree, causes first; ties by a key drawn for each graph
//     sparse    the score of the best graph under the order (under-order.ts), best parents cached across the run
//     complete  the score of the graph with every edge along the order
//     greedy    for a score without terms: parents added and removed one at a time, node by node along the order
//
// The reward is greedy if the score has no terms; complete above 20 variables, where finding best parents would take longer
// than the network; sparse otherwise. If the score cannot distinguish members of an equivalence class, the complete graph has
// the same likelihood under every order, and a limit on parents forbids it: in these cases sparse at any size.

import type { Order } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import type { Matrix } from "../../math/matrix.ts";
import { createMemo } from "../../math/memo.ts";
import type { Rng } from "../../math/rng.ts";
import { pivotTolerance } from "../../math/solve.ts";
import type { Local, Score } from "../../score/score.ts";
import {
  bestTogether,
  type Choice,
  type ChoicesInto,
  choiceOf,
  choicesAlong,
  graphOf,
  nodeByNode,
  obeying,
  type Polished,
  parentPaths,
  scoreTogether,
} from "../order/order.ts";
import { wordsFor } from "./parent-bits.ts";
import { scaleOfTerms } from "./term-scale.ts";

export interface OrderRewards {
  /** Reward of each order; higher is better. Rewards are comparable within and across batches. */
  readonly of: (orders: readonly Order[]) => Float64Array;
  /** The best graph found under an order. */
  readonly bestUnder: (order: Order) => Polished;
}

/** Maximum number of variables for which the reward is sparse under every score. */
const sparseVariables = 20;
/** Up to this many predecessors, best parents are searched among all subsets: small as in polish, large as in order search. */
const exactCandidates = { small: 14, large: 11 };
/** Number of choices (variable, predecessors) that are cached. */
export const rememberedChoices = { small: 400_000, large: 40_000 };
/** Number of orders cached for a score without terms, and bytes for the terms of complete graphs. */
const rememberedOrders = 20_000;
const termBytes = 2 ** 27;

export function createOrderRewards(score: Score, knowledge: Knowledge): OrderRewards {
  const { local } = score;
  if (local === undefined) return greedyRewards(score, knowledge);
  const sparse = sparseRewards(score, local, knowledge);
  return isComplete(score, knowledge) ? { ...sparse, of: completeRewards(score, local, knowledge) } : sparse;
}

/** Whether the reward of an order is that of its complete graph. */
export function isComplete({ d, isEquivalent }: Score, { maxParents }: Knowledge): boolean {
  return d > sparseVariables && !isEquivalent && maxParents >= d - 1;
}

/** Decodes graphs as orders: in-degree minus out-degree, ties by keys from `rng`; required edges point along the order. */
export function createDecoder(batch: number, d: number, knowledge: Knowledge) {
  const degree = new Int32Array(d);
  const key = new Float64Array(d);
  const isFree = !knowledge.required.includes(1);
  return (
    { cells, rowStep }: { readonly cells: ArrayLike<number>; readonly rowStep: number },
    { uniform }: Rng,
  ): Order[] =>
    Array.from({ length: batch }, (_, b) => {
      degree.fill(0);
      for (let i = 0; i < d; i++) {
        key[i] = uniform();
        for (let j = 0; j < d; j++) {
          if (cells[(b * d + i) * rowStep + j] === 0) continue;
          degree[i]++;
          degree[j]--;
        }
      }
      const order = Array.from({ length: d }, (_, i) => i);
      order.sort((i, j) => degree[i] - degree[j] || key[i] - key[j]);
      return isFree ? order : obeying(order, knowledge);
    });
}

/** The best graph under each order. */
function sparseRewards(score: Score, local: Local, knowledge: Knowledge): OrderRewards {
  const { d } = knowledge;
  const chooseInto = sparseChoices(local, knowledge);
  const choices: Choice[] = new Array(d);
  const room = new Float64Array(d * d);
  return {
    of: (orders) =>
      Float64Array.from(orders, (order) => {
        chooseInto(choices, order);
        return scoreTogether(choices, local, room);
      }),
    bestUnder: (order) => {
      chooseInto(choices, order);
      const { score: value, sizes } = bestTogether(choices, local);
      // If no parent sets satisfy the knowledge, return the graph of the required edges.
      const isPossible = value > Number.NEGATIVE_INFINITY;
      const graph = isPossible ? graphOf(choices, sizes) : { d, edges: new Uint8Array(knowledge.required) };
      return { graph, score: score.ofGraph(graph) };
    },
  };
}

/** The best parents of every variable among its predecessors. */
export function sparseChoices(local: Local, knowledge: Knowledge): ChoicesInto {
  const { d } = knowledge;
  const isSmall = d <= sparseVariables;
  const { small, large } = exactCandidates;
  const paths = parentPaths(local, knowledge, { exactCandidates: isSmall ? small : large });
  return choicesAlong(d, isSmall ? rememberedChoices.small : rememberedChoices.large, (j, before) =>
    choiceOf(paths.of(j, before), local),
  );
}

/** All allowed edges along each order. */
function completeRewards(score: Score, local: Local, knowledge: Knowledge): OrderRewards["of"] {
  const { d, forbidden } = knowledge;
  if (local.gaussian?.kind === "linear" && !forbidden.includes(1)) {
    const { M, c } = local.gaussian;
    const residualsInto = residualsAlong(M);
    const residuals = new Float64Array(d);
    const { combine = (sum: number) => sum } = local;
    return (orders) =>
      Float64Array.from(orders, (order) => {
        residualsInto(residuals, order);
        return combine(-residuals.reduce((sum, x, at) => sum + (x - c[at]), 0), (d * (d - 1)) / 2);
      });
  }
  const words = wordsFor(d);
  const scale = scaleOfTerms(score, termBytes);
  return (orders) => {
    const parents = new Uint32Array(orders.length * d * words);
    orders.forEach((order, b) => {
      order.forEach((j, at) => {
        for (const i of order.slice(0, at))
          if (forbidden[i * d + j] === 0) parents[(b * d + j) * words + (i >> 5)] |= 1 << (i & 31);
      });
    });
    const S = new Float64Array(orders.length);
    scale.valuesInto(S, parents, orders.length, new Uint8Array(orders.length).fill(1));
    return S.map((x) => -x);
  };
}

/** Residual variances along an order, each given all before it: the squared diagonal of one Cholesky factor. */
export function residualsAlong(M: Matrix): (out: Float64Array, order: Order) => void {
  const d = M.cols;
  const L = new Float64Array(d * d);
  return (out, order) => {
    for (let r = 0; r < d; r++) {
      const row = r * d;
      const whole = M.data[order[r] * d + order[r]];
      let residual = whole;
      for (let c = 0; c < r; c++) {
        let x = M.data[order[r] * d + order[c]];
        for (let k = 0; k < c; k++) x -= L[row + k] * L[c * d + k];
        L[row + c] = L[c * d + c] > 0 ? x / L[c * d + c] : 0;
        residual -= L[row + c] * L[row + c];
      }
      // A column that is a linear combination of those before it adds no information and counts as explained.
      const isNew = residual > pivotTolerance * whole;
      L[row + r] = isNew ? Math.sqrt(residual) : 0;
      out[r] = isNew ? residual : pivotTolerance * whole;
    }
  };
}

function greedyRewards(score: Score, knowledge: Knowledge): OrderRewards {
  const memo = createMemo<string, Polished>(rememberedOrders);
  const bestUnder = (order: Order) => memo(order.join(), () => nodeByNode(order, score, knowledge));
  return { bestUnder, of: (orders) => Float64Array.from(orders, (order) => bestUnder(order).score) };
}
