import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTable, standardised, type Table, withColumns } from "../../data/table.ts";
import { completeGraph, edgeCount, edgeList, isAcyclic, renumbered } from "../../graph/graph.ts";
import { matrix, matrixFromRows } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { emptyBaseline, freeBaselines } from "./baselines.ts";

/** One of the baselines by its name. */
const named =
  (name: string) =>
  (table: Table, options?: { readonly threshold: number }, seed = 1) =>
    freeBaselines(table, createRng(seed), options).find((baseline) => baseline.name === name)!.graph;
const varSortnRegress = named("var-sortnregress");
const r2SortnRegress = named("r2-sortnregress");
const randomOrderRegress = named("random-order-regress");

interface Along {
  readonly order: number[];
  readonly W: number[][];
}
interface Golden {
  readonly cases: readonly { name: string; csv: string; alongVariance: Along; alongR2: Along }[];
}

const goldenFile = new URL("../../../../test/golden/sortability.json", import.meta.url);
const golden = JSON.parse(readFileSync(goldenFile, "utf8")) as Golden;

function tableFromCsv(csv: string): Table {
  const [names, ...rows] = csv.split("\n").map((line) => line.split(","));
  return createTable(names, matrixFromRows(rows.map((row) => row.map(Number))));
}

function edgesAbove(W: readonly (readonly number[])[], threshold: number): [number, number][] {
  return W.flatMap((row, i) =>
    row.flatMap((w, j) => (Math.abs(w) > threshold ? [[i, j] as [number, number]] : [])),
  );
}

/** Columns with a common part, each on a scale of its own. */
function randomTable(seed: number, d: number, n = 60): Table {
  const rng = createRng(seed);
  const scales = Array.from({ length: d }, () => Math.exp(2 * rng.uniform()));
  const X = matrix(n, d);
  for (let i = 0; i < n; i++) {
    const common = rng.normal();
    for (let j = 0; j < d; j++) X.data[i * d + j] = scales[j] * (rng.normal() + (j % 3) * common);
  }
  return createTable(
    scales.map((_, j) => `x${j}`),
    X,
  );
}

describe("against CausalDisco's orders and scikit-learn's regressions", () => {
  it.each(golden.cases)("the orders are CausalDisco's: $name", ({ csv, alongVariance, alongR2 }) => {
    const table = tableFromCsv(csv);
    // With no threshold every predecessor is a cause: the complete graph of the order.
    expect(varSortnRegress(table, { threshold: 0 })).toEqual(completeGraph(alongVariance.order));
    expect(r2SortnRegress(table, { threshold: 0 })).toEqual(completeGraph(alongR2.order));
  });

  it.each(golden.cases)(
    "the edges are the coefficients above the threshold: $name",
    ({ csv, alongVariance, alongR2 }) => {
      const table = tableFromCsv(csv);
      expect(edgeList(varSortnRegress(table))).toEqual(edgesAbove(alongVariance.W, 0.3));
      expect(edgeList(r2SortnRegress(table))).toEqual(edgesAbove(alongR2.W, 0.3));
      for (const threshold of [0.05, 0.1, 0.6, 1]) {
        expect(edgeList(varSortnRegress(table, { threshold }))).toEqual(
          edgesAbove(alongVariance.W, threshold),
        );
        expect(edgeList(r2SortnRegress(table, { threshold }))).toEqual(edgesAbove(alongR2.W, threshold));
      }
    },
  );
});

describe("sortnregress", () => {
  it("finds a chain whose variance rises, and nothing between its ends", () => {
    const rng = createRng(1);
    const rows = Array.from({ length: 500 }, () => {
      const a = rng.normal();
      const b = 1.5 * a + rng.normal();
      return [1.5 * b + rng.normal(), b, a];
    });
    const table = createTable(["c", "b", "a"], matrixFromRows(rows));
    expect(edgeList(varSortnRegress(table))).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  it("gives the permuted graph for permuted columns", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 8 }), (seed, d) => {
        const table = randomTable(seed, d);
        const places = createRng(seed).fork("places").permutation(d);
        const to = places.map((_, old) => places.indexOf(old));
        const moved = withColumns(table, places);
        expect(varSortnRegress(moved)).toEqual(renumbered(varSortnRegress(table), to));
        expect(r2SortnRegress(moved)).toEqual(renumbered(r2SortnRegress(table), to));
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("takes columns of equal variance by number, in whatever order the rows stand", () => {
    const { names, X } = standardised(randomTable(2, 6));
    const backwards = matrixFromRows(
      Array.from({ length: X.rows }, (_, i) => Array.from(X.data.subarray(6 * i, 6 * i + 6))).reverse(),
    );
    expect(varSortnRegress({ names, X }, { threshold: 0 })).toEqual(completeGraph([0, 1, 2, 3, 4, 5]));
    expect(varSortnRegress({ names, X: backwards }, { threshold: 0 })).toEqual(
      completeGraph([0, 1, 2, 3, 4, 5]),
    );
  });

  it("keeps the R² order when units change", () => {
    const table = randomTable(4, 7);
    expect(r2SortnRegress(standardised(table), { threshold: 0 })).toEqual(
      r2SortnRegress(table, { threshold: 0 }),
    );
  });

  it("leaves out a predecessor that is an exact sum of earlier ones", () => {
    const rng = createRng(3);
    const rows = Array.from({ length: 100 }, () => {
      const [a, b] = [rng.normal(), 2 * rng.normal()];
      return [a, b, a + b, 2 * (a + b) + 10 * rng.normal()];
    });
    const graph = varSortnRegress(createTable(["a", "b", "sum", "y"], matrixFromRows(rows)), {
      threshold: 1e-6,
    });
    expect(edgeList(graph)).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
    ]);
  });

  it("refuses a threshold that is not 0 or more", () => {
    expect(() => varSortnRegress(randomTable(1, 3), { threshold: -1 })).toThrow(
      "threshold must be 0 or more, got -1",
    );
    expect(() => freeBaselines(randomTable(1, 3), createRng(1), { threshold: Number.NaN })).toThrow(
      "got NaN",
    );
  });
});

describe("freeBaselines", () => {
  it("gives four baselines, the first without edges", () => {
    const table = randomTable(5, 6);
    const baselines = freeBaselines(table, createRng(7), { threshold: 0.1 });
    expect(baselines.map(({ name }) => name)).toEqual([
      "empty",
      "random-order-regress",
      "var-sortnregress",
      "r2-sortnregress",
    ]);
    expect(baselines[0].graph).toEqual(emptyBaseline(table));
  });

  it("gives DAGs, the same for the same seed, and leaves the table as it was", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 8 }), (seed, d) => {
        const table = randomTable(seed, d, 20);
        const before = table.X.data.slice();
        const baselines = freeBaselines(table, createRng(seed));
        expect(baselines.every(({ graph }) => graph.d === d && isAcyclic(graph))).toBe(true);
        expect(freeBaselines(table, createRng(seed))).toEqual(baselines);
        expect(table.X.data).toEqual(before);
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it("has no edges for one variable, and another random order for another seed", () => {
    expect(freeBaselines(randomTable(1, 1), createRng(1)).map(({ graph }) => edgeCount(graph))).toEqual([
      0, 0, 0, 0,
    ]);
    const table = randomTable(1, 6);
    const orders = [1, 2, 3, 4].map((seed) => randomOrderRegress(table, { threshold: 0 }, seed));
    expect(new Set(orders.map((graph) => graph.edges.join(""))).size).toBe(4);
    expect(edgeCount(orders[0])).toBe(15);
  });
});
