import { describe, expect, it } from "vitest";
import { run } from "../../../test/discoveries.ts";
import { tableOf } from "../../../test/made-table.ts";
import { asCategories } from "../data/categories.ts";
import type { LoadedTable } from "../data/columns.ts";
import { tableFromScatter, tableScatter } from "../data/table.ts";
import { graphFromEdges } from "../graph/graph.ts";
import { matrix } from "../math/matrix.ts";
import { scoreOf, sortedProblem } from "../run/problem.ts";
import type { NamedEdge, RunResult } from "../run/result.ts";
import { type RunOptions, runSpec } from "../run/spec.ts";
import { tableFor } from "../run/table-for.ts";
import { edgeDetails, hasNamedEdge } from "./edge-details.ts";
import * as wire from "./wire/wire.ts";

/** a and b cause c; c causes e; w is isolated. */
const linear = tableOf(2000, {
  w: (_, z) => z,
  a: (_, z) => 10 + 2 * z,
  b: ({ a }, z) => a + z,
  c: ({ a, b }, z) => 3 * a - 2 * b + 5 + z,
  e: ({ c }, z) => 0.5 * c + z,
});

function resultOf(table: LoadedTable, options: RunOptions = {}): RunResult {
  return run({ table, options: { search: "exact", ...options } }).result;
}

/** The score of some edges, as in the run. */
function scored(table: LoadedTable, options: RunOptions, edges: readonly NamedEdge[]): number {
  const spec = runSpec(options);
  const { table: sorted } = sortedProblem(tableFor(table, spec), spec);
  const place = (name: string) => sorted.names.indexOf(name);
  const graph = graphFromEdges(
    sorted.names.length,
    edges.map(([a, b]) => [place(a), place(b)]),
  );
  return scoreOf(sorted, spec).ofGraph(graph);
}

const withEdges = (result: RunResult, edges: readonly NamedEdge[]): RunResult => ({
  ...result,
  edges,
  undirected: [],
  member: { edges },
  strengths: [],
});

