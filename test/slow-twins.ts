// Slow, obvious references for fast computations of core, and assertions shared by several modules.

import { expect, it } from "vitest";
import type { Table } from "../src/core/data/table.ts";
import { edgeCount, type Graph, graphFromEdges } from "../src/core/graph/graph.ts";
import { type Knowledge, violations } from "../src/core/graph/knowledge.ts";
import type { Matrix } from "../src/core/math/matrix.ts";
import { createRng } from "../src/core/math/rng.ts";
import type { ParentSetValues } from "../src/core/score/parent-sets.ts";
import { regression } from "../src/core/score/regression.ts";
import { isBetter, type Score } from "../src/core/score/score.ts";
import type { Step } from "../src/core/search/search.ts";
import { allDags, awkwardTables, randomTable } from "./problems.ts";

/** Forward selection from a scatter matrix of n rows, refitting with every candidate each time; at most `most` beside the required. */
export function forwardSelection(
  S: Matrix,
  n: number,
  {
    node,
    candidates,
    required,
    most = Number.POSITIVE_INFINITY,
  }: { node: number; candidates: readonly number[]; required: readonly number[]; most?: number },
): number[] {
  const taken = [...required];
  for (;;) {
    const before = regression(S, node, taken).rss;
    let best = -1;
    let least = before;
    for (const i of candidates) {
      if (taken.includes(i)) continue;
      const { rss } = regression(S, node, [...taken, i]);
      if (rss < least) [best, least] = [i, rss];
    }
    const isOver = best < 0 || !(n * (before - least) > 2 * before) || taken.length >= most + required.length;
    if (isOver) return taken.sort((a, b) => a - b);
    taken.push(best);
  }
}

interface EqualVarianceProblem {
  readonly table: Table;
  readonly graph: Graph;
  readonly n: number;
  readonly weight: number;
}

/** The score of the residuals under both penalties: −[n d log(Σ RSS/(n d)) + w E log n]. */
export function expectEqualVariance(
  make: (table: Table, options: { penalty: "equation" | "runs"; penaltyWeight: number }) => Score,
  { table, graph, n, weight }: EqualVarianceProblem,
  residuals: (table: Table, graph: Graph) => readonly number[],
): void {
  const { d } = graph;
  const fit = n * d * Math.log(residuals(table, graph).reduce((a, b) => a + b) / (n * d));
  for (const penalty of ["equation", "runs"] as const) {
    const w = penalty === "runs" ? d : 1;
    const expected = -(fit + w * weight * edgeCount(graph) * Math.log(n));
    const ours = make(table, { penalty, penaltyWeight: weight }).ofGraph(graph);
    expect(Math.abs(ours - expected)).toBeLessThan(1e-6 * Math.max(1, Math.abs(expected)));
  }
}

/** All graphs obey, and what is forbidden has no weight at the end. */
export function expectObeyed(
  steps: readonly (Step & { readonly weights: () => Float64Array })[],
  knowledge: Knowledge,
  names: readonly string[],
): void {
  for (const { graph } of steps) if (graph !== null) expect(violations(graph, knowledge, names)).toEqual([]);
  const weights = steps.at(-1)!.weights();
  knowledge.forbidden.forEach((e, k) => {
    if (e === 1) expect(weights[k]).toBe(0);
  });
}

/** Facts of a score whose terms are numbers of parent sets, one list for all children. */
export function itHasTermsOfSets(
  make: (table: Table, options?: { readonly terms: ParentSetValues }) => Score,
  termsOf: (table: Table) => ParentSetValues,
): void {
  it("takes terms that were computed before, and gives the same bytes in any order of asking", () => {
    const table = randomTable(createRng("before"), 4, 25);
    const terms = termsOf(table);
    const sets = [[0], [1, 2], [], [0, 1, 2]];
    const forth = sets.map((P) => terms(P));
    const back = [...sets].reverse().map((P) => termsOf(table)(P));
    expect(back.reverse()).toEqual(forth);
    const zero = make(table, { terms: () => new Float64Array(4) });
    expect(zero.ofGraph(graphFromEdges(4, [[0, 1]]))).toBe(0);
  });

  it("gives a number to few rows, repeated rows, discrete columns, copies and combinations", () => {
    for (const table of awkwardTables(4)) {
      const score = make(table);
      for (const graph of allDags(3)) expect(Number.isFinite(score.ofGraph(graph))).toBe(true);
    }
  });
}

/** The steps come to the optimum, without an order search, by gaps that only fall. */
export function expectOptimumByItself(steps: readonly Step[], optimum: number): void {
  expect(isBetter(optimum, steps.at(-1)!.score)).toBe(false);
  expect(steps.some(({ doing }) => doing.includes("order search"))).toBe(false);
  const gaps = steps.map(({ values }) => values.gap);
  expect(gaps.at(-1)).toBe(0);
  expect(gaps).toEqual([...gaps].sort((a, b) => b - a));
}
