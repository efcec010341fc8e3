import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Graph, graphFromEdges, renumbered } from "../graph/graph.ts";
import { matrix, matrixFromRows } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { r2FromScatter, r2Sortability, scatter, varSortability } from "./sortability.ts";
import { createTable, standardised, type Table, withColumns } from "./table.ts";

interface Golden {
  readonly cases: readonly {
    name: string;
    csv: string;
    edges: [number, number][];
    varSortability: number;
    r2Sortability: number;
    r2: number[];
  }[];
}

const goldenFile = new URL("../../../test/golden/sortability.json", import.meta.url);
const golden = JSON.parse(readFileSync(goldenFile, "utf8")) as Golden;

function tableFromCsv(csv: string): Table {
  const [names, ...rows] = csv.split("\n").map((line) => line.split(","));
  return createTable(names, matrixFromRows(rows.map((row) => row.map(Number))));
}

/** Columns with the given standard deviations, uncorrelated in the population. */
function noise(sds: readonly number[], n: number, seed: number): Table {
  const rng = createRng(seed);
  const X = matrix(n, sds.length);
  for (let k = 0; k < X.data.length; k++) X.data[k] = rng.normal() * sds[k % sds.length];
  return createTable(
    sds.map((_, j) => `x${j}`),
    X,
  );
}

/** A random DAG whose order is a random permutation, and data whose columns correlate. */
function randomProblem(seed: number, d: number): { table: Table; truth: Graph } {
  const rng = createRng(seed);
  const order = rng.permutation(d);
  const edges: [number, number][] = [];
  for (let a = 0; a < d; a++)
    for (let b = a + 1; b < d; b++) if (rng.uniform() < 0.5) edges.push([order[a], order[b]]);
  edges.push([order[0], order[1]]);
  const { names, X } = noise(new Array(d).fill(1), 40, seed);
  for (let i = 0; i < X.rows; i++) {
    for (const j of order)
      for (const [s, t] of edges) if (t === j) X.data[i * d + j] += 0.8 * X.data[i * d + s];
  }
  return { table: { names, X }, truth: graphFromEdges(d, edges) };
}

const problems = fc.record({ seed: fc.integer({ min: 1, max: 1e6 }), d: fc.integer({ min: 2, max: 7 }) });

describe("against CausalDisco", () => {
  it.each(golden.cases)("both sortabilities and every R² equal CausalDisco's: $name", (expected) => {
    const table = tableFromCsv(expected.csv);
    const truth = graphFromEdges(table.names.length, expected.edges);
    expect(varSortability(table, truth)).toBeCloseTo(expected.varSortability, 12);
    expect(r2Sortability(table, truth)).toBeCloseTo(expected.r2Sortability, 12);
    const r2 = r2FromScatter(scatter(table));
    expected.r2.forEach((value, j) => {
      expect(r2[j]).toBeCloseTo(value, 10);
    });
  });
});

describe("varSortability", () => {
  const chain = graphFromEdges(3, [
    [0, 1],
    [1, 2],
  ]);

  it("is 1 where variance rises along a chain and 0 where it falls", () => {
    expect(varSortability(noise([1, 2, 4], 200, 1), chain)).toBe(1);
    expect(varSortability(noise([4, 2, 1], 200, 1), chain)).toBe(0);
  });

  it("is exactly ½ on standardised columns, whatever rounding says", () => {
    expect(varSortability(standardised(noise([4, 2, 1], 200, 1)), chain)).toBe(0.5);
  });

  it("counts a pair once for each length of path that joins it, not for each path", () => {
    // 0→1→3, 0→2→3 and 0→3: five pairs at length 1 (two rise), and (0, 3) once at length 2 (falls): 2/6.
    const truth = graphFromEdges(4, [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
      [0, 3],
    ]);
    expect(varSortability(noise([2, 4, 8, 1], 400, 1), truth)).toBeCloseTo(2 / 6, 15);
  });

  it("is null for a graph without edges", () => {
    expect(varSortability(noise([1, 2], 20, 1), graphFromEdges(2, []))).toBeNull();
    expect(r2Sortability(noise([1, 2], 20, 1), graphFromEdges(2, []))).toBeNull();
  });

  it("refuses a cyclic truth, a truth of another size and a column with NaN, by name", () => {
    const table = noise([1, 2], 20, 1);
    const loop = graphFromEdges(2, [
      [0, 1],
      [1, 0],
    ]);
    expect(() => varSortability(table, loop)).toThrow("sortability: the truth must have no cycle");
    expect(() => varSortability(table, chain)).toThrow("the table's 2 variables, got 3");
    table.X.data[3] = Number.NaN;
    expect(() => varSortability(table, graphFromEdges(2, [[0, 1]]))).toThrow(
      'column "x1" must hold finite numbers',
    );
  });
});

