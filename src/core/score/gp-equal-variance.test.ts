import { describe, expect, it } from "vitest";
import { changedValues, columnNames, randomTable } from "../../../test/problems.ts";
import { createTable } from "../data/table.ts";
import { emptyGraph, graphFromEdges } from "../graph/graph.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { gp } from "./gp.ts";
import { bestSharedVariance, gpEqualVariance, type Line } from "./gp-equal-variance.ts";

describe("bestSharedVariance", () => {
  it("is the best over all choices of a line for each variable", () => {
    const rng = createRng("choices");
    for (let trial = 0; trial < 200; trial++) {
      const n = 5 + rng.integer(20);
      const variables: Line[][] = Array.from({ length: 3 }, () =>
        Array.from({ length: 4 }, () => ({ Q: n * (0.05 + rng.uniform()), D: 3 * n * rng.uniform() })),
      );
      let best = Number.NEGATIVE_INFINITY;
      for (let code = 0; code < 64; code++) {
        const chosen = variables.map((lines, j) => lines[(code >> (2 * j)) & 3]);
        const s = chosen.reduce((sum, { Q }) => sum + Q, 0) / (3 * n);
        const D = chosen.reduce((sum, line) => sum + line.D, 0);
        best = Math.max(best, -0.5 * (3 * n * (Math.log(2 * Math.PI * s) + 1) + D));
      }
      expect(bestSharedVariance(variables, n)).toBeCloseTo(best, 9);
    }
  });
});

describe("gpEqualVariance", () => {
  it("is gp for a single variable, up to the units", () => {
    const table = randomTable(createRng("one"), 1, 40);
    const scale = Math.sqrt(
      table.X.data.reduce((s, x) => s + x * x, 0) / 40 - (table.X.data.reduce((s, x) => s + x, 0) / 40) ** 2,
    );
    expect(gpEqualVariance(table).ofGraph(emptyGraph(1))).toBeCloseTo(
      gp(table).ofGraph(emptyGraph(1)) - 40 * Math.log(scale),
      9,
    );
  });

  it("is never above the score with a variance for each, in the same units", () => {
    const table = randomTable(createRng("below"), 4, 50);
    const { rows: n, cols: d, data } = table.X;
    let units = 0;
    for (let j = 0; j < d; j++) {
      let [sum, squares] = [0, 0];
      for (let i = 0; i < n; i++) {
        sum += data[i * d + j];
        squares += data[i * d + j] ** 2;
      }
      units += (n / 2) * Math.log(squares / n - (sum / n) ** 2);
    }
    const graph = graphFromEdges(4, [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ]);
    expect(gpEqualVariance(table).ofGraph(graph)).toBeLessThanOrEqual(
      gp(table).ofGraph(graph) - units + 1e-9,
    );
  });

  it("finds the direction of a linear effect from the units, which no score with separate variances can", () => {
    const rng = createRng("line");
    const X = matrix(200, 2);
    for (let i = 0; i < 200; i++) {
      X.data[2 * i] = rng.normal();
      X.data[2 * i + 1] = 1.5 * X.data[2 * i] + rng.normal();
    }
    const table = createTable(columnNames(2), X);
    const compare = (t: typeof table) => {
      const score = gpEqualVariance(t);
      return score.ofGraph(graphFromEdges(2, [[0, 1]])) - score.ofGraph(graphFromEdges(2, [[1, 0]]));
    };
    expect(compare(table)).toBeGreaterThan(10);
    expect(compare(changedValues(table, (x, j) => (j === 1 ? x / 10 : x)))).toBeLessThan(-10);
  });

  it("has no local terms", () => {
    expect(gpEqualVariance(randomTable(createRng("terms"), 2, 20)).local).toBeUndefined();
  });
});
