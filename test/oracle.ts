// PC with a custom independence test, and an oracle test that knows the true graph.

import { createTable } from "../src/core/data/table.ts";
import { type Graph, parentsOf } from "../src/core/graph/graph.ts";
import type { Pdag } from "../src/core/graph/pdag.ts";
import { matrix } from "../src/core/math/matrix.ts";
import type { Score } from "../src/core/score/score.ts";
import type { IndependenceTest } from "../src/core/search/constraint/independence-test.ts";
import { type PcOptions, type PcStep, pc } from "../src/core/search/constraint/pc.ts";
import { finish, type SearchProblem } from "../src/core/search/search.ts";
import { columnNames } from "./problems.ts";

export const key = ({ directed, undirected }: Pdag): string => `${directed.join("")}/${undirected.join("")}`;
export const linksOf = ({ d, directed, undirected }: Pdag): string =>
  [...directed].map((e, k) => e | directed[(k % d) * d + Math.floor(k / d)] | undirected[k]).join("");

/** Every graph is worth nothing: for searches that no score steers. */
export const worthless = (d: number): Score => ({
  name: "none",
  d,
  ofGraph: () => 0,
  isEquivalent: true,
  isScaleFree: true,
});

/** A search with a test of its own needs a table only for the number of its columns. */
export const byTest = (test: IndependenceTest, options: PcOptions & Partial<SearchProblem> = {}): PcStep => {
  const { d } = test;
  return finish(
    pc(
      { table: createTable(columnNames(d), matrix(1, d)), score: worthless(d), ...options },
      { ...options, test },
    ),
  );
};

/** Are i and j apart in the moral graph of the ancestors of i, j and S, without S? (Lauritzen's form of d-separation.) */
export function isSeparated(dag: Graph, i: number, j: number, S: readonly number[]): boolean {
  const kept = new Set([i, j, ...S]);
  for (const v of kept) for (const p of parentsOf(dag, v)) kept.add(p);
  const near = Array.from({ length: dag.d }, () => new Set<number>());
  for (const v of kept) {
    const family = [v, ...parentsOf(dag, v)];
    for (const a of family) for (const b of family) if (a !== b) near[a].add(b);
  }
  const seen = new Set([i]);
  for (const v of seen) for (const w of near[v]) if (!S.includes(w)) seen.add(w);
  return !seen.has(j);
}

/** What the DAG itself says of independence. */
export const oracle = (dag: Graph): IndependenceTest => ({
  d: dag.d,
  maxSize: dag.d,
  perStep: 7,
  given: (S) => ({
    isIndependent: (i, j) => isSeparated(dag, i, j, S),
    logP: (i, j) => (isSeparated(dag, i, j, S) ? 0 : -100),
  }),
});
