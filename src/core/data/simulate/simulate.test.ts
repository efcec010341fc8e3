import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edgeCount, isAcyclic, parentsOf } from "../../graph/graph.ts";
import { column, type Matrix } from "../../math/matrix.ts";
import { paperSet } from "../paper-sets.ts";
import { r2Sortability, varSortability } from "../sortability.ts";
import { type MechanismName, mechanisms } from "./mechanisms.ts";
import { type NoiseName, noises } from "./noise.ts";
import { type Simulated, type SimulateOptions, simulate } from "./simulate.ts";
import { type GraphName, graphModels } from "./simulate-graph.ts";

const graphs = Object.keys(graphModels) as GraphName[];
const allMechanisms = Object.keys(mechanisms) as MechanismName[];
const allNoises = Object.keys(noises) as NoiseName[];

describe("simulate", () => {
  it("has a finite table, an acyclic truth and the same bytes again, whatever is combined", () => {
    const options = fc.record({
      graph: fc.constantFrom(...graphs),
      mechanism: fc.constantFrom(...allMechanisms),
      noise: fc.constantFrom(...allNoises),
      noiseScales: fc.constantFrom("equal" as const, "differing" as const),
      scaling: fc.constantFrom("raw" as const, "standardised" as const, "internal" as const),
      nodes: fc.integer({ min: 1, max: 6 }),
      samples: fc.integer({ min: 2, max: 40 }),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(options, (chosen) => {
        const one = simulate(chosen);
        expect([one.table.X.rows, one.table.X.cols, one.truth.d]).toEqual([
          chosen.samples,
          chosen.nodes,
          chosen.nodes,
        ]);
        expect(one.table.X.data.every(Number.isFinite)).toBe(true);
        expect(isAcyclic(one.truth)).toBe(true);
        expect(simulate(chosen)).toEqual(one);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("gives other data for another seed", () => {
    const data = (seed: number): number[] => [...simulate({ nodes: 5, samples: 10, seed }).table.X.data];
    expect(data(1)).not.toEqual(data(2));
  });

  it("names columns so that the order of names is the order of numbers", () => {
    expect(simulate({ nodes: 3, samples: 1 }).table.names).toEqual(["X1", "X2", "X3"]);
    const { names } = simulate({ nodes: 12, samples: 1 }).table;
    expect(names[0]).toBe("X01");
    expect(names[11]).toBe("X12");
    expect([...names].sort()).toEqual(names);
  });

  it("draws one variable from one sample", () => {
    const { table, truth } = simulate({ nodes: 1, samples: 1 });
    expect(table.X.data.length).toBe(1);
    expect(edgeCount(truth)).toBe(0);
  });

  it("keeps the graph and the weights of a seed whatever the noise and the number of samples", () => {
    const one = simulate({ nodes: 8, samples: 50, seed: 4 });
    const other = simulate({ nodes: 8, samples: 20, noise: "laplace", noiseScales: "differing", seed: 4 });
    expect(other.truth).toEqual(one.truth);
    expect(other.weights).toEqual(one.weights);
  });

  it("describes what was simulated, with the options that were set", () => {
    const options = {
      graph: "erdos-renyi",
      expectedEdges: 3,
      nodes: 4,
      samples: 5,
      seed: 9,
      scaling: "internal",
    } as const;
    expect(simulate(options).description).toMatch(
      /^erdos-renyi graph, linear mechanism, gauss noise: 4 nodes, \d edges, 5 samples, seed 9 \(expectedEdges 3, noiseScales equal, noiseScale 1, scaling internal, dropOutliers 0\)$/,
    );
  });
});

describe("linear data", () => {
  const protocol = { nodes: 6, samples: 20_000, seed: 2 } as const;

  for (const scaling of ["raw", "standardised", "internal"] as const) {
    it(`${scaling}: regressing each variable on its true parents recovers the weights`, () => {
      const simulated = simulate({ ...protocol, scaling });
      const { truth, weights, table } = simulated;
      let compared = 0;
      for (let j = 0; j < truth.d; j++) {
        const parents = parentsOf(truth, j);
        const { coefficients, errors } = regression(table.X, j, parents);
        parents.forEach((i, a) => {
          const w = weights!.data[i * truth.d + j]!;
          // 5 standard errors of the least-squares estimate.
          expect(Math.abs(coefficients[a]! - w)).toBeLessThan(5 * errors[a]!);
          compared++;
        });
      }
      expect(compared).toBe(edgeCount(truth));
      expect(compared).toBeGreaterThan(5);
    });
  }

  it("has weights exactly on the edges, of the sizes asked for", () => {
    const { truth, weights } = simulate({ ...protocol, samples: 10, weightLow: 1, weightHigh: 1.2 });
    weights!.data.forEach((w, k) => {
      if (truth.edges[k] === 1) expect(Math.abs(w) >= 1 && Math.abs(w) <= 1.2).toBe(true);
      else expect(w).toBe(0);
    });
  });

  it("is the only kind with weights", () => {
    for (const mechanism of allMechanisms) {
      const { weights } = simulate({ mechanism, nodes: 3, samples: 10 });
      expect(weights === undefined).toBe(mechanism !== "linear");
    }
  });

  it("has the noise scale asked for, in every variable or a different one in each", () => {
    const deviations = (options: SimulateOptions): number[] => {
      const { table, truth } = simulate({ ...protocol, ...options });
      return Array.from({ length: 6 }, (_, j) => regression(table.X, j, parentsOf(truth, j)).deviation);
    };
    // A standard deviation from 20,000 normal samples has a relative standard error of 1 / √40,000.
    for (const sd of deviations({ noiseScale: 3 })) expect(Math.abs(sd / 3 - 1)).toBeLessThan(5 / 200);
    const differing = deviations({ noiseScales: "differing", noiseScale: 10 });
    for (const sd of differing) expect(sd > 5 * 0.97 && sd < 20 * 1.03).toBe(true);
    expect(Math.max(...differing) / Math.min(...differing)).toBeGreaterThan(1.3);
  });
});

describe("scaling", () => {
  for (const scaling of ["standardised", "internal"] as const) {
    it(`${scaling}: every column has mean 0 and variance 1, whatever the mechanism`, () => {
      for (const mechanism of allMechanisms) {
        const { X } = simulate({ mechanism, nodes: 8, samples: 200, scaling, edgeProbability: 0.4 }).table;
        for (let j = 0; j < 8; j++) {
          expect(mean(column(X, j))).toBeCloseTo(0, 9);
          expect(variance(column(X, j))).toBeCloseTo(1, 9);
        }
      }
    });
  }

  it("raw data at the paper's settings have the var-sortability of the paper's own generator", () => {
    const ours = sortabilities(60, (seed) => simulate({ seed }), varSortability);
    const theirs = sortabilities(60, (seed) => paperSet("paper/exp1-gauss-12", seed), varSortability);
    expect(Math.abs(ours.mean - theirs.mean)).toBeLessThan(4 * Math.hypot(ours.error, theirs.error));
    expect(theirs.mean).toBeGreaterThan(0.9);
  });

  it("standardised data can be sorted by R² and internally standardised data cannot", () => {
    const r2 = (scaling: "standardised" | "internal") =>
      sortabilities(60, (seed) => simulate({ seed, samples: 1000, scaling }), r2Sortability);
    const standardised = r2("standardised");
    const internal = r2("internal");
    expect(standardised.mean - 0.5).toBeGreaterThan(10 * standardised.error);
    // Near ½; what is left depends on the density of the graph.
    expect(Math.abs(internal.mean - 0.5)).toBeLessThan(0.15);
  });
});

describe("quadratic data", () => {
  const explosive: SimulateOptions = {
    mechanism: "quadratic",
    nodes: 20,
    samples: 50,
    edgeProbability: 1,
    seed: 1,
  };

  it("that grow beyond every number are refused with the ways out", () => {
    expect(() => simulate(explosive)).toThrow(
      /simulate: column "X\d\d" overflowed in row \d+; take scaling internal, dropOutliers, fewer edges/,
    );
  });

  it("of any size that is a number are standardised to variance 1", () => {
    // Seed 1 reaches 1e124: its square would overflow, and with it a plain variance.
    const huge = simulate({ ...explosive, nodes: 14, noiseScale: 3 });
    expect(Math.max(...huge.table.X.data.map(Math.abs))).toBeGreaterThan(1e154);
    const { X } = simulate({ ...explosive, nodes: 14, noiseScale: 3, scaling: "standardised" }).table;
    for (let j = 0; j < 14; j++) expect(variance(column(X, j))).toBeCloseTo(1, 9);
  });

  it("stay small with internal scaling", () => {
    const { X } = simulate({ ...explosive, scaling: "internal" }).table;
    expect(Math.max(...X.data)).toBeLessThan(Math.sqrt(50)); // what 50 values of mean 0 and variance 1 can reach
  });

  it("keep the rows of smallest norm with dropOutliers, and have the same truth", () => {
    const options: SimulateOptions = { mechanism: "quadratic", nodes: 5, seed: 3 };
    const all = simulate({ ...options, samples: 500 });
    const kept = simulate({ ...options, samples: 300, dropOutliers: 0.4 });
    expect(kept.table.X.rows).toBe(300);
    expect(kept.truth).toEqual(all.truth);
    const norms = rowNorms(all).sort((a, b) => a - b);
    expect(rowNorms(kept).sort((a, b) => a - b)).toEqual(norms.slice(0, 300));
  });
});

function sortabilities(
  seeds: number,
  draw: (seed: number) => Simulated,
  measure: typeof varSortability,
): { mean: number; error: number } {
  const values = Float64Array.from({ length: seeds }, (_, seed) => {
    const { table, truth } = draw(seed);
    return measure(table, truth)!;
  });
  return { mean: mean(values), error: Math.sqrt(variance(values) / (seeds - 1)) };
}

function rowNorms({ table: { X } }: Simulated): number[] {
  return Array.from({ length: X.rows }, (_, i) =>
    Math.hypot(...X.data.subarray(i * X.cols, (i + 1) * X.cols)),
  );
}

function mean(values: Float64Array): number {
  return values.reduce((a, b) => a + b) / values.length;
}

function variance(values: Float64Array): number {
  const m = mean(values);
  return values.reduce((sum, x) => sum + (x - m) * (x - m), 0) / values.length;
}

/** Ordinary least squares with intercept by elimination: coefficients, their standard errors, residual deviation. */
function regression(
  X: Matrix,
  j: number,
  parents: readonly number[],
): { coefficients: number[]; errors: number[]; deviation: number } {
  const centred = [...parents, j].map((k) => {
    const values = column(X, k);
    const m = mean(values);
    return values.map((x) => x - m);
  });
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  const p = parents.length;
  // [XᵀX | I | Xᵀy] reduced to [I | (XᵀX)⁻¹ | coefficients]
  const rows = parents.map((_, a) => [
    ...parents.map((_, b) => dot(centred[a]!, centred[b]!)),
    ...parents.map((_, b) => (a === b ? 1 : 0)),
    dot(centred[a]!, centred[p]!),
  ]);
  rows.forEach((row, a) => {
    const pivot = row[a]!;
    row.forEach((_, c) => {
      row[c]! /= pivot;
    });
    rows.forEach((other, b) => {
      if (b === a) return;
      const factor = other[a]!;
      other.forEach((_, c) => {
        other[c]! -= factor * row[c]!;
      });
    });
  });
  const coefficients = rows.map((row) => row[2 * p]!);
  const residuals = centred[p]!.map((y, i) => coefficients.reduce((r, w, a) => r - w * centred[a]![i]!, y));
  const deviation = Math.sqrt(variance(residuals));
  return { coefficients, errors: rows.map((row, a) => deviation * Math.sqrt(row[p + a]!)), deviation };
}
