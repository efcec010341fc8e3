import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedValues, plainTable, randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import type { Table } from "../../data/table.ts";
import { emptyGraph, isAcyclic, sameGraph } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic } from "../../score/linear-bic.ts";
import { finish, type SearchProblem } from "../search.ts";
import type { LingamOptions } from "./along-order.ts";
import { directLingam } from "./direct-lingam.ts";

const nonGaussian = (seed: number, nodes = 6, samples = 400) =>
  simulate({ nodes, samples, seed, noise: "uniform", noiseScales: "differing" });

const found = (table: Table, options: LingamOptions & Partial<SearchProblem> = {}) =>
  finish(directLingam({ table, score: linearBic(table), ...options }, options));

describe("directLingam", () => {
  it("finds the truth of large samples, whatever the noise but Gaussian", () => {
    for (const noise of ["uniform", "laplace", "exponential", "gumbel", "power"] as const) {
      const { table, truth } = simulate({ nodes: 8, samples: 3000, seed: 4, noise });
      const { graph, order, gaussian, doing } = found(table);
      expect(sameGraph(graph!, truth)).toBe(true);
      order.forEach((j, k) => {
        for (const i of order.slice(k + 1)) expect(truth.edges[i * 8 + j]).toBe(0);
      });
      expect([gaussian, doing]).toEqual([[], "done"]);
    }
  });

  it("finds the same order and graph when columns are scaled, turned round and shifted", () => {
    const factor = fc.tuple(
      fc.constantFrom(-1, 1),
      fc.integer({ min: -8, max: 8 }),
      fc.integer({ min: -50, max: 50 }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(factor, { minLength: 5, maxLength: 5 }),
        (seed, changes) => {
          const { table } = nonGaussian(seed, 5, 200);
          const other = changedValues(table, (x, j) => {
            const [sign, power, shift] = changes[j];
            return sign * 3 ** power * x + shift;
          });
          const [a, b] = [found(table), found(other)];
          expect(b.order).toEqual(a.order);
          expect(sameGraph(a.graph!, b.graph!)).toBe(true);
        },
      ),
      { seed: 1, numRuns: 15 },
    );
  });

  it("obeys knowledge at every step, and looks for no order that knowledge excludes", () => {
    for (let trial = 0; trial < 20; trial++) {
      const rng = createRng(`direct/${trial}`);
      const table = randomTable(rng, 5, 60);
      const knowledge = randomKnowledge(rng, 5);
      for (const { graph } of [
        ...directLingam({ table, score: linearBic(table), knowledge }),
        found(table, { knowledge }),
      ]) {
        expect(isAcyclic(graph!)).toBe(true);
        expect(violations(graph!, knowledge, table.names)).toEqual([]);
      }
    }
  });

  it("is helped by what is known: a required edge settles what Gaussian noise leaves open", () => {
    const { table, truth } = simulate({ nodes: 5, samples: 3000, seed: 1 });
    const knowledge = { ...noKnowledge(5), required: truth.edges };
    expect(sameGraph(found(table, { knowledge }).graph!, truth)).toBe(true);
  });

  it("says what its directions are worth on Gaussian data", () => {
    const { table } = simulate({ nodes: 6, samples: 1000, seed: 3 });
    const { graph, gaussian, doing, values } = found(table);
    expect(isAcyclic(graph!)).toBe(true);
    expect(gaussian.length).toBeGreaterThanOrEqual(5);
    expect(values.gaussian).toBe(gaussian.length);
    expect(doing).toMatch(
      /^done; .* noise terms cannot be distinguished from Gaussian, and directions .* arbitrary$/,
    );
  });

  it("has a step for every variable, with a graph of those placed", () => {
    const { table, truth } = nonGaussian(5, 6, 2000);
    const steps = [...directLingam({ table, score: linearBic(table) })];
    expect(steps.map(({ order }) => order.length)).toEqual([1, 2, 3, 4, 5]);
    steps.forEach(({ graph, progress, values }, k) => {
      expect(graph!.edges.every((e, at) => e <= truth.edges[at])).toBe(true);
      expect(progress).toBeCloseTo(1 - ((5 - k) / 6) ** 2, 12);
      expect(values.placed).toBe(k + 1);
    });
  });

  it("goes on from any step to the same end", () => {
    const { table } = nonGaussian(7);
    const whole = found(table);
    for (const { state } of [...directLingam({ table, score: linearBic(table) }), whole]) {
      const from = JSON.parse(JSON.stringify(state));
      expect(JSON.stringify(found(table, { from }))).toBe(JSON.stringify(whole));
    }
  });

  it("does not stumble over copies and sums of other columns", () => {
    const { table } = nonGaussian(8, 3, 100);
    const rows = Array.from({ length: 100 }, (_, i) => {
      const [a, b, c] = table.X.data.subarray(3 * i, 3 * i + 3);
      return [a, b, c, 5 - 2 * a, b + c];
    });
    const { graph, order } = found(plainTable(rows));
    expect(isAcyclic(graph!)).toBe(true);
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4]);
  });

  it("returns the empty graph for one variable, and leaves the data as they were", () => {
    expect(found(plainTable([[1], [2], [4], [3]])).graph).toEqual(emptyGraph(1));
    const { table } = nonGaussian(9);
    const before = table.X.data.slice();
    found(table);
    expect(table.X.data).toEqual(before);
  });

  it("refuses a column that does not vary by its name", () => {
    expect(() =>
      found(
        plainTable([
          [1, 2],
          [1, 3],
          [1, 5],
          [1, 4],
        ]),
      ),
    ).toThrow('column "v0" must be finite and vary');
  });
});
