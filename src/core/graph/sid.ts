// Structural intervention distance: how many interventional distributions the estimate gets wrong.
//
// For each ordered pair (i, j) the estimate implies how to compute p(x_j | do(x_i)): adjust for Z, the parents of i in the
// estimate (or, when j is in Z, i has no effect on j). The distance counts the pairs for which that is wrong in the truth.
// For j in Z it is wrong when j descends from i. Otherwise Z is a valid adjustment set exactly when, in the truth,
//
//     (a) no z in Z descends from a variable ≠ i on a directed path from i to j, and
//     (b) Z blocks every path from i to j that is not directed.
//
// It is 0 for the truth and for every DAG that contains it, at most d (d − 1), and not symmetric.
//
// Peters & Bühlmann. "Structural intervention distance for evaluating causal graphs." Neural Computation 27(3), 2015.
//
// Differs from the paper's O(d⁴ log d) matrix algorithm: for one i a single traversal decides (b) for every j at once, so
// the total cost is O(d (d + edges)). It follows open walks that never return to i. A walk that only repeats part of a
// directed path is no evidence against (b), but it reverses at a variable with a descendant in Z, and then (a) fails.
// (The same idea: Henckel, Würtzen & Weichwald. "Adjustment identification distance." UAI 2024.)

import { check } from "../check.ts";
import { childrenOf, type Graph, isAcyclic, parentsOf } from "./graph.ts";

/**
 * The number of ordered pairs for which the estimate implies a wrong intervention effect.
 *
 * @example
 * ```js
 * const chain = graphFromEdges(3, [[0, 1], [1, 2]]);
 * structuralInterventionDistance(chain, chain); // 0
 * ```
 */
export function structuralInterventionDistance(truth: Graph, estimate: Graph): number {
  const { d } = truth;
  check(estimate.d === d, `sid: both graphs must have ${d} variables, got ${estimate.d} in the estimate`);
  check(isAcyclic(truth), "sid: the truth must have no cycle, got one; the distance is defined between DAGs");
  check(
    isAcyclic(estimate),
    "sid: the estimate must have no cycle, got one; the distance is defined between DAGs",
  );
  const wrongOf = wrongEffects(truth);
  let wrong = 0;
  for (let i = 0; i < d; i++) wrong += wrongOf(i, parentsOf(estimate, i));
  return wrong;
}

/** The number of variables on which the effect of i is wrong in the truth, a DAG, if Z are taken as the parents of i. */
export function wrongEffects(truth: Graph): (i: number, Z: readonly number[]) => number {
  const { d } = truth;
  const parents = Array.from({ length: d }, (_, j) => parentsOf(truth, j));
  const children = Array.from({ length: d }, (_, i) => childrenOf(truth, i));
  return (i, Z) => {
    const inZ = marked(d, Z);
    const aboveZ = reached(d, Z, parents); // is in Z or has a descendant in Z
    const belowI = reached(d, children[i], children); // descends from i
    const between = indices(belowI).filter((w) => aboveZ[w] === 1);
    const spoiled = reached(d, between, children); // (a) fails
    const open = openFrom(i, { d, inZ, parents, children }); // (b) fails
    let wrong = 0;
    for (let j = 0; j < d; j++) {
      if (j === i) continue;
      if (inZ[j] === 1 ? belowI[j] === 1 : spoiled[j] === 1 || open[j] === 1) wrong++;
    }
    return wrong;
  };
}

interface Blocking {
  readonly d: number;
  readonly inZ: Uint8Array;
  readonly parents: readonly (readonly number[])[];
  readonly children: readonly (readonly number[])[];
}

// How a walk arrives at a variable: from an effect; from a cause; from a cause on a path from i directed so far.
const FROM_EFFECT = 0;
const FROM_CAUSE = 1;
const DIRECTED = 2;

/** Marks the variables reached from i by an open walk that is not directed and does not return to i. */
function openFrom(i: number, { d, inZ, parents, children }: Blocking): Uint8Array {
  const out = new Uint8Array(d);
  const seen = new Uint8Array(3 * d);
  const waiting: number[] = [];
  const visit = (variables: readonly number[], arrival: number): void => {
    for (const v of variables) {
      if (v === i || seen[3 * v + arrival] === 1) continue;
      seen[3 * v + arrival] = 1;
      waiting.push(3 * v + arrival);
    }
  };
  visit(parents[i], FROM_EFFECT);
  visit(children[i], DIRECTED);
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const [v, arrival] = [Math.floor(state / 3), state % 3];
    if (arrival !== DIRECTED) out[v] = 1;
    // Between two causes v is a collider, open when in Z; otherwise it is open when not in Z. (A collider that only has
    // a descendant in Z is open too: the walk goes down to that descendant and back.)
    if (inZ[v] === 0) visit(children[v], arrival === DIRECTED ? DIRECTED : FROM_CAUSE);
    if ((inZ[v] === 1) === (arrival !== FROM_EFFECT)) visit(parents[v], FROM_EFFECT);
  }
  return out;
}

/** Marks the starting variables and all variables reachable from them. */
function reached(d: number, start: readonly number[], next: readonly (readonly number[])[]): Uint8Array {
  const out = marked(d, start);
  const waiting = [...start];
  for (let v = waiting.pop(); v !== undefined; v = waiting.pop()) {
    for (const w of next[v]) {
      if (out[w] === 1) continue;
      out[w] = 1;
      waiting.push(w);
    }
  }
  return out;
}

function marked(d: number, variables: readonly number[]): Uint8Array {
  const out = new Uint8Array(d);
  for (const v of variables) out[v] = 1;
  return out;
}

function indices(marks: Uint8Array): number[] {
  const out: number[] = [];
  for (let v = 0; v < marks.length; v++) if (marks[v] === 1) out.push(v);
  return out;
}
