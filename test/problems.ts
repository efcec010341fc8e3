// Random problems for tests: tables whose columns depend on each other, graphs, knowledge that some graph obeys; and least
// squares on the rows, the slow reference for everything that core computes from the scatter matrix.

import { withCategories } from "../src/core/data/categories.ts";
import { createTable, type Table } from "../src/core/data/table.ts";
import { type Graph, graphFromEdges, isAcyclic } from "../src/core/graph/graph.ts";
import { type Knowledge, noKnowledge } from "../src/core/graph/knowledge.ts";
import { type Matrix, matrix, matrixFromRows } from "../src/core/math/matrix.ts";
import { createRng, type Rng } from "../src/core/math/rng.ts";
import type { Takes } from "../src/core/score/scorable.ts";
import { type Local, type Score, scoreFromTerms } from "../src/core/score/score.ts";
import type { Search, Step } from "../src/core/search/search.ts";

/** A linear model with differing noises on shuffled columns v0, v1, …. */
export function randomTable(rng: Rng, d: number, n: number, density = 0.5): Table {
  const X = matrix(n, d);
  const W = Array.from({ length: d * d }, () => (rng.uniform() < density ? rng.normal() : 0));
  const scale = Array.from({ length: d }, () => 0.3 + 2 * rng.uniform());
  const place = rng.permutation(d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d; j++) {
      let x = scale[j] * rng.normal();
      for (let k = 0; k < j; k++) x += W[k * d + j] * X.data[i * d + place[k]];
      X.data[i * d + place[j]] = x;
    }
  }
  return createTable(columnNames(d), X);
}

/** v0 → v1 → v2 → …, all weights 1, all noises standard normal. */
export function chainTable(rng: Rng, d: number, n: number): Table {
  const X = matrix(n, d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d; j++) X.data[i * d + j] = rng.normal() + (j > 0 ? X.data[i * d + j - 1] : 0);
  }
  return createTable(columnNames(d), X);
}

/** 0 → 1, 0 → 2, 1 → 3, 2 → 3. */
export const diamond = graphFromEdges(4, [[0, 1], [0, 2], [1, 3], [2, 3]]); // biome-ignore format: a list

/** Rows of that graph, noises of one size; the effects are functions of the causes. */
export function diamondTable(
  seed: string,
  rows: number,
  effects: readonly [(a: number) => number, (a: number) => number, (b: number, c: number) => number],
): Table {
  const rng = createRng(seed);
  const X = matrix(rows, 4);
  for (let i = 0; i < rows; i++) {
    const a = rng.normal();
    const b = effects[0](a) + rng.normal();
    const c = effects[1](a) + rng.normal();
    X.data.set([a, b, c, effects[2](b, c) + rng.normal()], i * 4);
  }
  return createTable(columnNames(4), X);
}

export function columnNames(d: number): string[] {
  return Array.from({ length: d }, (_, j) => `v${j}`);
}

/**
 * The table as a score takes it: for categories every column cut into three values, for both every other one (by the last
 * letter of its name) into three labels.
 */
export function suited(table: Table, takes: Takes = "numbers"): Table {
  if (takes === "numbers") return table;
  const { rows, cols, data } = table.X;
  const isCut = table.names.map(
    (name) => takes === "categories" || name.charCodeAt(name.length - 1) % 2 === 1,
  );
  const middle = table.names.map((_, j) => {
    const values = Array.from({ length: rows }, (_, i) => data[i * cols + j]);
    const mean = values.reduce((a, b) => a + b, 0) / rows;
    return { mean, half: Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / rows) / 2 };
  });
  const cut = changedValues(table, (x, j) => {
    const { mean, half } = middle[j];
    return !isCut[j] ? x : x < mean - half ? 10 : x < mean + half ? 20 : 30;
  });
  return takes === "categories"
    ? cut
    : withCategories(
        cut,
        cut.names.filter((_, j) => isCut[j]),
      );
}

/** A table of plain numbers, row by row, with columns v0, v1, … */
export function plainTable(rows: readonly (readonly number[])[]): Table {
  return createTable(columnNames(rows[0].length), matrixFromRows(rows));
}

/** Each value replaced by change(value, column). */
export function changedValues(table: Table, change: (x: number, column: number) => number): Table {
  const { X } = table;
  return {
    ...table,
    X: matrix(
      X.rows,
      X.cols,
      X.data.map((x, k) => change(x, k % X.cols)),
    ),
  };
}

/** The table with its rows in another order. */
export function reorderedRows(table: Table, rows: readonly number[]): Table {
  const { X } = table;
  const Y = matrix(X.rows, X.cols);
  rows.forEach((from, i) => {
    Y.data.set(X.data.subarray(from * X.cols, (from + 1) * X.cols), i * X.cols);
  });
  return { ...table, X: Y };
}

/** Three columns that a score has to give a number to: few rows, repeated rows, two values only, a column twice another. */
export function awkwardTables(fewRows: number): Table[] {
  const repeated = reorderedRows(
    randomTable(createRng("repeated"), 3, 20),
    Array.from({ length: 20 }, (_, i) => i % 5),
  );
  const discrete = changedValues(randomTable(createRng("discrete"), 3, 25), (x) => (x > 0 ? 1 : 0));
  const copies = randomTable(createRng("copies"), 3, 25);
  for (let i = 0; i < 25; i++) copies.X.data[i * 3 + 1] = 2 * copies.X.data[i * 3];
  return [randomTable(createRng("few"), 3, fewRows), repeated, discrete, copies];
}

