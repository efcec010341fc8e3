// A Markov chain whose stationary distribution is the posterior.
//
// Prior over orders: the state is an order, and
//
//     P(order) ∝ A(order) = Π_j Σ over P before j of weight(j, P)
//
// Prior over DAGs: the state is a DAG and an order of it, and
//
//     P(G, order) ∝ weight(G) · q(order | G),   q = Π over places of 1 / (how many variables could have stood there)
//
// q is how probable the order is when each next variable is drawn from all whose parents have come; it sums to 1 over the orders of
// G, so that G alone has its posterior, each DAG counting once however many orders it has.
//
// A move takes a variable to another place in the order, or lets two change places; those whose predecessors change draw
// new parents. It is made with probability min(1, A(new) / A(old)), for DAGs min(1, A(new) q(new) / (A(old) q(old))): where
// parents are kept, weights cancel; where they are drawn, they cancel with the draw. For DAGs `reorder` draws an order from q.
//
// Friedman & Koller, "Being Bayesian about network structure", Machine Learning 50, 2003 (orders). Ellis & Wong, "Learning causal
// Bayesian network structures from experimental data", JASA 103, 2008 (DAGs count as often as they have orders, which q undoes).
//
// Differs from Kuipers & Moffa, "Partition MCMC for inference on acyclic digraphs", JASA 112, 2017, which walks over layers: there a
// variable that leaves its layer takes from others the parent that theirs asks for, and chains of single moves stand still.

import { logarithm } from "../../math/elementary.ts";
import type { Rng } from "../../math/rng.ts";
import type { Choices } from "./choices.ts";

export interface Chain {
  /** Place of each variable in the order. */
  readonly places: Int32Array;
  /** Which candidates of each variable come before it. */
  readonly before: Int32Array;
  /** Which are its parents, where DAGs are what counts. */
  readonly parents: Int32Array;
  /** Tries a move; of a heat h the probability that it is made is that to the power of 1/h. */
  readonly step: (heat: number) => void;
  /** Another order of the same DAG. */
  readonly reorder: () => void;
  /** Moves that are made whatever they cost, to begin elsewhere. */
  readonly scatter: (moves: number) => void;
}

export interface ChainProblem {
  /** Candidates of each variable. */
  readonly lists: readonly (readonly number[])[];
  readonly choices: Choices;
  /** Do DAGs count once, and not as often as they have orders? */
  readonly isOverDags: boolean;
  /** Where it begins: places in an order that allows parents for every variable. */
  readonly places: readonly number[];
}

interface State {
  readonly places: Int32Array;
  readonly before: Int32Array;
  readonly parents: Int32Array;
}

export function chain({ lists, choices, isOverDags, places }: ChainProblem, rng: Rng): Chain {
  const d = lists.length;
  const [now, next] = [stateOf(d), stateOf(d)];
  const ready = new Int32Array(d + 1);
  let redrawn = -1;
  next.places.set(places);
  now.before.fill(-1);
  let logSum = changed(0);
  drawParents();
  let logQ = isOverDags ? logOrder(next) : 0;
  keep();
  return { ...now, step, reorder, scatter };

  function step(heat: number): void {
    const gain = proposed();
    const least = heat * logarithm(rng.uniform());
    // q is at most 1: what fails with q = 1 need not be drawn.
    if (!(gain - logQ > least)) return;
    drawParents();
    const q = isOverDags ? logOrder(next) : 0;
    if (gain + q - logQ > least) accept(gain, q);
  }

  function scatter(moves: number): void {
    for (let k = 0; k < moves; k++) {
      const gain = proposed();
      if (logSum + gain === Number.NEGATIVE_INFINITY) continue;
      drawParents();
      accept(gain, isOverDags ? logOrder(next) : 0);
    }
  }

  function accept(gain: number, q: number): void {
    logSum += gain;
    logQ = q;
    keep();
  }

  /** Writes the next order; what it gains in log A. */
  function proposed(): number {
    next.places.set(now.places);
    const a = rng.integer(d);
    const b = rng.integer(d);
    const [from, to] = [now.places[a], now.places[b]];
    redrawn = a;
    if (rng.uniform() < 0.5) next.places[b] = from;
    else {
      const shift = from < to ? -1 : 1;
      for (let i = 0; i < d; i++) {
        const at = now.places[i];
        if (at >= Math.min(from, to) && at <= Math.max(from, to)) next.places[i] = at + shift;
      }
    }
    next.places[a] = to;
    return changed(0);
  }

  /** Writes which candidates come before each variable in the next order; adds what the sums over them gain. */
  function changed(gain: number): number {
    for (let j = 0; j < d; j++) {
      const [list, place] = [lists[j], next.places[j]];
      let U = 0;
      for (let c = 0; c < list.length; c++) if (next.places[list[c]] < place) U |= 1 << c;
      next.before[j] = U;
      if (U === now.before[j]) continue;
      gain += choices.logSum(j, U) - (now.before[j] < 0 ? 0 : choices.logSum(j, now.before[j]));
    }
    return gain;
  }

  function drawParents(): void {
    if (!isOverDags) return;
    for (let j = 0; j < d; j++) {
      const U = next.before[j];
      const isKept = U === now.before[j] && j !== redrawn;
      next.parents[j] = isKept ? now.parents[j] : choices.drawn(j, U, rng);
    }
  }

  /** log q: a variable could have stood at all places after its last parent and up to its own. */
  function logOrder(state: State): number {
    ready.fill(0);
    for (let j = 0; j < d; j++) {
      ready[firstPlace(state, j)]++;
      ready[state.places[j] + 1]--;
    }
    let [sum, count] = [0, 0];
    for (let place = 0; place < d; place++) {
      count += ready[place];
      sum -= logarithm(count);
    }
    return sum;
  }

  function firstPlace({ places, parents }: State, j: number): number {
    let first = 0;
    for (let rest = parents[j]; rest !== 0; rest &= rest - 1) {
      const p = lists[j][31 - Math.clz32(rest & -rest)];
      if (places[p] >= first) first = places[p] + 1;
    }
    return first;
  }

  function reorder(): void {
    // Not placed yet: behind all places.
    next.places.fill(d);
    next.parents.set(now.parents);
    for (let place = 0; place < d; place++) {
      const open: number[] = [];
      for (let j = 0; j < d; j++) if (next.places[j] === d && firstPlace(next, j) <= place) open.push(j);
      next.places[open[rng.integer(open.length)]] = place;
    }
    accept(changed(0), logOrder(next));
  }

  function keep(): void {
    now.places.set(next.places);
    now.before.set(next.before);
    now.parents.set(next.parents);
  }
}

function stateOf(d: number): State {
  return { places: new Int32Array(d), before: new Int32Array(d), parents: new Int32Array(d) };
}
