// Posteriors for tests: small tables, knowledge, and an enumeration of all DAGs as reference for the sums and the chains.

import { expect } from "vitest";
import { simulate } from "../src/core/data/simulate/simulate.ts";
import type { Table } from "../src/core/data/table.ts";
import { type Graph, parentsOf } from "../src/core/graph/graph.ts";
import { type Knowledge, noKnowledge } from "../src/core/graph/knowledge.ts";
import { exponential, logarithm } from "../src/core/math/elementary.ts";
import { createRng } from "../src/core/math/rng.ts";
import type { Score } from "../src/core/score/score.ts";
import {
  type ParentPrior,
  type Posterior,
  type PosteriorOptions,
  posterior,
} from "../src/core/search/posterior/posterior.ts";
import { allDags } from "./problems.ts";

/** 60 rows of straight lines. */
export function numbers(d: number): Table {
  return simulate({ nodes: d, samples: 60, seed: d }).table;
}

/** Rows of weak effects, of which the posterior is not sure. */
export function weakTable(d: number, n: number): Table {
  return simulate({ nodes: d, samples: n, weightLow: 0.1, weightHigh: 0.5, seed: d }).table;
}

export function someKnowledge(d: number): Knowledge {
  const { required, forbidden } = noKnowledge(d);
  if (d > 1) forbidden[1] = 1;
  if (d > 2) required[2 * d + 1] = 1;
  if (d > 3) forbidden[3 * d + 2] = 1;
  return { d, required, forbidden, maxParents: Math.max(1, d - 2) };
}

export function ended<T>(running: Generator<unknown, T, void>): T {
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

export function finished(score: Score, knowledge: Knowledge, options: PosteriorOptions): Posterior {
  const running = posterior({ score, knowledge, rng: createRng(1) }, options);
  for (let last = 0; ; ) {
    const { value, done } = running.next();
    if (done) return value;
    expect(value.progress).toBeGreaterThanOrEqual(last - 1e-9);
    expect(value.progress).toBeLessThanOrEqual(1);
    last = value.progress;
  }
}

/** Every DAG by itself: its score, its number of orders, its ancestors. */
export function enumerated(
  score: Score,
  knowledge: Knowledge,
  prior: "orders" | "dags",
  parentPrior: ParentPrior = "uniform",
) {
  const { d } = score;
  const scoreOf = scoreByTerms(score);
  const all = everyDag(d).filter(({ graph, parents }) => obeys(graph, parents, knowledge));
  const logs = all.map(
    (dag) =>
      score.logEvidence! * scoreOf(dag) +
      (prior === "orders" ? dag.logOrders : 0) -
      (parentPrior === "fair" ? dag.logChoices : 0),
  );
  const top = Math.max(...logs);
  const weights = logs.map((x) => exponential(x - top));
  const whole = weights.reduce((sum, w) => sum + w, 0);
  const edges = new Float64Array(d * d);
  const ancestors = new Float64Array(d * d);
  const parentCounts = new Float64Array(d * d);
  all.forEach(({ graph, parents, reach }, n) => {
    const p = weights[n] / whole;
    for (let k = 0; k < d * d; k++) {
      edges[k] += p * graph.edges[k];
      ancestors[k] += p * reach[k];
    }
    for (let j = 0; j < d; j++) parentCounts[j * d + parents[j].length] += p;
  });
  return { edges, ancestors, parentCounts, logEvidence: top + logarithm(whole) };
}

/** The score of a DAG from its terms, each of which is asked for once. */
function scoreByTerms({ d, local }: Score): (dag: Dag) => number {
  const { term, combine = (sum) => sum } = local!;
  const known = Array.from({ length: d }, () => new Float64Array(2 ** d).fill(Number.NaN));
  const termOf = (j: number, parents: readonly number[]): number => {
    const set = parents.reduce((bits, i) => bits | (1 << i), 0);
    if (Number.isNaN(known[j][set])) known[j][set] = term(j, parents);
    return known[j][set];
  };
  return ({ parents }) =>
    combine(
      parents.reduce((sum, list, j) => sum + termOf(j, list), 0),
      parents.reduce((count, { length }) => count + length, 0),
    );
}

function obeys(
  { d, edges }: Graph,
  parents: readonly (readonly number[])[],
  { required, forbidden, maxParents = d }: Knowledge,
): boolean {
  return (
    edges.every((edge, k) => edge >= required[k] && edge + forbidden[k] < 2) &&
    parents.every(({ length }) => length <= maxParents)
  );
}

interface Dag {
  readonly graph: Graph;
  readonly parents: readonly (readonly number[])[];
  readonly reach: Uint8Array;
  readonly logOrders: number;
  readonly logChoices: number;
}

/** All DAGs with what no score changes, by the number of variables. */
const listed = new Map<number, readonly Dag[]>();

function everyDag(d: number): readonly Dag[] {
  const dags =
    listed.get(d) ??
    allDags(d).map((graph) => {
      const parents = Array.from({ length: d }, (_, j) => parentsOf(graph, j));
      const logOrders = logarithm(orderCount(parents, 0));
      return { graph, parents, reach: closureOf(graph), logOrders, logChoices: logChoices(parents) };
    });
  listed.set(d, dags);
  return dags;
}

/** Log of the product over the variables of how many sets of as many parents there are, by Pascal's triangle. */
function logChoices(parents: Dag["parents"]): number {
  const row = Array.from({ length: parents.length - 1 }).reduce<number[]>(
    (above) => [1, ...above.slice(1).map((x, k) => x + above[k]), 1],
    [1],
  );
  return parents.reduce((log, { length }) => log + logarithm(row[length]), 0);
}

/** Ways to put what is not placed in an order that the graph allows. */
function orderCount(parents: Dag["parents"], placed: number): number {
  const d = parents.length;
  if (placed === 2 ** d - 1) return 1;
  let count = 0;
  for (let j = 0; j < d; j++) {
    const isNext = ((placed >> j) & 1) === 0 && parents[j].every((i) => ((placed >> i) & 1) === 1);
    if (isNext) count += orderCount(parents, placed | (1 << j));
  }
  return count;
}

function closureOf({ d, edges }: Graph): Uint8Array {
  const reach = Uint8Array.from(edges);
  for (let k = 0; k < d; k++)
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) reach[i * d + j] |= reach[i * d + k] & reach[k * d + j];
  return reach;
}

export function expectClose(got: Float64Array, wanted: Float64Array, tolerance: (p: number) => number): void {
  expect(got.length).toBe(wanted.length);
  got.forEach((p, k) => {
    expect(Math.abs(p - wanted[k]), `${k}: ${p} and ${wanted[k]}`).toBeLessThanOrEqual(tolerance(wanted[k]));
  });
}