describe("both sortabilities", () => {
  it.each([
    ["varSortability", varSortability],
    ["r2Sortability", r2Sortability],
  ] as const)("%s of the reversed graph is 1 minus that of the graph", (_, sortability) => {
    fc.assert(
      fc.property(problems, ({ seed, d }) => {
        const { table, truth } = randomProblem(seed, d);
        const reversed = matrix(d, d).data.map((_, k) => truth.edges[(k % d) * d + Math.floor(k / d)]);
        const backward: Graph = { d, edges: Uint8Array.from(reversed) };
        expect(sortability(table, backward)).toBeCloseTo(1 - (sortability(table, truth) ?? Number.NaN), 12);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it.each([
    ["varSortability", varSortability],
    ["r2Sortability", r2Sortability],
  ] as const)("%s does not change when the columns change places", (_, sortability) => {
    fc.assert(
      fc.property(problems, ({ seed, d }) => {
        const { table, truth } = randomProblem(seed, d);
        const places = createRng(seed).fork("places").permutation(d);
        const to = places.map((_, old) => places.indexOf(old));
        expect(sortability(withColumns(table, places), renumbered(truth, to))).toBeCloseTo(
          sortability(table, truth) ?? Number.NaN,
          12,
        );
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("r2Sortability does not depend on the columns' units, varSortability does", () => {
    const { table, truth } = randomProblem(3, 6);
    const shrunk = {
      ...table,
      X: { ...table.X, data: table.X.data.map((x, k) => x / [1, 9, 2, 70, 3, 5][k % 6]) },
    };
    expect(r2Sortability(shrunk, truth)).toBeCloseTo(r2Sortability(table, truth) ?? Number.NaN, 12);
    expect(varSortability(shrunk, truth)).not.toBeCloseTo(varSortability(table, truth) ?? Number.NaN, 2);
  });
});

describe("r2FromScatter", () => {
  it("is the squared correlation for two columns", () => {
    const r2 = r2FromScatter(
      matrixFromRows([
        [4, 3],
        [3, 9],
      ]),
    ); // ρ² = 9/36
    expect(r2[0]).toBeCloseTo(0.25, 14);
    expect(r2[1]).toBeCloseTo(0.25, 14);
  });

  it("is 1 for columns of an exact sum, what it is without them for the rest, and 0 for a constant", () => {
    const { X } = noise([1, 2, 1], 60, 5);
    const rows = Array.from({ length: 60 }, (_, i) => {
      const [a, b, c] = X.data.subarray(3 * i, 3 * i + 3);
      return [a, b, a + b, c, 7];
    });
    const r2 = r2FromScatter(scatter(createTable(["a", "b", "sum", "c", "constant"], matrixFromRows(rows))));
    for (const j of [0, 1, 2]) expect(r2[j]).toBeCloseTo(1, 9);
    const withoutSum = rows.map(([a, b, , c]) => [a, b, c]);
    const alone = r2FromScatter(scatter(createTable(["a", "b", "c"], matrixFromRows(withoutSum))));
    expect(r2[3]).toBeCloseTo(alone[2], 12);
    expect(r2[4]).toBe(0);
  });
});
