// The climber for up to 25 variables under terms of a residual variance: every node has the best of all subsets of its
// predecessors as parents.
//
// When a predecessor is added, the best parents are looked up again; when one is removed, only if it was a parent.

import type { Order } from "../../graph/graph.ts";
import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { type GaussianTerms, scoreTolerance } from "../../score/score.ts";
import { bestParentsIn, bitsOf, variablesOf } from "./best-parents.ts";
import type { OrderClimber, ParentLists, Place } from "./order-climber.ts";

export function exactClimber(gaussian: GaussianTerms, knowledge: Knowledge): Omit<OrderClimber, "place"> {
  const { d } = knowledge;
  const { among, term, termOf } = bestParentsIn(gaussian, knowledge);
  const allowed = Uint32Array.from({ length: d }, (_, j) => bitsOf(allowedParents(knowledge, j)));
  const required = Uint32Array.from({ length: d }, (_, j) => bitsOf(requiredParents(knowledge, j)));
  const before = new Uint32Array(d); // predecessors of each node
  const parents = new Uint32Array(d);
  const terms = new Float64Array(d);
  const place = new Int32Array(d);
  let order: number[] = [];
  const changed = new Set<number>();
  // Parents and term of the most recently evaluated node.
  let answer = 0;
  let answerTerm = 0;

  /** Parents and term of a node after i was added to its predecessors (`come`) or removed from them (`go`). */
  const come = (node: number, i: number, set: number, now: number, nowTerm: number) => {
    answer = now;
    answerTerm = nowTerm;
    if (((allowed[node] >>> i) & 1) === 0) return;
    const next = among(node, set & allowed[node]);
    if (((next >>> i) & 1) === 0) return;
    answer = next;
    answerTerm = term();
  };
  const go = (node: number, i: number, set: number, now: number, nowTerm: number) => {
    answer = now;
    answerTerm = nowTerm;
    if (((now >>> i) & 1) === 0) return;
    answer = among(node, set & allowed[node]);
    answerTerm = term();
  };
  const take = (node: number) => {
    if (parents[node] !== answer) changed.add(node);
    parents[node] = answer;
    terms[node] = answerTerm;
  };
  const setOrder = (next: Order) => {
    order = [...next];
    let set = 0;
    order.forEach((j, at) => {
      place[j] = at;
      before[j] = set;
      set |= 1 << j;
    });
  };
  const setParents = (node: number, list: readonly number[] | undefined) => {
    answer = list ? bitsOf(list) : among(node, before[node] & allowed[node]);
    answerTerm = termOf(node, answer);
    take(node);
  };
  const isBarred = (x: number, y: number, step: number) =>
    ((step < 0 ? required[x] >>> y : required[y] >>> x) & 1) === 1;
  const total = () => {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += terms[j];
    return sum;
  };
  /** The place on one side at which x gains most, if that is more than `most`. */
  const look = (x: number, step: -1 | 1, most: number, least: number) => {
    let best = { at: place[x], most };
    let current = parents[x];
    let currentTerm = terms[x];
    let set = before[x];
    let sum = 0;
    for (let at = place[x] + step; at >= 0 && at < d; at += step) {
      const y = order[at];
      if (isBarred(x, y, step)) break;
      if (step < 0) come(y, x, before[y] | (1 << x), parents[y], terms[y]);
      else go(y, x, before[y] & ~(1 << x), parents[y], terms[y]);
      sum += answerTerm - terms[y];
      set ^= 1 << y;
      if (step < 0) go(x, y, set, current, currentTerm);
      else come(x, y, set, current, currentTerm);
      current = answer;
      currentTerm = answerTerm;
      const value = sum + currentTerm - terms[x];
      if (value > best.most + least) best = { at, most: value };
    }
    return best;
  };
  const move = (x: number, to: number) => {
    const step = to < place[x] ? -1 : 1;
    while (place[x] !== to) {
      const at = place[x] + step;
      const y = order[at];
      if (isBarred(x, y, step)) return;
      before[y] ^= 1 << x;
      before[x] ^= 1 << y;
      (step < 0 ? come : go)(y, x, before[y], parents[y], terms[y]);
      take(y);
      (step < 0 ? go : come)(x, y, before[x], parents[x], terms[x]);
      take(x);
      order[at] = x;
      order[at - step] = y;
      place[x] = at;
      place[y] = at - step;
    }
  };

  return {
    load(next, lists?: ParentLists) {
      setOrder(next);
      for (let j = 0; j < d; j++) setParents(j, lists?.[j]);
    },
    restore({ order: next, parents: lists }: Place, nodes) {
      setOrder(next);
      for (const j of nodes) setParents(j, lists[j]);
      changed.clear();
    },
    improve(x) {
      const least = scoreTolerance * Math.max(1, Math.abs(total()));
      const earlier = look(x, -1, 0, least);
      const { at } = look(x, 1, earlier.most, least);
      const best = at === place[x] ? earlier.at : at;
      if (best === place[x]) return false;
      move(x, best);
      return true;
    },
    move,
    order: () => [...order],
    placeOf: (node) => place[node],
    parents: (node) => variablesOf(parents[node]),
    changes: () => {
      const nodes = [...changed];
      changed.clear();
      return nodes;
    },
    score: total,
    refresh: () => false,
  };
}
