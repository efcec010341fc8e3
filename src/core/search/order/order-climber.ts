// A causal order with each node's best parents under it, and the one move of order search: a variable to its best place.
//
// Moving a variable past a neighbour changes the predecessors of those two alone, so trying all d places costs at most 2d
// best-parent problems (parent-path.ts), and for the equal-variance score a merge of the nodes' hulls each
// (under-order.ts). Most are not asked at all: a path found by forward selection tells whether a candidate can change
// it, and what was chosen before the variable went out is still known when it comes back. Paths that are not remembered
// where they are found are remembered here, by the set of predecessors.

import type { Graph, Order } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import { createMemo } from "../../math/memo.ts";
import { isBetter, type Local } from "../../score/score.ts";
import { parentPaths } from "./parent-path.ts";
import { bestTogether, type Choice, choiceOf, graphOf, scoreTogether } from "./under-order.ts";

export interface OrderClimber {
  readonly load: (order: Order) => void;
  /** Moves `node` to its best place; true when it moved. */
  readonly improve: (node: number) => boolean;
  readonly order: () => number[];
  readonly score: () => number;
  /** The best graph under the order. */
  readonly graph: () => Graph;
}

export function orderClimber(local: Local, knowledge: Knowledge, exactCandidates?: number): OrderClimber {
  const { d } = knowledge;
  const paths = parentPaths(local, knowledge, exactCandidates === undefined ? {} : { exactCandidates });
  // A path of a large problem is a kilobyte or more: some fifty megabytes in all.
  const limit = Math.ceil((d <= 20 ? 200_000 : 40_000) / d);
  const remembered = Array.from({ length: d }, () => createMemo<string, Choice>(limit));
  const room = new Float64Array(d * d);
  const before = Array.from({ length: d }, () => new Uint8Array(d)); // before[j][i] = 1: i precedes j
  const counts = new Int32Array(d); // candidates among the predecessors of each
  let current: number[] = [];
  const choices: Choice[] = [];
  const home: Choice[] = []; // before a variable was tried elsewhere
  let total = Number.NEGATIVE_INFINITY;

  const choose = (node: number): Choice => {
    if (paths.isRemembered(counts[node])) {
      const path = paths.among(node, before[node]);
      return path === choices[node]?.path ? choices[node] : choiceOf(path, local);
    }
    return remembered[node](keyOf(before[node]), () => choiceOf(paths.among(node, before[node]), local));
  };
  /** Swaps the variables at two neighbouring places, their choices left as they were. */
  const exchange = (at: number): void => {
    const i = current[at];
    const j = current[at + 1];
    current[at] = j;
    current[at + 1] = i;
    before[j][i] = 0;
    before[i][j] = 1;
    if (paths.isCandidate(i, j)) counts[i]++;
    if (paths.isCandidate(j, i)) counts[j]--;
  };
  /** The same with their choices; true when one changed. */
  const swapNext = (at: number): boolean => {
    exchange(at);
    const j = current[at];
    const i = current[at + 1];
    const own = choices[i];
    const other = choices[j];
    if (paths.isCandidate(i, j) && !own.path.isSameWith?.(j)) choices[i] = choose(i);
    if (paths.isCandidate(j, i) && !other.path.isSameWithout?.(i, counts[j] + 1)) choices[j] = choose(j);
    return choices[i] !== own || choices[j] !== other;
  };
  const value = (): number => scoreTogether(choices, local, room);

  return {
    load(order) {
      current = [...order];
      for (const row of before) row.fill(0);
      order.forEach((j, at) => {
        for (const i of order.slice(0, at)) before[j][i] = 1;
      });
      for (let j = 0; j < d; j++) {
        counts[j] = before[j].reduce(
          (count, b, i) => count + (b === 1 && paths.isCandidate(j, i) ? 1 : 0),
          0,
        );
        choices[j] = choose(j);
      }
      total = value();
    },
    improve(node) {
      const start = current.indexOf(node);
      for (let j = 0; j < d; j++) home[j] = choices[j];
      const goHome = () => {
        for (let j = 0; j < d; j++) choices[j] = home[j];
      };
      let best = start;
      let bestValue = total;
      let at = start;
      for (; at < d - 1; at++) {
        if (!swapNext(at)) continue;
        const now = value();
        if (isBetter(now, bestValue)) [best, bestValue] = [at + 1, now];
      }
      for (; at > start; at--) exchange(at - 1);
      goHome();
      for (; at > 0; at--) {
        if (!swapNext(at - 1)) continue;
        const now = value();
        if (isBetter(now, bestValue)) [best, bestValue] = [at - 1, now];
      }
      for (; at < start; at++) exchange(at);
      goHome();
      for (; at < best; at++) swapNext(at);
      for (; at > best; at--) swapNext(at - 1);
      total = value();
      return best !== start;
    },
    order: () => [...current],
    score: () => total,
    graph: () =>
      total === Number.NEGATIVE_INFINITY
        ? { d, edges: new Uint8Array(knowledge.required) }
        : graphOf(choices, bestTogether(choices, local).sizes),
  };
}

function keyOf(row: Uint8Array): string {
  let key = "";
  for (let i = 0; i < row.length; i += 16) {
    let word = 0;
    for (let k = i; k < Math.min(i + 16, row.length); k++) word |= row[k] << (k - i);
    key += String.fromCharCode(word);
  }
  return key;
}

/** The best graph under one order, and its score: the polish of any graph that has this order. */
export function bestUnderOrder(
  order: Order,
  local: Local,
  knowledge: Knowledge,
  exactCandidates = 14,
): { graph: Graph; score: number } {
  const climber = orderClimber(local, knowledge, exactCandidates);
  climber.load(order);
  return { graph: climber.graph(), score: climber.score() };
}
