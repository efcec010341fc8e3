import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTable, withColumns } from "../../data/table.ts";
import { emptyGraph, graphFromEdges } from "../../graph/graph.ts";
import { matrix, matrixFromRows } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { edgeSurvival, rescaledColumns } from "./rescaling.ts";

describe("rescaledColumns", () => {
  const table = createTable(
    ["a", "b", "c"],
    matrixFromRows([
      [1, -2, 0],
      [3, 5, 7],
      [-4, 1, 2],
    ]),
  );

  it("multiplies each column by one factor between 0.1 and 10 and leaves the table as it was", () => {
    const before = table.X.data.slice();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const { names, X } = rescaledColumns(table, createRng(seed));
        expect(names).toEqual(table.names);
        for (let j = 0; j < 3; j++) {
          const factor = X.data[3 + j] / table.X.data[3 + j];
          expect(factor).toBeGreaterThanOrEqual(0.1);
          expect(factor).toBeLessThanOrEqual(10);
          for (let i = 0; i < 3; i++)
            expect(X.data[3 * i + j]).toBeCloseTo(factor * table.X.data[3 * i + j], 10);
        }
      }),
      { seed: 1, numRuns: 100 },
    );
    expect(table.X.data).toEqual(before);
  });

  it("leaves categories as they are", () => {
    const labelled = { ...table, levels: [null, null, ["0", "2", "7"]] };
    const codes = createTable(
      table.names,
      matrixFromRows([
        [1, -2, 0],
        [3, 5, 2],
        [-4, 1, 1],
      ]),
      labelled.levels,
    );
    const { X, levels } = rescaledColumns(codes, createRng(1));
    expect([0, 1, 2].map((i) => X.data[3 * i + 2])).toEqual([0, 2, 1]);
    expect(X.data[0]).not.toBe(1);
    expect(levels).toEqual(labelled.levels);
  });

  it("draws the factors log-uniformly", () => {
    const d = 4000;
    const ones = createTable(
      Array.from({ length: d }, (_, j) => `x${j}`),
      matrix(1, d, new Float64Array(d).fill(1)),
    );
    const logs = Array.from(rescaledColumns(ones, createRng(1)).X.data, (x) => Math.log10(x));
    for (let quarter = 0; quarter < 4; quarter++) {
      const inside = logs.filter((x) => x >= -1 + quarter / 2 && x < -0.5 + quarter / 2).length;
      // 1000 expected with standard deviation 27; four of them either way.
      expect(Math.abs(inside - 1000)).toBeLessThan(110);
    }
  });

  it("gives a column the same factor wherever it stands, and other factors for another seed", () => {
    const moved = rescaledColumns(withColumns(table, [2, 0, 1]), createRng(4));
    expect(moved).toEqual(withColumns(rescaledColumns(table, createRng(4)), [2, 0, 1]));
    expect(rescaledColumns(table, createRng(5)).X.data).not.toEqual(
      rescaledColumns(table, createRng(4)).X.data,
    );
  });
});

describe("edgeSurvival", () => {
  const graph = graphFromEdges(3, [
    [0, 1],
    [1, 2],
  ]);

  it("counts for each edge the graphs that have it in the same direction", () => {
    const others = [
      graph,
      graphFromEdges(3, [[0, 1]]),
      graphFromEdges(3, [
        [0, 1],
        [2, 1],
        [0, 2],
      ]),
      emptyGraph(3),
    ];
    expect(edgeSurvival(graph, others)).toEqual({
      share: 0.5,
      edges: [
        { from: 0, to: 1, share: 0.75 },
        { from: 1, to: 2, share: 0.25 },
      ],
    });
  });

  it("is 1 for the graph itself, 0 for its reverse, and 1 where there was no edge to lose", () => {
    const reversed = graphFromEdges(3, [
      [1, 0],
      [2, 1],
    ]);
    expect(edgeSurvival(graph, [graph, graph]).share).toBe(1);
    expect(edgeSurvival(graph, [reversed]).share).toBe(0);
    expect(edgeSurvival(emptyGraph(3), [graph])).toEqual({ share: 1, edges: [] });
  });

  it("refuses to compare with nothing or with graphs of another size", () => {
    expect(() => edgeSurvival(graph, [])).toThrow("edgeSurvival: there must be at least one graph");
    expect(() => edgeSurvival(graph, [emptyGraph(4)])).toThrow("must have 3 variables, got 4");
  });
});
