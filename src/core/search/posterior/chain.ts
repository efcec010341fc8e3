// A Markov chain whose stationary distribution is the posterior.
//
// Prior over orders: the state is an order, and
//
//     P(order) ∝ A(order) = Π_j Σ over P before j of weight(j, P)
//
// Prior over DAGs: the state is a DAG and an order of it, and
//
//     P(G, order) ∝ weight(G) · q(order | G),   q = Π over places of 1 / (number of variables that could come next there)
//
// q is the probability of the order if each next variable is drawn from all those whose parents have come; it sums to 1 over the
// orders of G, so that the marginal of G is its posterior: each DAG counts once, however many orders it has.
//
// A move puts a variable at another place in the order, or swaps two; variables whose predecessors change draw new parents. It
// is accepted with probability min(1, A(new) / A(old)), for DAGs min(1, A(new) q(new) / (A(old) q(old))): where parents are kept,
// weights cancel; where they are drawn, they cancel with the draw. For DAGs `reorder` draws an order from q.
//
// Friedman & Koller, "Being Bayesian about network structure", Machine Learning 50, 2003 (orders). Ellis & Wong, "Learning causal
// Bayesian network structures from experimental data", JASA 103, 2008 (DAGs count as often as they have orders, which q undoes).
//
// Differs from Kuipers & Moffa, "Partition MCMC for inference on acyclic digraphs", JASA 112, 2017, which moves over layers: there
// a variable that leaves its layer can take from others the parent that their layer requires, and single moves get stuck.

import { logarithm } from "../../math/elementary.ts";
import type { Rng } from "../../math/rng.ts";
import type { Choices } from "./choices.ts";

export interface Chain {
  /** Place of each variable in the order. */
  readonly places: Int32Array;
  /** Parents of each variable, for the prior over DAGs. */
  readonly parents: readonly (readonly number[])[];
  /** Proposes a move; at heat h its probability of acceptance is raised to the power 1/h. */
  readonly step: (heat: number) => void;
  /** Draws another order of the same DAG. */
  readonly reorder: () => void;
  /** Makes moves whatever they cost, to start elsewhere. */
  readonly scatter: (moves: number) => void;
}

export interface ChainProblem {
  readonly choices: Choices;
  /** Whether each DAG counts once, rather than once for each of its orders. */
  readonly isOverDags: boolean;
  /** The initial state: places in an order that allows parents for every variable. */
  readonly places: readonly number[];
}

interface State {
  readonly places: Int32Array;
  readonly parents: (readonly number[])[];
  /** Log of the sum over the permitted parent sets of each variable. */
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
    // q is at most 1: a move that fails with q = 1 need not be drawn.
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

  /** Writes the next order; returns the places between which it differs, and the variable that was moved. */
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

  /** Whether the variable is between two places, in the current and in the next order. Only then do its predecessors change. */
  function isWithin(i: number, low: number, high: number): boolean {
    return now.places[i] >= low && now.places[i] <= high;
  }

  /** Computes the sums for the next order; returns the total gain. */
  function evaluate(low: number, high: number): number {
    let gain = 0;
    for (let j = 0; j < d; j++) {
      next.logs[j] = isWithin(j, low, high) ? choices.logSum(j, next.places) : now.logs[j];
      gain += next.logs[j] - now.logs[j];
    }
    return gain;
  }

  /** Draws parents for variables with changed predecessors and for the one moved; returns log q for DAGs, otherwise 0. */
  function drawn(low: number, high: number, moved?: number): number {
    if (!isOverDags) return 0;
    for (let j = 0; j < d; j++) {
      const isKept = j !== moved && !isWithin(j, low, high);
      next.parents[j] = isKept ? now.parents[j] : choices.drawn(j, next.places, rng);
    }
    return logOrder();
  }

  /** log q: a variable could have come at any place after its last parent, up to its own. */
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
    // Variables not placed yet are behind all places.
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

  /** Makes the next state the current one. */
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
