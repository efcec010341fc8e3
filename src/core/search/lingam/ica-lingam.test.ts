import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedValues, plainTable, randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { type Simulated, simulate } from "../../data/simulate/simulate.ts";
import { standardised, type Table } from "../../data/table.ts";
import { emptyGraph, isAcyclic, sameGraph } from "../../graph/graph.ts";
import { violations } from "../../graph/knowledge.ts";
import { graphMetrics } from "../../graph/metrics.ts";
import { numpyLegacy } from "../../math/numpy-legacy.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic } from "../../score/linear-bic.ts";
import { finish, type SearchProblem } from "../search.ts";
import { type IcaLingamOptions, icaLingam } from "./ica-lingam.ts";
import type { UnitName } from "./ica-weights.ts";

const search = (table: Table, options: IcaLingamOptions & Partial<SearchProblem> = {}) =>
  icaLingam({ table, score: linearBic(table), rng: createRng(1), ...options }, options);

const distance = ({ table, truth }: Simulated, options: IcaLingamOptions & Partial<SearchProblem> = {}) =>
  graphMetrics(finish(search(table, options)).graph!, truth).shd;

/** The example of the package lingam, as its README draws it with np.random.seed(100). */
function lingamExample(seed: number, n = 1000): Table {
  const { uniform } = numpyLegacy(seed);
  const [e3, e0, e2, e1, e5, e4] = Array.from({ length: 6 }, () => uniform(0, 1, n));
  const rows = Array.from(e3, (x3, i) => {
    const x0 = 3 * x3 + e0[i];
    const x2 = 6 * x3 + e2[i];
    return [x0, 3 * x0 + 2 * x2 + e1[i], x2, x3, 8 * x0 - x2 + e4[i], 4 * x0 + e5[i]];
  });
  return plainTable(rows);
}

/** Little to do where FastICA has nothing to find. */
const short: IcaLingamOptions & Partial<SearchProblem> = { maxIterations: 20, restarts: 2 };

