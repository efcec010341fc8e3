import { describe, expect, it } from "vitest";
import { changedValues, plainTable, randomKnowledge, randomTable } from "../../../../../test/problems.ts";
import { simulate } from "../../../data/simulate/simulate.ts";
import type { Table } from "../../../data/table.ts";
import { edgeCount, emptyGraph, isAcyclic, sameGraph } from "../../../graph/graph.ts";
import { noKnowledge, violations } from "../../../graph/knowledge.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic } from "../../../score/linear-bic.ts";
import { finish, type SearchProblem, stateOf } from "../../search.ts";
import { covariance, linearLoss } from "./linear-loss.ts";
import { type NotearsOptions, notears } from "./notears.ts";

const found = (
  table: Table,
  options: NotearsOptions & Partial<SearchProblem> = {},
  score = linearBic(table),
) => finish(notears({ table, score, ...options }, options));

const sparse = (seed: number, nodes = 8, samples = 1000) =>
  simulate({ graph: "erdos-renyi", degree: 2, nodes, samples, seed });

describe("notears", () => {
  it("finds the truth of large samples of equal variances, with a penalty and without", () => {
    for (const lambda1 of [0, 0.1]) {
      for (const acyclicity of ["exponential", "polynomial"] as const) {
        const { table, truth } = sparse(5);
        const { graph, converged, values, doing } = found(table, { lambda1, acyclicity });
        expect(sameGraph(graph!, truth)).toBe(true);
        expect([converged, doing]).toEqual([true, "done"]);
        expect(values.h).toBeLessThanOrEqual(1e-8);
      }
    }
  });

  it("follows the columns' units: another unit turns an edge", () => {
    const { table } = simulate({
      nodes: 2,
      samples: 1000,
      degree: 1,
      graph: "erdos-renyi",
      seed: 1,
      noiseScales: "equal",
    });
    const first = found(table, { threshold: 0 }).weights();
    const rises = Math.abs(first[1]) > Math.abs(first[2]);
    const scaled = changedValues(table, (x, j) => (j === (rises ? 0 : 1) ? 50 * x : x));
    const second = found(scaled, { threshold: 0 }).weights();
    expect(Math.abs(second[1]) > Math.abs(second[2])).toBe(!rises);
  });

  it("has weights that are regressions along its graph, but for the stopping rule", () => {
    const { table } = sparse(3);
    const score = linearBic(table);
    const { weights, graph } = found(table, { threshold: 0.02 });
    const W = weights();
    for (let j = 0; j < 8; j++) {
      const parents = Array.from({ length: 8 }, (_, i) => i).filter((i) => graph!.edges[i * 8 + j] === 1);
      score.coefficients!(j, parents).forEach((c, k) => {
        expect(Math.abs(W[parents[k] * 8 + j] - c)).toBeLessThan(0.05);
      });
    }
  });

  it("keeps fewer weights the larger lambda1 is", () => {
    const { table } = sparse(4);
    const counts = [0, 0.1, 1, 1e6].map((lambda1) =>
      edgeCount(found(table, { lambda1, threshold: 0.01 }).graph!),
    );
    expect(counts.toSorted((a, b) => b - a)).toEqual(counts);
    expect(counts[3]).toBe(0);
  });

  it("obeys knowledge at every step", () => {
    for (let trial = 0; trial < 8; trial++) {
      const rng = createRng(`notears/${trial}`);
      const table = randomTable(rng, 5, 60);
      const knowledge = randomKnowledge(rng, 5);
      const options = { knowledge, lambda1: trial % 2 === 0 ? 0 : 0.1 };
      const steps = [
        ...notears({ table, score: linearBic(table), ...options }, options),
        found(table, options),
      ];
      for (const { graph } of steps) {
        if (graph === null) continue;
        expect(isAcyclic(graph)).toBe(true);
        expect(violations(graph, knowledge, table.names)).toEqual([]);
      }
    }
  });

  it("leaves weights of forbidden edges at 0, and finds another way to fit", () => {
    const { table, truth } = sparse(2);
    const at = truth.edges.indexOf(1);
    const knowledge = noKnowledge(8);
    knowledge.forbidden[at] = 1;
    const free = found(table);
    const { weights, values } = found(table, { knowledge });
    expect(free.weights()[at]).not.toBe(0);
    expect(weights()[at]).toBe(0);
    expect(values.loss).toBeGreaterThan(free.values.loss);
  });

  it("goes on from any step to the same end", () => {
    const { table } = sparse(5, 5, 200);
    for (const lambda1 of [0, 0.1]) {
      const whole = found(table, { lambda1 });
      const bytes = JSON.stringify({ ...whole, state: stateOf(whole) });
      let k = 0;
      for (const step of notears({ table, score: linearBic(table) }, { lambda1 })) {
        if (k++ % 5 !== 0) continue;
        const from = JSON.parse(JSON.stringify(stateOf(step)));
        const again = found(table, { lambda1, from });
        expect(JSON.stringify({ ...again, state: stateOf(again) })).toBe(bytes);
      }
    }
  });

  it("does not stumble over copies, sums, constants and few rows", () => {
    const { table } = sparse(6, 3, 40);
    const rows = Array.from({ length: 40 }, (_, i) => {
      const [a, b, c] = table.X.data.subarray(3 * i, 3 * i + 3);
      return [a, b, c, 5 - 2 * a, b + c, 7];
    });
    // Scores have their own rules for such columns.
    const indifferent = { ...linearBic(table), ofGraph: () => 0 };
    for (const some of [rows, rows.slice(0, 3), rows.slice(0, 1)]) {
      const { graph, weights } = found(plainTable(some), {}, indifferent);
      expect(isAcyclic(graph!)).toBe(true);
      expect(weights().every(Number.isFinite)).toBe(true);
    }
  });

  it("says where h did not come down", () => {
    const { converged, doing, graph } = found(sparse(7).table, { rhoMax: 10 });
    expect(converged).toBe(false);
    expect(doing).toMatch(/^done; h is still \d/);
    expect(isAcyclic(graph!)).toBe(true);
  });

  it("returns the empty graph for one variable, and leaves the data as they were", () => {
    expect(found(plainTable([[1], [2], [4], [3]])).graph).toEqual(emptyGraph(1));
    const { table } = sparse(8);
    const before = table.X.data.slice();
    found(table);
    expect(table.X.data).toEqual(before);
  });

  it("refuses options that mean nothing, and columns without a finite variance by name", () => {
    const { table } = sparse(9, 3, 50);
    expect(() => found(table, { lambda1: -1 })).toThrow("lambda1 must be 0 or more, got -1");
    expect(() => found(table, { threshold: Number.NaN })).toThrow("threshold must be 0 or more, got NaN");
    expect(() => found(table, { hTolerance: 0 })).toThrow("hTolerance must be above 0");
    expect(() => found(table, { rhoMax: 1 })).toThrow("rhoMax must be above 1");
    expect(() => found(table, { acyclicity: "log-det" as "polynomial" })).toThrow(
      "known: exponential, polynomial",
    );
    const huge = changedValues(table, (x, j) => (j === 1 ? 1e200 * x : x));
    expect(() => notears({ table: huge, score: linearBic(table) }).next()).toThrow(
      `column "${table.names[1]}"`,
    );
  });
});