describe("edgeDetails", () => {
  it("recovers a linear effect: its coefficient, and a line of that slope through the points", () => {
    const result = withEdges(resultOf(linear), [
      ["a", "b"],
      ["a", "c"],
      ["b", "c"],
      ["c", "e"],
    ]);
    const details = edgeDetails(linear, result, ["b", "c"]);
    expect(wire.edgeDetails.parse(JSON.parse(JSON.stringify(details)))).toEqual(details);
    expect(details.parents).toEqual(["a", "b"]);
    expect(details.coefficient).toBeCloseTo(-2, 0);
    const { kind, x, y, points } = details.curve!;
    expect(kind).toBe("line");
    expect((y[1] - y[0]) / (x[1] - x[0])).toBeCloseTo(details.coefficient!, 10);
    expect(points).toHaveLength(200);
    // The contribution of the other cause is subtracted: noise of variance 1 remains around the line.
    const left = points.map(([px, py]) => py - (y[0] + details.coefficient! * (px - x[0])));
    const mean = left.reduce((sum, r) => sum + r / 200, 0);
    const variance = left.reduce((sum, r) => sum + (r * r) / 200, 0);
    expect(Math.abs(mean)).toBeLessThan(0.25); // three standard errors
    expect(variance).toBeGreaterThan(0.7);
    expect(variance).toBeLessThan(1.4);
  });

  it("gives the score loss without the edge, and the gain of each alternative", () => {
    for (const options of [
      {},
      { score: "bic-equal-variance", standardise: true, dropOutliers: 0.1 },
      { score: "bge" },
      { score: "quadratic" },
      { score: "bic-mixed" },
    ]) {
      const result = resultOf(linear, { ...options, search: "order", restarts: 1 });
      for (const [cause, effect] of result.edges) {
        const { contribution, alternatives } = edgeDetails(linear, result, [cause, effect]);
        const rest = result.edges.filter(([a, b]) => a !== cause || b !== effect);
        const tolerance = 1e-9 * Math.abs(result.finalScore);
        const close = (got: number, edges: readonly NamedEdge[]) =>
          expect(Math.abs(got - (scored(linear, options, edges) - result.finalScore))).toBeLessThan(
            tolerance,
          );
        close(-contribution!, rest);
        for (const { edge, change } of alternatives)
          if (change !== null) close(change, edge === null ? rest : [...rest, edge]);
        const changes = alternatives.flatMap(({ change }) => change ?? []);
        expect(changes).toEqual(changes.toSorted((a, b) => b - a));
        expect(alternatives.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["remove", "reverse"]));
      }
    }
  });

  it("names the cycle that reversing an edge would close, and does not offer effects as causes", () => {
    const result = withEdges(resultOf(linear), [
      ["a", "b"],
      ["a", "c"],
      ["b", "c"],
      ["c", "e"],
    ]);
    const { alternatives } = edgeDetails(linear, result, ["a", "c"]);
    expect(alternatives.find(({ kind }) => kind === "reverse")).toEqual({
      kind: "reverse",
      edge: ["c", "a"],
      describes: "c → a instead",
      change: null,
      sentence: "it would close a cycle: a → b → c → a",
    });
    expect(alternatives.at(-1)!.kind).toBe("reverse");
    expect(alternatives.filter(({ kind }) => kind === "replace").map(({ edge }) => edge)).toEqual([
      ["w", "c"],
    ]);
  });

  it("obeys the prior knowledge", () => {
    const knowledge = {
      required: [["a", "b"]],
      forbidden: [
        ["e", "c"],
        ["w", "c"],
      ],
      maxParents: 2,
    };
    const options = { knowledge: knowledge as RunOptions["knowledge"] };
    const result = withEdges(resultOf(linear, options), [
      ["a", "b"],
      ["a", "c"],
      ["b", "c"],
      ["w", "e"],
      ["c", "e"],
    ]);
    const of = (cause: string, effect: string) => {
      const { alternatives } = edgeDetails(linear, result, [cause, effect]);
      return Object.fromEntries(alternatives.map(({ kind, sentence, change }) => [kind, sentence ?? change]));
    };
    expect(of("a", "b")).toEqual({
      remove: "required by the prior knowledge",
      reverse: "this direction is required by the prior knowledge",
    });
    expect(of("c", "e").reverse).toBe("the prior knowledge forbids e → c");
    expect(of("b", "c").replace).toBeUndefined();
    const full = withEdges(result, [
      ["a", "b"],
      ["w", "b"],
      ["b", "e"],
    ]);
    const { alternatives } = edgeDetails(linear, full, ["b", "e"]);
    expect(alternatives.find(({ kind }) => kind === "reverse")!.sentence).toBe(
      "b has 2 causes already, the maximum allowed",
    );
  });

  it("says if the score cannot distinguish the two directions, and describes either on request", () => {
    const chain = tableOf(500, { x: (_, z) => z, y: ({ x }, z) => x + z, z: ({ y }, n) => y + n });
    const result = resultOf(chain);
    expect(result.undirected).toHaveLength(2);
    for (const [a, b] of result.undirected)
      for (const edge of [
        [a, b],
        [b, a],
      ] as const) {
        expect(hasNamedEdge(result, edge)).toBe(true);
        const details = edgeDetails(chain, result, edge);
        expect([details.cause, details.effect]).toEqual(edge);
        expect(details.parents).toContain(edge[0]);
        expect(details.contribution).toBeGreaterThan(10);
        expect(details.coefficient).not.toBeNull();
        const turned = details.alternatives.find(({ kind }) => kind === "reverse")!;
        if (turned.change === null) expect(turned.sentence).toMatch(/cycle/);
        else if (details.parents.length === 1 && turned.change === 0)
          expect(turned.sentence).toBe("this score cannot tell the two directions apart");
      }
    const ends = edgeDetails(chain, result, ["x", "y"]).alternatives.find(({ kind }) => kind === "reverse")!;
    expect(ends.change).toBe(0);
    expect(hasNamedEdge(result, ["x", "z"])).toBe(false);
    expect(() => edgeDetails(chain, result, ["x", "z"])).toThrow(
      'edge: the result must have an edge from "x" to "z", and has none; choose one of its edges',
    );
    expect(() => edgeDetails(linear, result, ["x", "y"])).toThrow(/^edge: the table must have the columns/);
  });

  it("has a bent curve for a quadratic effect, without the contribution of the other causes", () => {
    const curved = tableOf(600, {
      a: (_, z) => z,
      b: (_, z) => 3 + z,
      c: ({ a, b }, z) => 7 + a * a + 2 * b + 0.3 * z,
    });
    const result = withEdges(resultOf(curved, { score: "quadratic" }), [
      ["a", "c"],
      ["b", "c"],
    ]);
    const { curve, coefficient } = edgeDetails(curved, result, ["a", "c"]);
    expect(coefficient).toBeNull();
    expect(curve!.kind).toBe("smooth");
    expect(curve!.x).toHaveLength(60);
    const at = (x: number) => curve!.y[curve!.x.findIndex((value) => value >= x)];
    // The truth at x, with b at its mean of 3.
    for (const x of [-1.5, 0, 1.5]) expect(Math.abs(at(x) - (7 + x * x + 6))).toBeLessThan(0.5);
    for (const [x, y] of curve!.points) expect(Math.abs(y - (13 + x * x))).toBeLessThan(2);
    const line = edgeDetails(curved, result, ["b", "c"]).curve!;
    expect((line.y.at(-1)! - line.y[0]) / (line.x.at(-1)! - line.x[0])).toBeCloseTo(2, 0);
  });

  it("has no curve for categories, and one with few values if the cause has few", () => {
    const few = tableOf(400, {
      k: (_, z) => Math.round(z),
      m: ({ k }, z) => (k + z > 0 ? 1 : 0),
      y: ({ k }, z) => k * k + 0.2 * z,
    });
    const labels = asCategories({ ...few, names: ["k", "m"], X: twoColumns(few) });
    const counted = resultOf(labels, { score: "bdeu" });
    expect(counted.undirected).toHaveLength(1);
    const details = edgeDetails(labels, counted, counted.undirected[0]);
    expect([details.curve, details.coefficient]).toEqual([null, null]);
    expect(details.contribution).toBeGreaterThan(5);
    const additive = withEdges(resultOf(few, { score: "additive", search: "order" }), [["k", "y"]]);
    const { curve, alternatives } = edgeDetails(few, additive, ["k", "y"]);
    expect(curve!.x).toEqual([...new Set(curve!.x)].sort((a, b) => a - b));
    expect(curve!.x.every(Number.isInteger)).toBe(true);
    expect(alternatives.some(({ kind }) => kind === "replace")).toBe(false); // a slow score
  });

  it("does not evaluate a user-defined score, and says so", () => {
    const result = withEdges(resultOf(linear), [["a", "b"]]);
    const own: RunResult = { ...result, spec: { ...result.spec, score: "own:mine" } };
    const { contribution, alternatives, curve } = edgeDetails(linear, own, ["a", "b"]);
    expect(contribution).toBeNull();
    expect(alternatives.map(({ change }) => change)).toEqual([null, null]);
    for (const { sentence } of alternatives) expect(sentence).toMatch(/the score is user-defined/);
    expect(curve!.kind).toBe("smooth");
  });

  it("has a line where the effects are linear: by the score, or by a search with a rule of its own", () => {
    const kindOf = (options: RunOptions) => {
      const result = withEdges(resultOf(linear), [["a", "b"]]);
      const spec = runSpec({ search: "exact", score: "bic", ...options });
      return edgeDetails(linear, { ...result, search: spec.search, spec }, ["a", "b"]).curve!.kind;
    };
    for (const options of [{}, { score: "bic-mixed" }, { search: "pc" }, { search: "notears" }])
      expect(kindOf(options), JSON.stringify(options)).toBe("line");
    for (const options of [{ score: "quadratic" }, { search: "cam" }, { search: "notears-mlp" }])
      expect(kindOf(options), JSON.stringify(options)).toBe("smooth");
    expect(kindOf({ search: "pc", options: { test: "kci" } })).toBe("smooth");
  });
});

