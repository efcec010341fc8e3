// The climber of scores whose terms are asked for one by one: the algorithm of the kernel (src/kernels/statistics/order-walk.ts) in
// plain words, and its slow twin in tests.
//
//     grow     add the candidate with which the term is largest, while it rises
//     shrink   drop the parent without which it is largest, while it rises; then grow again, until neither changes anything
//
// A variable that passes a neighbour changes the predecessors of these two by one, so parents are repaired, not chosen anew: a candidate
// that comes is tried alone, and one that goes matters where it was a parent.

import type { Order } from "../../graph/graph.ts";
import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { createMemo } from "../../math/memo.ts";
import { type Local, scoreTolerance } from "../../score/score.ts";
import { checkedTerm } from "../exact/exact.ts";
import type { ParentLists, Place, WeighedClimber, Weights } from "./order-climber.ts";

/** A change of a term by no more than this is none. */
export const leastChange = 1e-9;
/** Terms remembered. */
const remembered = 200_000;
/** What a term of minus infinity counts as: sums and differences stay numbers. */
const worstTerm = -1e200;

/** Parents of one node, ascending, and their weighed term. */
interface Fit {
  readonly set: readonly number[];
  readonly term: number;
}

export function listedClimber(local: Local, knowledge: Knowledge): WeighedClimber {
  const { d, maxParents } = knowledge;
  const isAllowed = Array.from({ length: d }, (_, j) => new Set(allowedParents(knowledge, j)));
  const required = Array.from({ length: d }, (_, j) => requiredParents(knowledge, j));
  const known = Array.from({ length: d }, () => createMemo<string, number>(Math.ceil(remembered / d)));
  const place = new Float64Array(d);
  const fits: Fit[] = new Array(d);
  const changed = new Set<number>();
  let order: number[] = [];
  let weights: Weights = { perUnit: 1, perEdge: 0 };

  const fitOf = (node: number, set: readonly number[]): Fit => {
    const term = known[node](set.join(), () => Math.max(worstTerm, checkedTerm(local, node, set)));
    return { set, term: weights.perUnit * term - weights.perEdge * set.length };
  };
  const added = ({ set }: Fit, i: number) => [...set, i].sort((a, b) => a - b);
  const dropped = ({ set }: Fit, i: number) => set.filter((x) => x !== i);
  const withOne = (node: number, fit: Fit, i: number) => fitOf(node, added(fit, i));
  const without = (node: number, fit: Fit, i: number) => fitOf(node, dropped(fit, i));
  const isBetterFit = (a: Fit, b: Fit) => a.term > b.term + leastChange;
  const best = (now: Fit, others: readonly Fit[]): Fit => {
    const top = others.reduce((a, b) => (b.term > a.term ? b : a), others[0] ?? now);
    return isBetterFit(top, now) ? top : now;
  };
  const grown = (node: number, start: Fit, limit: number): Fit => {
    for (let fit = start; ; ) {
      if (fit.set.length >= maxParents) return fit;
      const { set } = fit;
      const candidates = order.filter((i) => place[i] < limit && isAllowed[node].has(i) && !set.includes(i));
      local.ahead?.(candidates.map((i) => added(fit, i)));
      const next = best(
        fit,
        candidates.sort((a, b) => a - b).map((i) => withOne(node, fit, i)),
      );
      if (next === fit) return fit;
      fit = next;
    }
  };
  const shrunk = (node: number, start: Fit): Fit => {
    for (let fit = start; ; ) {
      const now = fit;
      const spare = now.set.filter((i) => !required[node].includes(i));
      local.ahead?.(spare.map((i) => dropped(now, i)));
      fit = best(
        now,
        spare.map((i) => without(node, now, i)),
      );
      if (fit === now) return fit;
    }
  };
  const settled = (node: number, start: Fit, limit: number): Fit => {
    for (let fit = grown(node, start, limit); ; ) {
      const next = grown(node, shrunk(node, fit), limit);
      if (!isBetterFit(next, fit)) return fit;
      fit = next;
    }
  };
  const joined = (node: number, fit: Fit, i: number, limit: number): Fit => {
    if (fit.set.length >= maxParents || !isAllowed[node].has(i)) return fit;
    const next = withOne(node, fit, i);
    return isBetterFit(next, fit) ? settled(node, next, limit) : fit;
  };
  const parted = (node: number, fit: Fit, i: number, limit: number): Fit =>
    fit.set.includes(i) ? settled(node, without(node, fit, i), limit) : fit;

  const setFit = (node: number, fit: Fit) => {
    if (fit !== fits[node]) changed.add(node);
    fits[node] = fit;
  };
  const setOrder = (next: Order) => {
    order = [...next];
    order.forEach((j, at) => {
      place[j] = at;
    });
  };
  /** The variables that x passes to the left (step −1) or the right, each with both fits after it was passed. */
  function* walk(
    x: number,
    step: -1 | 1,
  ): Generator<{ y: number; at: number; passed: Fit; own: Fit }, void, void> {
    const from = place[x];
    let own = fits[x];
    place[x] = step < 0 ? -1 : Number.POSITIVE_INFINITY;
    for (let at = from + step; at >= 0 && at < d; at += step) {
      const y = order[at];
      const [cause, effect] = step < 0 ? [y, x] : [x, y];
      if (required[effect].includes(cause)) break;
      own = step < 0 ? parted(x, own, y, at) : joined(x, own, y, at + 1);
      const passed = step < 0 ? joined(y, fits[y], x, at) : parted(y, fits[y], x, at);
      yield { y, at, passed, own };
    }
    place[x] = from;
  }
  /** The parents that a walk of x asks about first, wherever it leads: those of whom it passes with x, and its own with them. */
  const askedByWalk = (x: number) =>
    order.flatMap((y) => {
      const [effect, cause] = place[y] < place[x] ? [y, x] : [x, y];
      return y !== x && isAllowed[effect].has(cause) ? [added(fits[effect], cause)] : [];
    });
  const move = (x: number, to: number) => {
    const from = place[x];
    if (to === from) return;
    const step = to < from ? -1 : 1;
    let last = { at: from, own: fits[x] };
    const steps = walk(x, step);
    for (let next = steps.next(); !next.done; next = steps.next()) {
      last = next.value;
      const { y, at, passed } = next.value;
      setFit(y, passed);
      order[at - step] = y;
      place[y] = at - step;
      if (at === to) break;
    }
    setFit(x, last.own);
    order[last.at] = x;
    place[x] = last.at;
  };
  const total = () => fits.reduce((sum, { term }) => sum + term, 0);

  return {
    load(next, parents?: ParentLists) {
      setOrder(next);
      for (let j = 0; j < d; j++) {
        const fit = fitOf(j, parents?.[j] ?? required[j]);
        setFit(j, parents === undefined ? settled(j, fit, place[j]) : fit);
      }
    },
    restore({ order: next, parents }: Place, nodes) {
      setOrder(next);
      for (const j of nodes) fits[j] = fitOf(j, parents[j]);
      changed.clear();
    },
    settle: (j) => setFit(j, settled(j, fits[j], place[j])),
    improve(x) {
      local.ahead?.(askedByWalk(x));
      let best = place[x];
      let most = 0;
      const least = scoreTolerance * Math.max(1, Math.abs(total()));
      for (const step of [-1, 1] as const) {
        let sum = 0;
        for (const { y, at, passed, own } of walk(x, step)) {
          sum += passed.term - fits[y].term;
          const value = sum + own.term - fits[x].term;
          if (value > most + least) [most, best] = [value, at];
        }
      }
      if (best === place[x]) return false;
      move(x, best);
      return true;
    },
    move,
    order: () => [...order],
    placeOf: (node) => place[node],
    parents: (node) => [...fits[node].set],
    changes: () => {
      const nodes = [...changed];
      changed.clear();
      return nodes;
    },
    setWeights: (next) => {
      weights = next;
    },
    total,
    edges: () => fits.reduce((sum, { set }) => sum + set.length, 0),
  };
}
