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
  /** Its parents, where DAGs are what counts. */
  readonly parents: readonly (readonly number[])[];
  /** Tries a move; of a heat h the probability that it is made is that to the power of 1/h. */
  readonly step: (heat: number) => void;
  /** Another order of the same DAG. */
  readonly reorder: () => void;
  /** Moves that are made whatever they cost, to begin elsewhere. */
  readonly scatter: (moves: number) => void;
}

export interface ChainProblem {
  readonly choices: Choices;
  /** Do DAGs count once, and not as often as they have orders? */
  readonly isOverDags: boolean;
  /** Where it begins: places in an order that allows parents for every variable. */
  readonly places: readonly number[];
}

interface State {
  readonly places: Int32Array;
  readonly parents: (readonly number[])[];
  /** Log of the sum over the parents that each variable may have. */
  readonly logs: Float64Array;
}

export function chain({ choices, isOverDags, places }: ChainProblem, rng: Rng): Chain {
  const d = places.length;
  const [now, next] = [stateOf(places), stateOf(places)];
  const ready = new Int32Array(d + 1);
  let logQ = 0;
  evaluate(0, d - 1);
  accept(drawn(0, d - 1));
  return { places: now.places, parents: now.parents, step, reorder, scatter };

  function step(heat: number): void {
    const [low, high, a] = propose();
    const gain = evaluate(low, high);
    const least = heat * logarithm(rng.uniform());
    // q is at most 1: what fails with q = 1 need not be drawn.
    if (!(gain - logQ > least)) return;
    const q = drawn(low, high, a);
    if (gain + q - logQ > least) accept(q);
  }

  function scatter(moves: number): void {
    for (let k = 0; k < moves; k++) {
      const [low, high, a] = propose();
      if (evaluate(low, high) > Number.NEGATIVE_INFINITY) accept(drawn(low, high, a));
    }
  }

  /** Writes the next order; between which places it differs, and the variable that was moved. */
  function propose(): readonly [low: number, high: number, moved: number] {
    next.places.set(now.places);
    const a = rng.integer(d);
    const b = rng.integer(d);
    const [from, to] = [now.places[a], now.places[b]];
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    if (rng.uniform() < 0.5) next.places[b] = from;
    else {
      const shift = from < to ? -1 : 1;
      for (let i = 0; i < d; i++) if (isWithin(i, low, high)) next.places[i] += shift;
    }
    next.places[a] = to;
    return [low, high, a];
  }

  /** Is the variable between two places, now and in the next order? Only such have other predecessors. */
  function isWithin(i: number, low: number, high: number): boolean {
    return now.places[i] >= low && now.places[i] <= high;
  }

  /** Sums for the next order; what they gain in all. */
  function evaluate(low: number, high: number): number {
    let gain = 0;
    for (let j = 0; j < d; j++) {
      next.logs[j] = isWithin(j, low, high) ? choices.logSum(j, next.places) : now.logs[j];
      gain += next.logs[j] - now.logs[j];
    }
    return gain;
  }

  /** Draws parents for the next order, of those that have other predecessors and of the one that was moved; log q, where it counts. */
  function drawn(low: number, high: number, moved?: number): number {
    if (!isOverDags) return 0;
    for (let j = 0; j < d; j++) {
      const isKept = j !== moved && !isWithin(j, low, high);
      next.parents[j] = isKept ? now.parents[j] : choices.drawn(j, next.places, rng);
    }
    return logOrder();
  }

  /** log q: a variable could have stood at all places after its last parent and up to its own. */
  function logOrder(): number {
    ready.fill(0);
    for (let j = 0; j < d; j++) {
      ready[firstPlace(j)]++;
      ready[next.places[j] + 1]--;
    }
    let [sum, count] = [0, 0];
    for (let place = 0; place < d; place++) {
      count += ready[place];
      sum -= logarithm(count);
    }
    return sum;
  }

  function firstPlace(j: number): number {
    let first = 0;
    for (const p of next.parents[j]) first = Math.max(first, next.places[p] + 1);
    return first;
  }

  function reorder(): void {
    // Not placed yet: behind all places.
    next.places.fill(d);
    for (let j = 0; j < d; j++) next.parents[j] = now.parents[j];
    for (let place = 0; place < d; place++) {
      const open: number[] = [];
      for (let j = 0; j < d; j++) if (next.places[j] === d && firstPlace(j) <= place) open.push(j);
      next.places[open[rng.integer(open.length)]] = place;
    }
    evaluate(0, d - 1);
    accept(logOrder());
  }

  /** The next state is the one now. */
  function accept(q: number): void {
    logQ = q;
    now.places.set(next.places);
    now.logs.set(next.logs);
    for (let j = 0; j < d; j++) now.parents[j] = next.parents[j];
  }
}

function stateOf(places: readonly number[]): State {
  return {
    places: Int32Array.from(places),
    parents: places.map(() => []),
    logs: new Float64Array(places.length),
  };
}
