// The climber for scores whose terms are evaluated one by one: the algorithm of the kernel
// (src/kernels/statistics/order-walk.ts) in plain code, and its slow reference in tests.
//
//     grow     add the candidate with which the term is largest, while it rises
//     shrink   drop the parent without which it is largest, while it rises; then grow again, until neither changes anything
//
// When a variable passes a neighbour, the predecessors of the two change by one, so parents are repaired rather than chosen
// anew: an added candidate is tried alone, and a removed one matters only if it was a parent. A cached parent set keeps the
// terms with one parent more or less that have been evaluated.
//
// Growing misses parents that matter only together. Under a score that has such interactions, a variable at its best place also
// tries the parents that remain of all candidates there, if these are few, when the least useful is dropped again and again.

import type { Order } from "../../graph/graph.ts";
import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { createMemo } from "../../math/memo.ts";
import { createSetMemo, type SetKey, setKeys, toggled } from "../../math/set-keys.ts";
import { type Local, scoreTolerance } from "../../score/score.ts";
import { checkedTerm } from "../exact/exact.ts";
import type { ParentLists, Place, WeighedClimber, Weights } from "./order-climber.ts";

/** Changes of a term up to this size count as none. */
export const leastChange = 1e-9;
/** Number of cached terms, and of numbers in cached fits. */
const [remembered, fitNumbers] = [200_000, 2_000_000];
/** Replaces a term of −Infinity, so that sums and differences stay finite. */
const worstTerm = -1e200;
/** Up to this many candidates, backward elimination starts from all of them. */
const mostEliminated = 16;

/** Parents of one node, ascending. */
interface Fit {
  readonly set: readonly number[];
  readonly key: SetKey;
  readonly term: number;
  /** At i: the term with the additional parent i or, if i is a parent, without it; NaN until evaluated. */
  readonly near: Float64Array;
}

