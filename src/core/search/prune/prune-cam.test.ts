import { describe, expect, it } from "vitest";
import { mgcvProblems } from "../../../../test/golden/mgcv.ts";
import { changedValues, columnNames, randomDag, randomTable } from "../../../../test/problems.ts";
import { createTable } from "../../data/table.ts";
import { edgeList, graphFromEdges, hasEdge, parentsOf } from "../../graph/graph.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { additivePValues, pruneByCam } from "./prune-cam.ts";

/** x and z are strangers; y is a function of x that no line sees. */
function squareTable(n: number) {
  const rng = createRng("square");
  const X = matrix(n, 3);
  for (let i = 0; i < n; i++) {
    const x = rng.normal();
    X.data.set([x, rng.normal(), x * x + rng.normal()], 3 * i);
  }
  return createTable(["x", "z", "y"], X);
}

const both = graphFromEdges(3, [
  [0, 2],
  [1, 2],
]);

describe("pruneByCam", () => {
  it("keeps a parent that only a curve needs and drops a stranger", () => {
    expect(edgeList(pruneByCam(both, squareTable(200)))).toEqual([[0, 2]]);
    expect(edgeList(pruneByCam(both, squareTable(200), { smoothing: "reml" }))).toEqual([[0, 2]]);
  });

  it("keeps exactly the parents that mgcv's p-values keep", () => {
    for (const { X, gcv } of mgcvProblems().slice(0, 9)) {
      const node = X.cols - 1;
      const table = createTable(columnNames(X.cols), X);
      const all = graphFromEdges(
        X.cols,
        gcv.p.map((_, j) => [j, node] as const),
      );
      const kept = gcv.p.flatMap((p, j) => (p < 0.001 ? [j] : []));
      expect(parentsOf(pruneByCam(all, table), node)).toEqual(kept);
    }
  });

  it("is strict, one shot, and for any alpha keeps the parents below it", () => {
    const rng = createRng("alpha");
    const table = randomTable(rng, 5, 60);
    const graph = randomDag(rng, 5, 0.8);
    for (let j = 0; j < 5; j++) {
      const parents = parentsOf(graph, j);
      const p = additivePValues(table, j, parents);
      parents.forEach((i, k) => {
        expect(hasEdge(pruneByCam(graph, table, { alpha: p[k] }), i, j)).toBe(false);
        expect(hasEdge(pruneByCam(graph, table, { alpha: Math.min(1, p[k] * (1 + 1e-9)) }), i, j)).toBe(
          p[k] < 1,
        );
      });
    }
  });

  it("keeps required edges and leaves the graph and the data as they were", () => {
    const knowledge = noKnowledge(3);
    knowledge.required[1 * 3 + 2] = 1;
    const table = squareTable(100);
    const [data, edges] = [new Float64Array(table.X.data), new Uint8Array(both.edges)];
    expect(edgeList(pruneByCam(both, table, { knowledge }))).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(table.X.data).toEqual(data);
    expect(both.edges).toEqual(edges);
  });

  it("drops constant parents and repeats, and bears columns of two values", () => {
    const table = squareTable(150);
    expect(
      edgeList(
        pruneByCam(
          both,
          changedValues(table, (x, j) => (j === 1 ? 7 : x)),
        ),
      ),
    ).toEqual([[0, 2]]);
    const sign = changedValues(table, (x, j) => (j === 1 ? Math.sign(x) : x));
    expect(edgeList(pruneByCam(both, sign))).toEqual([[0, 2]]);
    expect(
      edgeList(
        pruneByCam(
          both,
          changedValues(table, (x, j) => (j === 2 ? 7 : x)),
        ),
      ),
    ).toEqual([]);
  });

  it("refuses an alpha that is none, numbers that are none and too few rows, in a sentence", () => {
    const table = squareTable(20);
    expect(() => pruneByCam(both, table, { alpha: Number.NaN })).toThrow(
      "prune: alpha must be from 0 to 1, got NaN",
    );
    expect(() =>
      pruneByCam(
        both,
        changedValues(table, (x, j) => (j === 1 ? Number.NaN : x)),
      ),
    ).toThrow('prune: column "z" must be finite');
    expect(() => pruneByCam(both, squareTable(3))).toThrow(
      'prune: "y" has 2 parents, which needs at least 4 rows, got 3',
    );
  });
});