export function randomDag(rng: Rng, d: number, density = 0.5): Graph {
  const order = rng.permutation(d);
  const pairs: [number, number][] = [];
  order.forEach((i, a) => {
    for (const j of order.slice(a + 1)) if (rng.uniform() < density) pairs.push([i, j]);
  });
  return graphFromEdges(d, pairs);
}

/** Every DAG on d variables: each pair is unlinked, or linked one way or the other. */
export function allDags(d: number): Graph[] {
  const pairs = subsetsOf(Array.from({ length: d }, (_, i) => i)).filter((pair) => pair.length === 2);
  const out: Graph[] = [];
  for (let code = 0; code < Math.round(3 ** pairs.length); code++) {
    const edges = new Uint8Array(d * d);
    let rest = code;
    for (const [i, j] of pairs) {
      if (rest % 3 === 1) edges[i * d + j] = 1;
      if (rest % 3 === 2) edges[j * d + i] = 1;
      rest = Math.floor(rest / 3);
    }
    if (isAcyclic({ d, edges })) out.push({ d, edges });
  }
  return out;
}

export function columnsBut(d: number, j: number): number[] {
  return Array.from({ length: d }, (_, i) => i).filter((i) => i !== j);
}

/** All subsets of a list, the empty one first. */
export function subsetsOf(items: readonly number[]): number[][] {
  return Array.from({ length: 2 ** items.length }, (_, mask) =>
    items.filter((_, k) => ((mask >> k) & 1) === 1),
  );
}

/** Required and forbidden edges, and a limit on causes, that agree with some DAG. */
export function randomKnowledge(rng: Rng, d: number): Knowledge {
  const order = rng.permutation(d);
  const knowledge = { ...noKnowledge(d), maxParents: 1 + rng.integer(d - 1) };
  const causes = new Array<number>(d).fill(0);
  for (let a = 0; a < d; a++) {
    for (let b = 0; b < d; b++) {
      const [i, j] = [order[a], order[b]];
      if (a < b && rng.uniform() < 0.15 && causes[j] < knowledge.maxParents) {
        knowledge.required[i * d + j] = 1;
        causes[j]++;
      } else if (a !== b && rng.uniform() < 0.2) {
        knowledge.forbidden[i * d + j] = 1;
      }
    }
  }
  return knowledge;
}

/** Least squares with intercept on the rows themselves, by Gram–Schmidt done twice: residual sum and coefficients. */
export function leastSquares(
  { X }: Table,
  node: number,
  parents: readonly number[],
): { rss: number; beta: number[] } {
  const column = (j: number) => Array.from({ length: X.rows }, (_, i) => X.data[i * X.cols + j]);
  const design = [new Array<number>(X.rows).fill(1), ...parents.map(column)];
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const Q: number[][] = [];
  const R: number[][] = []; // R[k]: coefficients of column k in the orthonormal Q
  for (const x of [...design, column(node)]) {
    let rest = x;
    const along = Q.map(() => 0);
    for (let twice = 0; twice < 2; twice++) {
      Q.forEach((q, k) => {
        const c = dot(q, rest);
        along[k] += c;
        rest = rest.map((r, i) => r - c * q[i]);
      });
    }
    const norm = Math.sqrt(dot(rest, rest));
    R.push([...along, norm]);
    Q.push(rest.map((r) => r / norm));
  }
  const p = design.length;
  const beta = R[p].slice(0, p);
  for (let k = p - 1; k >= 0; k--) {
    for (let l = k + 1; l < p; l++) beta[k] -= R[l][k] * beta[l];
    beta[k] /= R[k][k];
  }
  return { rss: R[p][p] * R[p][p], beta: beta.slice(1) };
}

export function identity(size: number): Matrix {
  const out = matrix(size, size);
  for (let i = 0; i < size; i++) out.data[i * size + i] = 1;
  return out;
}

export function transpose({ rows, cols, data }: Matrix): Matrix {
  const out = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) out[j * rows + i] = data[i * cols + j]!;
  return { rows: cols, cols: rows, data: out };
}

/** Terms from a table that follows no model. */
export function tableScore(seed: string, d: number): Score {
  const terms = new Map<string, number>();
  const rng = createRng(seed);
  for (let j = 0; j < d; j++)
    for (let mask = 0; mask < 2 ** d; mask++) terms.set(`${j}:${mask}`, rng.normal());
  const maskOf = (parents: readonly number[]) => parents.reduce((mask, i) => mask | (1 << i), 0);
  const local: Local = { term: (j, parents) => terms.get(`${j}:${maskOf(parents)}`)! };
  const ofGraph: Score["ofGraph"] = (graph) => scoreFromTerms(local, graph);
  return { name: "table", d, ofGraph, local, isEquivalent: false, isScaleFree: true };
}

/** All steps of a search, the returned one last. */
export function allSteps<S extends Step>(search: Search<S>): S[] {
  const steps: S[] = [];
  for (;;) {
    const { value, done } = search.next();
    steps.push(value);
    if (done) return steps;
  }
}
