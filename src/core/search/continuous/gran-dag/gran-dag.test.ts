import { describe, expect, it } from "vitest";
import { columnNames, reorderedRows } from "../../../../../test/problems.ts";
import { createTable, type Table, withColumns } from "../../../data/table.ts";
import { edgeList, emptyGraph, hasEdge, isAcyclic } from "../../../graph/graph.ts";
import { noKnowledge, violations } from "../../../graph/knowledge.ts";
import { matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic } from "../../../score/linear-bic.ts";
import { pruneByCam } from "../../prune/prune-cam.ts";
import { finish, type SearchProblem, stateOf } from "../../search.ts";
import { type GranDagOptions, type GranDagStep, granDag } from "./gran-dag.ts";

/** a → b → c, nonlinear, and e beside them. */
function curves(n: number): Table {
  const rng = createRng("curves");
  const X = matrix(n, 4);
  for (let i = 0; i < n; i++) {
    const a = 2 * rng.normal();
    const b = 3 * Math.sin(a) + 0.3 * rng.normal();
    X.data.set([a, b, b * b * 0.3 + 0.3 * rng.normal(), rng.normal()], 4 * i);
  }
  return createTable(["a", "b", "c", "e"], X);
}

const run = (table: Table, options: GranDagOptions & Partial<SearchProblem> = {}, seed = 1) =>
  finish(granDag({ table, score: linearBic(table), rng: createRng(seed), ...options }, options));

function steps(table: Table, options: GranDagOptions & Partial<SearchProblem>): GranDagStep[] {
  const running = granDag({ table, score: linearBic(table), rng: createRng(1), ...options }, options);
  const all: GranDagStep[] = [];
  for (;;) {
    const { value, done } = running.next();
    all.push({ ...value, state: stateOf(value) });
    if (done) return all;
  }
}

