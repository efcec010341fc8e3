import { describe, expect, it } from "vitest";
import { trials } from "../../../../../test/long.ts";
import { changedValues, plainTable, randomKnowledge, randomTable } from "../../../../../test/problems.ts";
import { simulate } from "../../../data/simulate/simulate.ts";
import type { Table } from "../../../data/table.ts";
import { emptyGraph, isAcyclic, sameGraph } from "../../../graph/graph.ts";
import { noKnowledge, violations } from "../../../graph/knowledge.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic } from "../../../score/linear-bic.ts";
import { finish, type SearchProblem, stateOf } from "../../search.ts";
import { type DagmaOptions, dagma } from "./dagma.ts";

const found = (table: Table, options: DagmaOptions & Partial<SearchProblem> = {}, score = linearBic(table)) =>
  finish(dagma({ table, score, ...options }, options));

const sparse = (seed: number, nodes = 8, samples = 1000) =>
  simulate({ graph: "erdos-renyi", degree: 2, nodes, samples, seed });

/** A path that is soon at its end. */
const short = { stages: 3, warmIterations: 2000, lastIterations: 2000, learningRate: 3e-3 };

describe("dagma", () => {
  it("finds the truth of large samples of equal variances", () => {
    for (const seed of [1, 2, 3, 8]) {
      const { table, truth } = sparse(seed);
      const { graph, converged, doing, values } = found(table);
      expect(sameGraph(graph!, truth)).toBe(true);
      expect([converged, doing]).toEqual([true, "done"]);
      expect(values.h).toBeLessThan(1e-6);
      expect([values.stage, values.s]).toEqual([5, 0.6]);
    }
  });

  it("follows the columns' units", () => {
    const { table } = simulate({ graph: "erdos-renyi", degree: 1, nodes: 2, samples: 1000, seed: 1 });
    const first = found(table).weights();
    const isForward = Math.abs(first[1]) > Math.abs(first[2]);
    const turned = changedValues(table, (x, j) => (j === (isForward ? 1 : 0) ? x / 20 : x));
    const second = found(turned, { threshold: 0.01 }).weights();
    expect(Math.abs(second[1]) > Math.abs(second[2])).toBe(!isForward);
  });

  it("begins a stage again with a larger domain where the steps leave it", () => {
    // Large steps at once leave the domain of s ≤ 0.9.
    const { values, graph } = found(sparse(4, 6, 300).table, { ...short, learningRate: 1 });
    expect(values.s).toBeGreaterThan(0.8);
    expect(isAcyclic(graph!)).toBe(true);
  });

  it("obeys knowledge at every step", () => {
    for (let trial = 0; trial < 8; trial++) {
      const rng = createRng(`dagma/${trial}`);
      const table = randomTable(rng, 5, 60);
      const knowledge = randomKnowledge(rng, 5);
      const options = { knowledge, ...short };
      for (const { graph } of [
        ...dagma({ table, score: linearBic(table), ...options }, options),
        found(table, options),
      ]) {
        if (graph === null) continue;
        expect(isAcyclic(graph)).toBe(true);
        expect(violations(graph, knowledge, table.names)).toEqual([]);
      }
    }
  });

  it("leaves weights of forbidden edges at 0", () => {
    const { table, truth } = sparse(3);
    const at = truth.edges.indexOf(1);
    const knowledge = noKnowledge(8);
    knowledge.forbidden[at] = 1;
    const { weights, graph } = found(table, { knowledge, ...short });
    expect([weights()[at], graph!.edges[at]]).toEqual([0, 0]);
  });

  it("goes on from any step to the same end", () => {
    const { table } = sparse(5, trials(15, 20), 300);
    const options = { ...short, stages: 4 };
    const whole = found(table, options);
    const bytes = JSON.stringify({ ...whole, state: stateOf(whole) });
    const steps = dagma({ table, score: linearBic(table), ...options }, options);
    let seen = 0;
    for (const step of steps) {
      seen++;
      const from = JSON.parse(JSON.stringify(stateOf(step)));
      const again = found(table, { ...options, from });
      expect(JSON.stringify({ ...again, state: stateOf(again) })).toBe(bytes);
    }
    expect(seen).toBeGreaterThan(3);
  });

  it("says where stages ended with their iterations", () => {
    const { converged, doing } = found(sparse(6).table, {
      stages: 2,
      warmIterations: 10,
      lastIterations: 10,
    });
    expect([converged, doing]).toEqual([false, "done; 2 of 2 stages ended with their iterations"]);
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
      const { graph, weights } = found(plainTable(some), short, indifferent);
      expect(isAcyclic(graph!)).toBe(true);
      expect(weights().every(Number.isFinite)).toBe(true);
    }
  });

  it("returns the empty graph for one variable, and refuses options that mean nothing", () => {
    expect(found(plainTable([[1], [2], [4], [3]])).graph).toEqual(emptyGraph(1));
    const { table } = sparse(9, 3, 50);
    expect(() => found(table, { lambda1: -1 })).toThrow("lambda1 must be 0 or more, got -1");
    expect(() => found(table, { threshold: -1 })).toThrow("threshold must be 0 or more");
    expect(() => found(table, { learningRate: 0 })).toThrow("learning rate must be above 0");
    expect(() => found(table, { stages: 0 })).toThrow("stages must be a whole number from 1 on, got 0");
  });
});