describe("linearLoss", () => {
  it("has the gradient that differences have, and the squares of the residuals", () => {
    const table = randomTable(createRng("loss"), 4, 30);
    for (const lambda1 of [0, 0.2]) {
      const options = { lambda1, acyclicity: "exponential", knowledge: noKnowledge(4) } as const;
      const loss = linearLoss(covariance("notears", table), options);
      const { uniform } = createRng("at");
      const x = Float64Array.from({ length: loss.size }, uniform);
      const [g, unused] = [new Float64Array(loss.size), new Float64Array(loss.size)];
      loss.evaluate(x, g, 3, 0.7);
      for (let k = 0; k < loss.size; k++) {
        const near = (by: number) => loss.evaluate(x.with(k, x[k] + by), unused, 3, 0.7);
        expect(g[k]).toBeCloseTo((near(1e-5) - near(-1e-5)) / 2e-5, 5);
      }
      const W = loss.weights(x);
      let squares = 0;
      for (let i = 0; i < 30; i++) {
        const row = table.X.data.subarray(4 * i, 4 * i + 4).map((v, j) => v - mean(table.X.data, j));
        for (let j = 0; j < 4; j++)
          squares += (row[j] - row.reduce((sum, v, l) => sum + v * W[l * 4 + j], 0)) ** 2;
      }
      const penalty = lambda1 * W.reduce((sum, w) => sum + Math.abs(w), 0);
      expect(loss.fit(x)).toBeCloseTo(squares / 60 + penalty, 10);
    }
  });
});

function mean(data: Float64Array, j: number): number {
  let sum = 0;
  for (let i = 0; i < 30; i++) sum += data[4 * i + j];
  return sum / 30;
}
