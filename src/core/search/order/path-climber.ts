// The climber for few variables: under every order each node has the best of all subsets of its predecessors as parents, found
// once and cached; under a score that is not a sum, nodes choose jointly (under-order.ts). Parents depend only on the order.

import { type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { isBetter, type Local } from "../../score/score.ts";
import type { OrderClimber } from "./order-climber.ts";
import { type ParentPath, parentPaths } from "./parent-path.ts";
import { bestTogether, type Choice, choiceOf, scoreTogether } from "./under-order.ts";

export function pathClimber(local: Local, knowledge: Knowledge): Omit<OrderClimber, "place"> {
  const { d } = knowledge;
  const paths = parentPaths(local, knowledge, { exactCandidates: d });
  /** Choices of each node, by its predecessors as bits. */
  const memo: (Choice | undefined)[][] = Array.from({ length: d }, () => Array(2 ** d).fill(undefined));
  const required = Array.from({ length: d }, (_, j) => requiredParents(knowledge, j));
  const room = new Float64Array(d * d);
  const before = new Int32Array(d); // predecessors of each node, as bits
  const choices: Choice[] = [];
  let order: number[] = [];
  let total = Number.NEGATIVE_INFINITY;
  let chosen: readonly number[][] | null = null;
  let latest: readonly number[][] = [];

  const choose = (node: number): void => {
    const mask = before[node];
    let choice = memo[node][mask];
    if (choice === undefined) {
      const predecessors = order.filter((i) => (mask >> i) & 1);
      choice = choiceOf(withLists(paths.of(node, predecessors)), local);
      memo[node][mask] = choice;
    }
    choices[node] = choice;
  };
  const isBarred = (at: number) => required[order[at + 1]].includes(order[at]);
  /** Swaps the variables at two neighbouring places. */
  const swap = (at: number): void => {
    const i = order[at];
    const j = order[at + 1];
    order[at] = j;
    order[at + 1] = i;
    before[j] &= ~(1 << i);
    before[i] |= 1 << j;
    choose(i);
    choose(j);
  };
  const value = () => scoreTogether(choices, local, room);
  const settle = () => {
    total = value();
    chosen = null;
  };
  const setOrder = (next: readonly number[]) => {
    order = [...next];
    let mask = 0;
    for (const j of next) {
      before[j] = mask;
      choose(j);
      mask |= 1 << j;
    }
    settle();
  };
  const walk = (from: number, to: number): number => {
    let at = from;
    while (at < to && !isBarred(at)) swap(at++);
    while (at > to && !isBarred(at - 1)) swap(--at);
    return at;
  };
  const parents = (): readonly number[][] => {
    if (chosen === null && total > Number.NEGATIVE_INFINITY) {
      const { sizes } = bestTogether(choices, local);
      chosen = choices.map(({ path }, j) => path.parents(sizes[j]));
    }
    chosen ??= required;
    return chosen;
  };

  return {
    load: setOrder,
    restore: (place) => {
      setOrder(place.order);
      latest = parents();
    },
    improve(node) {
      const start = order.indexOf(node);
      let best = start;
      let most = total;
      for (const step of [1, -1]) {
        let at = start;
        for (let to = at + step; to >= 0 && to < d && walk(at, to) === to; to += step) {
          at = to;
          const now = value();
          if (isBetter(now, most)) [best, most] = [at, now];
        }
        walk(at, start);
      }
      walk(start, best);
      settle();
      return best !== start;
    },
    move(node, to) {
      walk(order.indexOf(node), to);
      settle();
    },
    order: () => [...order],
    placeOf: (node) => order.indexOf(node),
    parents: (node) => parents()[node],
    changes: () => {
      const now = parents();
      const nodes = order.filter((j) => !isSame(now[j], latest[j]));
      latest = now;
      return nodes;
    },
    score: () => total,
    refresh: () => false,
  };
}

/** The path with its parent lists computed only once. */
function withLists({ terms, parents }: ParentPath): ParentPath {
  const lists: number[][] = [];
  return {
    terms,
    parents: (size) => {
      lists[size] ??= parents(size);
      return lists[size];
    },
  };
}

function isSame(a: readonly number[], b: readonly number[] | undefined): boolean {
  return a === b || (b !== undefined && a.length === b.length && a.every((i, k) => i === b[k]));
}