/** The first two columns. */
function twoColumns({ X }: LoadedTable) {
  const out = matrix(X.rows, 2);
  for (let i = 0; i < X.rows; i++) for (let j = 0; j < 2; j++) out.data[i * 2 + j] = X.data[i * X.cols + j];
  return out;
}

describe("an edge of a table that is given by its covariances", () => {
  it("has the coefficient and the line of the rows, two standard deviations to either side, and no points", () => {
    const { n, mean, S } = tableScatter(linear);
    const given = tableFromScatter(linear.names, { n, mean, S, origin: "computed" });
    const result = resultOf(linear);
    const edge: NamedEdge = ["c", "e"];
    const [ours, own] = [edgeDetails(given, result, edge), edgeDetails(linear, result, edge)];
    expect(ours).toMatchObject({ coefficient: own.coefficient, contribution: own.contribution });
    expect(ours.alternatives).toEqual(own.alternatives);
    const [low, high] = ours.curve!.x;
    const deviation = Math.sqrt(S.data[3 * 5 + 3] / n);
    expect([low, high]).toEqual([mean[3] - 2 * deviation, mean[3] + 2 * deviation]);
    expect((ours.curve!.y[1] - ours.curve!.y[0]) / (high - low)).toBeCloseTo(own.coefficient!, 9);
    expect(ours.curve!.points).toEqual([]);
  });
});