describe("icaLingam", () => {
  it("finds the truth of large samples, with either contrast and either rule for the order", () => {
    for (const noise of ["uniform", "laplace", "exponential"] as const) {
      const simulated = simulate({ nodes: 6, samples: 3000, seed: 4, noise });
      for (const contrast of ["logcosh", "exp"] as const)
        expect(distance(simulated, { contrast, regression: "adaptive-lasso" })).toBe(0);
      expect(distance(simulated, { exactVariables: 0 })).toBe(0);
      expect(distance(simulated, { regression: "least-squares", threshold: 0.3 })).toBe(0);
    }
  });

  it("finds the same graph in other units, where the published rule loses what it knew from them", () => {
    let [ours, published] = [0, 0];
    for (let seed = 1; seed <= 3; seed++) {
      const model = { graph: "erdos-renyi", degree: 3, nodes: 12, samples: 2000 } as const;
      const simulated = simulate({ ...model, seed, noise: "exponential" });
      const other = { ...simulated, table: standardised(simulated.table) };
      expect(distance(other)).toBe(distance(simulated));
      ours += distance(other);
      published += distance(other, { units: "columns" });
    }
    expect(ours).toBeLessThanOrEqual(4);
    expect(published).toBeGreaterThan(4 * ours + 20);
  });

  it("finds the order of lingam's own example from every start, in any units, where that of the noises reverses x3 → x0", () => {
    const isReversed = (table: Table, seed: number, units?: UnitName) => {
      const { order } = finish(
        icaLingam({ table, score: linearBic(table), rng: createRng(seed) }, { units }),
      );
      return order.indexOf(3) > order.indexOf(0);
    };
    const table = lingamExample(100);
    for (let seed = 1; seed <= 8; seed++) {
      expect(isReversed(table, seed)).toBe(false);
      expect(isReversed(standardised(table), seed)).toBe(false);
      expect(isReversed(table, seed, "noise")).toBe(true);
    }
    const others = Array.from({ length: 20 }, (_, seed) => lingamExample(seed));
    expect(others.filter((other) => isReversed(other, 1)).length).toBeLessThanOrEqual(1);
  });

  it("finds the same order when columns are scaled and shifted", () => {
    const change = fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -9, max: 9 }));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(change, { minLength: 4, maxLength: 4 }),
        (seed, changes) => {
          const { table } = simulate({ nodes: 4, samples: 500, seed, noise: "uniform" });
          const other = changedValues(table, (x, j) => 3 ** changes[j][0] * x + changes[j][1]);
          expect(finish(search(other)).order).toEqual(finish(search(table)).order);
        },
      ),
      { seed: 1, numRuns: 10 },
    );
  });

  it("obeys knowledge at every step, whichever way the order is found", () => {
    for (let trial = 0; trial < 12; trial++) {
      const rng = createRng(`ica/${trial}`);
      const table = randomTable(rng, 5, 60);
      const knowledge = randomKnowledge(rng, 5);
      const options = { ...short, knowledge, exactVariables: trial % 2 === 0 ? 16 : 0 };
      for (const { graph } of [...search(table, options), finish(search(table, options))]) {
        if (graph !== null) expect(violations(graph, knowledge, table.names)).toEqual([]);
      }
    }
  });

  it("says so where FastICA does not converge, and starts anew before that", () => {
    const { table } = simulate({ nodes: 6, samples: 200, seed: 2 });
    const { converged, graph, values, doing } = finish(search(table, { maxIterations: 3, restarts: 4 }));
    expect([converged, values.start, values.iterations]).toEqual([false, 4, 3]);
    expect(isAcyclic(graph!)).toBe(true);
    expect(doing).toMatch(/cannot be distinguished from Gaussian.*; FastICA did not converge$/);
  });

  it("stops at the first start that converges", () => {
    const { table } = simulate({ nodes: 5, samples: 1000, seed: 1, noise: "uniform" });
    const { converged, values, doing } = finish(search(table));
    expect([converged, values.start, doing]).toEqual([true, 1, "done"]);
    expect(values.change).toBeLessThan(1e-6);
    expect(finish(search(table, { tolerance: 1e-12 })).values.change).toBeLessThan(1e-12);
  });

  it("gives the same bytes for the same seed and goes on from any step to the same end", () => {
    // Large enough for steps within FastICA.
    const { table } = simulate({ nodes: 12, samples: 3000, seed: 3 });
    const options: IcaLingamOptions & Partial<SearchProblem> = { maxIterations: 40, restarts: 2 };
    const whole = JSON.stringify(finish(search(table, options)));
    expect(JSON.stringify(finish(search(table, options)))).toBe(whole);
    const steps = [...search(table, options)];
    expect(steps.filter(({ graph }) => graph === null).length).toBeGreaterThan(2);
    for (const { state } of steps.filter((_, k) => k % 5 === 0)) {
      const from = JSON.parse(JSON.stringify(state));
      expect(JSON.stringify(finish(search(table, { ...options, from })))).toBe(whole);
    }
  });

  it("returns the empty graph for one variable, and leaves the data as they were", () => {
    expect(finish(search(plainTable([[1], [2], [4], [3]]))).graph).toEqual(emptyGraph(1));
    const { table } = simulate({ nodes: 4, samples: 100, noise: "uniform" });
    const before = table.X.data.slice();
    const { graph } = finish(search(table));
    expect(table.X.data).toEqual(before);
    expect(sameGraph(graph!, finish(search(table)).graph!)).toBe(true);
  });

  it("refuses dependent columns and options that mean nothing", () => {
    const copies = plainTable(Array.from({ length: 20 }, (_, i) => [i, 2 * i + 1]));
    expect(() => finish(search(copies))).toThrow("no column may be a combination of the others");
    const { table } = simulate({ nodes: 3, samples: 50 });
    const refused: [IcaLingamOptions & Partial<SearchProblem>, string][] = [
      [{ tolerance: 0 }, "tolerance must be above 0, got 0"],
      [{ maxIterations: 0.5 }, "maxIterations must be a whole number from 1 on, got 0.5"],
      [{ exactVariables: 40 }, "exactVariables must be a whole number from 0 to 20, got 40"],
      [{ restarts: 0 }, "restarts must be a whole number from 1 on, got 0"],
      [{ contrast: "cube" as "exp" }, 'no contrast called "cube"'],
      [{ units: "metres" as "noise" }, 'no units called "metres"'],
    ];
    for (const [options, message] of refused)
      expect(() => finish(search(table, options))).toThrow(
        `ica-lingam: ${message.replace(/^(tolerance)/, "the $1")}`,
      );
  });
});