describe("granDag", () => {
  it("finds the order behind nonlinear effects, which pruning makes a graph of", () => {
    const table = withColumns(curves(300), [0, 1, 2]);
    const { graph, converged, overflowed, values } = run(table);
    expect(converged).toBe(true);
    expect(overflowed).toBe(false);
    expect(values.h).toBeLessThanOrEqual(1e-8);
    expect(edgeList(pruneByCam(graph!, table))).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it("with linear functions finds an order by least squares where variances are equal", () => {
    const rng = createRng("linear");
    const X = matrix(1000, 4);
    for (let i = 0; i < 1000; i++) {
      const a = rng.normal();
      const b = 1.5 * a + rng.normal();
      const c = -1.2 * b + rng.normal();
      X.data.set([a, b, c, rng.normal()], 4 * i);
    }
    const table = createTable(columnNames(4), X);
    const options = { layers: 0, spreads: "equal", closeAfter: 5000 } as const;
    const { graph, converged } = run(table, { ...options, iterations: 40_000 });
    expect(converged).toBe(true);
    expect(hasEdge(graph!, 0, 1) && hasEdge(graph!, 1, 2)).toBe(true);
  });

  it("raises its multipliers as subproblems are solved, and shows graphs without cycles on the way", () => {
    const all = steps(curves(300), { iterations: 6000 });
    expect(all[0].graph).toBeNull();
    expect(all[0].values.lambda).toBe(0);
    expect(all.some(({ graph, progress }) => graph !== null && progress < 1)).toBe(true);
    for (const { graph } of all) expect(graph === null || isAcyclic(graph)).toBe(true);
    all.slice(1).forEach(({ values }, k) => {
      expect(values.lambda).toBeGreaterThanOrEqual(all[k].values.lambda);
      expect(values.mu).toBeGreaterThanOrEqual(all[k].values.mu);
      expect(values.edges).toBeLessThanOrEqual(all[k].values.edges);
    });
    expect(all.at(-1)!.values.lambda).toBeGreaterThan(0);
  });

  it("ends with a graph and says so where its iterations do not suffice", () => {
    const { graph, converged, values } = run(curves(100), { iterations: 7 });
    expect(converged).toBe(false);
    expect(values.iteration).toBe(7);
    expect(isAcyclic(graph!)).toBe(true);
  });

  it("goes on from any step to the same bytes, in training, in its sensitivities and in its selection", () => {
    const table = curves(90);
    for (const options of [
      { iterations: 450 },
      { iterations: 120, candidates: "neighbours", trees: 40, layers: 0 },
      { iterations: 250, rates: "2019", layers: 1 },
    ] as const) {
      const all = steps(table, options);
      const last = JSON.stringify(all.at(-1));
      for (const { state } of all) {
        const from = JSON.parse(JSON.stringify(state));
        expect(JSON.stringify(steps(table, { ...options, from }).at(-1))).toBe(last);
      }
    }
  });

  it("does not depend on the order of the rows", () => {
    const table = curves(80);
    const other = reorderedRows(table, createRng(5).permutation(80));
    for (const candidates of ["all", "neighbours"] as const) {
      const options = { iterations: 300, candidates, trees: 20 };
      expect(run(other, options).graph).toEqual(run(table, options).graph);
      expect(run(other, options).values).toEqual(run(table, options).values);
    }
  });

  it("keeps required edges, whatever becomes of their weights, and never opens forbidden ones", () => {
    const table = curves(120);
    const mark = (...pairs: [number, number][]) =>
      Uint8Array.from({ length: 16 }, (_, e) => Number(pairs.some(([i, j]) => 4 * i + j === e)));
    const knowledge = {
      ...noKnowledge(4, 2),
      required: mark([3, 0], [2, 1]),
      forbidden: mark([0, 1], [0, 3]),
    };
    for (const { graph } of steps(table, { knowledge, iterations: 3000 })) {
      if (graph) expect(violations(graph, knowledge, table.names)).toEqual([]);
    }
    const cyclic = { ...noKnowledge(4), required: mark([0, 1], [1, 0]) };
    expect(() => run(table, { knowledge: cyclic })).toThrow(
      "gran-dag: the required edges must have no cycle",
    );
  });

  it("takes constant, repeated and very few rows", () => {
    const rng = createRng("edge cases");
    const X = matrix(40, 4);
    for (let i = 0; i < 40; i++) {
      const a = rng.normal();
      X.data.set([a, 2 * a, 7, 0], 4 * i);
    }
    for (const rows of [40, 3, 2, 1]) {
      const table = createTable(columnNames(4), matrix(rows, 4, X.data.slice(0, 4 * rows)));
      const { graph, values, overflowed } = finish(
        granDag(
          { table, score: { ...linearBic(curves(20)), ofGraph: () => 0 }, rng: createRng(1) },
          { iterations: 2500, rates: "2019" },
        ),
      );
      expect(isAcyclic(graph!)).toBe(true);
      expect(overflowed).toBe(false);
      expect(Object.values(values).every(Number.isFinite)).toBe(true);
    }
    const one = createTable(["a"], matrix(5, 1));
    expect(
      finish(
        granDag({ table: one, score: { ...linearBic(curves(20)), ofGraph: () => 0 }, rng: createRng(1) }),
      ).graph,
    ).toEqual(emptyGraph(1));
  });

  it("ends at the last good numbers where they overflow", () => {
    const table = curves(60);
    const [first] = steps(table, { iterations: 200 });
    const state = first.state as { training: { numbers: string[] } };
    const bytes = Buffer.from(state.training.numbers[0], "base64");
    for (let at = 0; at < bytes.length; at += 4) bytes.writeFloatLE(3e18, at);
    const numbers = [bytes.toString("base64"), ...state.training.numbers.slice(1)];
    const from = { ...state, training: { ...state.training, numbers } };
    const { graph, overflowed, converged, values } = run(table, { from, iterations: 400 });
    expect(overflowed).toBe(true);
    expect(converged).toBe(false);
    expect(values.iteration).toBe(100);
    expect(isAcyclic(graph!)).toBe(true);
  });

  it("refuses what it cannot do, with the way out", () => {
    const table = curves(20);
    expect(() => run(table, { layers: -1 })).toThrow(
      "gran-dag: layers must be a whole number from 0, got -1",
    );
    expect(() => run(table, { batch: 0.5 })).toThrow(
      "gran-dag: batch must be a whole number from 1, got 0.5",
    );
    const large = createTable(table.names, {
      ...table.X,
      data: table.X.data.map((x, e) => (e === 6 ? 2e9 : x)),
    });
    expect(() => run(large)).toThrow(
      'gran-dag: networks in float32 take numbers up to 1000000000 in size, got 2000000000 in column "c"; set standardise to true',
    );
    const [{ state }] = steps(table, { iterations: 5 });
    expect(() => run(table, { from: state, layers: 1 })).toThrow(/state is that of networks of another size/);
  });
});
