import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedValues, columnNames, randomDag, randomTable } from "../../../test/problems.ts";
import type { Table } from "../data/table.ts";
import { equivalenceClass } from "../graph/equivalence.ts";
import { completeGraph, graphFromEdges } from "../graph/graph.ts";
import { logGamma } from "../math/elementary.ts";
import { matrixFromRows } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { bge } from "./bge.ts";

const golden = JSON.parse(
  readFileSync(new URL("../../../test/golden/bge.json", import.meta.url), "utf8"),
) as {
  versions: Record<string, string>;
  cases: { rows: number[][]; graphs: { edges: [number, number][]; score: number }[] }[];
};

/**
 * log p(all rows) by the chain rule: each row has a multivariate Student t density given the rows before it.
 *
 * Normal–Wishart with prior mean ν (the column means, taken as fixed), weight κ, degrees α and matrix T: after i rows
 * with mean m, κ' = κ + i, α' = α + i, ν' = (κ ν + i m)/κ', T' = T + Σ (x − m)(x − m)ᵀ + κ i/κ' (m − ν)(m − ν)ᵀ, and
 * the next row is t with α' − ℓ + 1 degrees, location ν' and scale matrix T' (κ' + 1)/(κ' (α' − ℓ + 1)).
 */
function sequential({ X }: Table, kappa: number, excess: number): number {
  const { rows: n, cols: l, data } = X;
  const row = (i: number) => Array.from({ length: l }, (_, j) => data[i * l + j]);
  const nu = Array.from({ length: l }, (_, j) => average(n, (i) => data[i * l + j]));
  const t = (kappa * (excess - 1)) / (kappa + 1);
  let total = 0;
  for (let i = 0; i < n; i++) {
    const m = Array.from({ length: l }, (_, j) => (i === 0 ? nu[j] : average(i, (k) => data[k * l + j])));
    const T = Array.from({ length: l }, (_, a) =>
      Array.from({ length: l }, (_, b) => {
        let entry = a === b ? t : 0;
        for (let k = 0; k < i; k++) entry += (data[k * l + a] - m[a]) * (data[k * l + b] - m[b]);
        return entry + ((kappa * i) / (kappa + i)) * (m[a] - nu[a]) * (m[b] - nu[b]);
      }),
    );
    const weight = kappa + i;
    const degrees = l + excess + i - l + 1;
    const location = nu.map((v, j) => (kappa * v + i * m[j]) / weight);
    const scale = T.map((r) => r.map((x) => (x * (weight + 1)) / (weight * degrees)));
    total += logStudent(
      row(i).map((x, j) => x - location[j]),
      scale,
      degrees,
    );
  }
  return total;
}

function average(n: number, value: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += value(i);
  return sum / n;
}

/** Log density of the multivariate t at a distance z from its location; Gaussian elimination for z' Σ⁻¹ z and |Σ|. */
function logStudent(z: readonly number[], sigma: readonly (readonly number[])[], degrees: number): number {
  const l = z.length;
  const A = sigma.map((r, i) => [...r, z[i]]);
  let logdet = 0;
  let square = 0;
  for (let k = 0; k < l; k++) {
    logdet += Math.log(A[k][k]);
    square += (A[k][l] * A[k][l]) / A[k][k];
    for (let i = k + 1; i < l; i++) {
      const f = A[i][k] / A[k][k];
      for (let j = k; j <= l; j++) A[i][j] -= f * A[k][j];
    }
  }
  return (
    logGamma((degrees + l) / 2) -
    logGamma(degrees / 2) -
    (l / 2) * Math.log(degrees * Math.PI) -
    logdet / 2 -
    ((degrees + l) / 2) * Math.log(1 + square / degrees)
  );
}

describe("bge", () => {
  for (const [k, { rows, graphs }] of golden.cases.entries()) {
    it(`equals dibs-lib ${golden.versions["dibs-lib"]} on table ${k + 1}`, () => {
      const score = bge({ names: columnNames(rows[0].length), X: matrixFromRows(rows) });
      for (const { edges, score: theirs } of graphs) {
        const ours = score.ofGraph(graphFromEdges(rows[0].length, edges));
        expect(Math.abs(ours - theirs)).toBeLessThan(1e-10 * Math.abs(theirs));
      }
    });
  }

  it("of a complete graph is the product of the rows' predictive Student t densities", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const rng = createRng(`bge/${seed}`);
        const d = 1 + rng.integer(4);
        const table = randomTable(rng, d, 1 + rng.integer(12));
        const meanWeight = 0.2 + 3 * rng.uniform();
        const wishartExcess = 1.2 + 4 * rng.uniform();
        const expected = sequential(table, meanWeight, wishartExcess);
        const ours = bge(table, { meanWeight, wishartExcess }).ofGraph(completeGraph(rng.permutation(d)));
        expect(Math.abs(ours - expected)).toBeLessThan(1e-8 * Math.max(1, Math.abs(expected)));
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it("has the same value for every member of an equivalence class", () => {
    for (let seed = 0; seed < 40; seed++) {
      const rng = createRng(`bge/class/${seed}`);
      const d = 2 + rng.integer(5);
      const score = bge(randomTable(rng, d, 30));
      const graph = randomDag(rng, d);
      const value = score.ofGraph(graph);
      for (const member of equivalenceClass(graph, { limit: 30 }).members) {
        expect(Math.abs(score.ofGraph(member) - value)).toBeLessThan(1e-9 * Math.abs(value));
      }
    }
  });

  it("does not change when a constant is added to a column", () => {
    const rng = createRng("bge/shift");
    const table = randomTable(rng, 4, 30);
    const graph = randomDag(rng, 4);
    expect(bge(changedValues(table, (x, j) => x + 10 * j)).ofGraph(graph)).toBeCloseTo(
      bge(table).ofGraph(graph),
      8,
    );
  });

  it("is finite for collinear columns, also with fewer rows than columns", () => {
    const table = randomTable(createRng("bge/collinear"), 4, 3);
    for (let i = 0; i < 3; i++) table.X.data[i * 4 + 3] = table.X.data[i * 4] + table.X.data[i * 4 + 1];
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [3, 0, 1, 2],
    ]) {
      expect(Number.isFinite(bge(table).ofGraph(completeGraph(order)))).toBe(true);
    }
  });

  it("refuses invalid priors", () => {
    const table = randomTable(createRng("bge/prior"), 2, 5);
    expect(() => bge(table, { meanWeight: 0 })).toThrow(
      "bge: the prior weight of the mean must be positive, got 0",
    );
    expect(() => bge(table, { wishartExcess: 1 })).toThrow("more than 1 degree of freedom beyond d, got 1");
  });
});