export function listedClimber(local: Local, knowledge: Knowledge): WeighedClimber {
  const { d, maxParents } = knowledge;
  const { keyOf, toggledKey } = setKeys(d);
  const isAllowed = Array.from({ length: d }, (_, j) => {
    const flags = new Uint8Array(d);
    for (const i of allowedParents(knowledge, j)) flags[i] = 1;
    return flags;
  });
  const required = Array.from({ length: d }, (_, j) => requiredParents(knowledge, j));
  const termMemo = Array.from({ length: d }, () => createSetMemo(d, Math.ceil(remembered / d)));
  const mostFits = Math.ceil(fitNumbers / (d * (d + 32)));
  const fitMemo = Array.from({ length: d }, () => createMemo<SetKey, Fit>(mostFits));
  const place = new Float64Array(d);
  const fits: Fit[] = new Array(d);
  const changed = new Set<number>();
  let order: number[] = [];
  let weights: Weights = { perUnit: 1, perEdge: 0 };

  const weighed = (term: number, parents: number) => weights.perUnit * term - weights.perEdge * parents;
  const worth = ({ term, set }: Fit) => weighed(term, set.length);
  const termOf = (node: number, key: SetKey, set: () => readonly number[]): number =>
    termMemo[node](key, () => Math.max(worstTerm, checkedTerm(local, node, set())));
  const fitOf = (node: number, set: readonly number[], key = keyOf(set)): Fit =>
    fitMemo[node](key, () => ({
      ...{ set, key, term: termOf(node, key, () => set) },
      near: new Float64Array(d).fill(Number.NaN),
    }));
  const toggledFit = (node: number, { set, key }: Fit, i: number): Fit =>
    fitOf(node, toggled(set, i), toggledKey(key, set, i));
  /** The value with i added or, if it is a parent, removed. */
  const nearValue = (node: number, { set, key, near }: Fit, i: number): number => {
    const isParent = set.includes(i);
    if (Number.isNaN(near[i])) near[i] = termOf(node, toggledKey(key, set, i), () => toggled(set, i));
    return weighed(near[i], set.length + (isParent ? -1 : 1));
  };
  const isBetterValue = (a: number, b: number) => a > b + leastChange;
  /** The best fit with one of the variables added or removed, if better than `fit`; ties go to the first variable. */
  const bestNear = (node: number, fit: Fit, variables: readonly number[]): Fit => {
    local.ahead?.(variables.map((i) => toggled(fit.set, i)));
    let [top, chosen] = [Number.NEGATIVE_INFINITY, -1];
    for (const i of variables) {
      const value = nearValue(node, fit, i);
      if (value > top) [top, chosen] = [value, i];
    }
    return isBetterValue(top, worth(fit)) ? toggledFit(node, fit, chosen) : fit;
  };
  /** The variables before `limit` that may be parents, without those of a set. */
  const candidatesOf = (node: number, limit: number, set: readonly number[] = []): number[] => {
    const candidates: number[] = [];
    for (let i = 0; i < d; i++)
      if (place[i] < limit && isAllowed[node][i] === 1 && !set.includes(i)) candidates.push(i);
    return candidates;
  };
  const grown = (node: number, start: Fit, limit: number): Fit => {
    for (let fit = start; ; ) {
      if (fit.set.length >= maxParents) return fit;
      const next = bestNear(node, fit, candidatesOf(node, limit, fit.set));
      if (next === fit) return fit;
      fit = next;
    }
  };
  const shrunk = (node: number, start: Fit): Fit => {
    for (let fit = start; ; ) {
      const spare = fit.set.filter((i) => !required[node].includes(i));
      const next = bestNear(node, fit, spare);
      if (next === fit) return fit;
      fit = next;
    }
  };
  const settled = (node: number, start: Fit, limit: number): Fit => {
    for (let fit = grown(node, start, limit); ; ) {
      const next = grown(node, shrunk(node, fit), limit);
      if (!isBetterValue(worth(next), worth(fit))) return fit;
      fit = next;
    }
  };
  /** Whether backward elimination from all candidates finds better parents, which then replace those of the node. */
  const isReselected = (node: number): boolean => {
    const candidates = local.hasInteractions ? candidatesOf(node, place[node]) : [];
    if (candidates.length < 2 || candidates.length > mostEliminated) return false;
    const fit = settled(node, shrunk(node, fitOf(node, candidates)), place[node]);
    const isBetter = fit.set.length <= maxParents && isBetterValue(worth(fit), worth(fits[node]));
    if (isBetter) setFit(node, fit);
    return isBetter;
  };
  const joined = (node: number, fit: Fit, i: number, limit: number): Fit => {
    if (fit.set.length >= maxParents || isAllowed[node][i] === 0) return fit;
    const isBetter = isBetterValue(nearValue(node, fit, i), worth(fit));
    return isBetter ? settled(node, toggledFit(node, fit, i), limit) : fit;
  };
  const parted = (node: number, fit: Fit, i: number, limit: number): Fit =>
    fit.set.includes(i) ? settled(node, toggledFit(node, fit, i), limit) : fit;

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
  /** The variables that x passes to the left (step −1) or to the right, each with both fits after the swap. */
  function* walk(
    x: number,
    step: -1 | 1,
  ): Generator<{ y: number; at: number; passed: Fit; fit: Fit }, void, void> {
    const from = place[x];
    let fit = fits[x];
    place[x] = step < 0 ? -1 : Number.POSITIVE_INFINITY;
    for (let at = from + step; at >= 0 && at < d; at += step) {
      const y = order[at];
      const [cause, effect] = step < 0 ? [y, x] : [x, y];
      if (required[effect].includes(cause)) break;
      fit = step < 0 ? parted(x, fit, y, at) : joined(x, fit, y, at + 1);
      const passed = step < 0 ? joined(y, fits[y], x, at) : parted(y, fits[y], x, at);
      yield { y, at, passed, fit };
    }
    place[x] = from;
  }
  /** The parent sets that a walk of x evaluates first, however far it goes: of those it passes with x, and its own with them. */
  const walkSets = (x: number) =>
    order.flatMap((y) => {
      const [effect, cause] = place[y] < place[x] ? [y, x] : [x, y];
      return y !== x && isAllowed[effect][cause] === 1 ? [toggled(fits[effect].set, cause)] : [];
    });
  const move = (x: number, to: number) => {
    const from = place[x];
    if (to === from) return;
    const step = to < from ? -1 : 1;
    let last = { at: from, fit: fits[x] };
    const steps = walk(x, step);
    for (let next = steps.next(); !next.done; next = steps.next()) {
      last = next.value;
      const { y, at, passed } = next.value;
      setFit(y, passed);
      order[at - step] = y;
      place[y] = at - step;
      if (at === to) break;
    }
    setFit(x, last.fit);
    order[last.at] = x;
    place[x] = last.at;
  };
  const total = () => fits.reduce((sum, fit) => sum + worth(fit), 0);

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
      if (local.ahead) local.ahead(walkSets(x));
      let best = place[x];
      let most = 0;
      const least = scoreTolerance * Math.max(1, Math.abs(total()));
      for (const step of [-1, 1] as const) {
        let sum = 0;
        for (const { y, at, passed, fit } of walk(x, step)) {
          sum += worth(passed) - worth(fits[y]);
          const value = sum + worth(fit) - worth(fits[x]);
          if (value > most + least) [most, best] = [value, at];
        }
      }
      const isMoved = best !== place[x];
      if (isMoved) move(x, best);
      return isReselected(x) || isMoved;
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
