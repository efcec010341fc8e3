// A Markov chain over orders of the variables, or over their layers, whose stationary distribution is the posterior.
//
//     orders:  P(order) ∝ Π_j Σ over P before j of weight(j, P)
//     layers:  P(layers) ∝ Π_j Σ over P before j that meet the layer before j's of weight(j, P)       (layer 1: no parents)
//
// Both are one state: the layer of each variable, one variable to a layer where it is an order. Two moves, each as probable as its
// way back: a variable is taken out and put in anywhere (in a layer that is there, or as a new one), or two change places.
//
// Friedman & Koller, "Being Bayesian about network structure", Machine Learning 50, 2003 (orders); Kuipers & Moffa, "Partition
// MCMC for inference on acyclic digraphs", JASA 112, 2017 (layers). Differs from the latter: its splits and joins of layers, whose
// numbers must be counted, are made by moves of single variables, which are uniform among the 2m + 1 places of m layers.

import { logarithm } from "../../math/elementary.ts";
import type { Rng } from "../../math/rng.ts";
import type { Choices } from "./choices.ts";

export interface Chain {
  /** Layer of each variable, from 0 on. */
  readonly levels: Int32Array;
  /** What j may choose as parents now, as arguments of `Choices`. */
  readonly place: (j: number) => readonly [before: number, last: number | null];
  /** One move, made or not. */
  readonly step: () => void;
  /** Moves that are made whatever they cost, to begin elsewhere. */
  readonly scatter: (moves: number) => void;
}

export interface ChainProblem {
  readonly lists: readonly (readonly number[])[];
  readonly choices: Choices;
  /** Layers of several variables, or one variable to a layer? */
  readonly isLayered: boolean;
  /** Where it begins: a state of positive probability. */
  readonly levels: readonly number[];
}

export function chain({ lists, choices, isLayered, levels: first }: ChainProblem, rng: Rng): Chain {
  const d = lists.length;
  const [levels, next] = [Int32Array.from(first), new Int32Array(d)];
  const [before, nextBefore] = [new Int32Array(d).fill(-1), new Int32Array(d)];
  const [last, nextLast] = [new Int32Array(d).fill(-1), new Int32Array(d)];
  const [logs, nextLogs] = [new Float64Array(d), new Float64Array(d)];
  next.set(levels);
  let value = evaluated();
  keep();

  return { levels, place: (j) => [before[j], lastOf(j, last[j], levels)], step, scatter };

  function step(): void {
    propose();
    const proposed = evaluated();
    if (logarithm(rng.uniform()) < proposed - value) {
      value = proposed;
      keep();
    }
  }

  function scatter(moves: number): void {
    for (let k = 0; k < moves; k++) {
      propose();
      const proposed = evaluated();
      if (proposed > Number.NEGATIVE_INFINITY) {
        value = proposed;
        keep();
      }
    }
  }

  function propose(): void {
    next.set(levels);
    const a = rng.integer(d);
    if (rng.uniform() < 0.5) moveTo(a);
    else {
      const b = rng.integer(d);
      [next[a], next[b]] = [next[b], next[a]];
    }
  }

  function moveTo(a: number): void {
    const from = next[a];
    next[a] = -1;
    if (!next.includes(from)) for (let i = 0; i < d; i++) if (next[i] > from) next[i]--;
    const count = next.reduce((m, level) => Math.max(m, level), -1) + 1;
    // Even places are new layers, odd ones those that are there.
    const place = isLayered ? rng.integer(2 * count + 1) : 2 * rng.integer(count + 1);
    const to = place >> 1;
    if (place % 2 === 0) for (let i = 0; i < d; i++) if (next[i] >= to) next[i]++;
    next[a] = to;
  }

  /** Log of the probability of the next state, up to a constant; fills what belongs to it. */
  function evaluated(): number {
    let sum = 0;
    for (let j = 0; j < d; j++) {
      const level = next[j];
      let [U, K] = [0, 0];
      lists[j].forEach((i, c) => {
        if (next[i] < level) U |= 1 << c;
        if (next[i] === level - 1) K |= 1 << c;
      });
      nextBefore[j] = U;
      nextLast[j] = K;
      const isSame = U === before[j] && K === last[j] && (level === 0) === (levels[j] === 0);
      nextLogs[j] = isSame ? logs[j] : logOf(j, U, K);
      sum += nextLogs[j];
    }
    return sum;
  }

  function logOf(j: number, U: number, K: number): number {
    // Nothing to be the parent that a layer asks for.
    if (isLayered && next[j] > 0 && K === 0) return Number.NEGATIVE_INFINITY;
    return choices.logSum(j, U, lastOf(j, K, next));
  }

  function lastOf(j: number, K: number, at: Int32Array): number | null {
    if (!isLayered) return null;
    return at[j] === 0 ? 0 : K;
  }

  function keep(): void {
    levels.set(next);
    before.set(nextBefore);
    last.set(nextLast);
    logs.set(nextLogs);
  }
}
