import { describe, expect, it } from "vitest";
import { parentBits } from "../../../../../test/parent-bits.ts";
import { type Graph, isAcyclic } from "../../../graph/graph.ts";
import { createDistance, type DistanceName } from "./distance.ts";
import { leastDistance, propositionOne } from "./proposition.ts";

/** Every directed graph of d variables. */
function allGraphs(d: number): Graph[] {
  const cells = Array.from({ length: d * d }, (_, k) => k).filter((k) => k % (d + 1) !== 0);
  return Array.from({ length: 2 ** cells.length }, (_, mask) => {
    const edges = new Uint8Array(d * d);
    cells.forEach((cell, bit) => {
      edges[cell] = (mask >> bit) & 1;
    });
    return { d, edges };
  });
}

describe("leastDistance", () => {
  it("is the least distance of all cyclic graphs, at 2, 3 and 4 variables", () => {
    for (const d of [2, 3, 4]) {
      const graphs = allGraphs(d).filter((graph) => !isAcyclic(graph));
      for (const name of ["trace-exponential", "cyclic-paths", "feedback-arcs"] satisfies DistanceName[]) {
        const out = {
          distance: new Float64Array(graphs.length),
          acyclic: new Uint8Array(graphs.length),
        };
        createDistance(d, name)(parentBits(graphs), graphs.length, out);
        expect(leastDistance(d, name)).toBeCloseTo(Math.min(...out.distance), 14);
      }
    }
  });

  it("is about 1/11! for 12 variables, one cycle through all", () => {
    expect(leastDistance(12, "trace-exponential") * 39916800).toBeCloseTo(1, 12);
  });
});

describe("propositionOne", () => {
  const weights = { lambda1: 1.2, lambda2: 0.01, d: 12 };

  it("holds where λ₁ + λ₂ h_min reaches the score of the best DAG, and not below", () => {
    expect(propositionOne({ ...weights, upper: 1.2 })).toMatchObject({
      applicable: true,
      bound: 1.2,
      holds: true,
    });
    expect(propositionOne({ ...weights, upper: 1.21 })).toMatchObject({ applicable: true, holds: false });
    expect(propositionOne({ ...weights, upper: 1.21, distance: "feedback-arcs" })).toMatchObject({
      penalty: 1.21,
      holds: true,
    });
  });

  it("holds where a single 2-cycle is all there can be: λ₂ (2/2! + 2/4! + …) alone", () => {
    const least = 2 * Math.cosh(1) - 2;
    const at = (upper: number) => propositionOne({ lambda1: 0, lambda2: 1, d: 2, upper });
    expect(at(least - 1e-12)).toMatchObject({ holds: true });
    expect(at(least + 1e-12)).toMatchObject({ holds: false });
  });

  it("says why it does not apply", () => {
    expect(propositionOne({ ...weights, upper: 1, isLowerBound: false })).toEqual({
      applicable: false,
      why: "no lower bound of the score over all graphs is known",
    });
    expect(propositionOne({ ...weights, upper: Number.POSITIVE_INFINITY })).toEqual({
      applicable: false,
      why: "no DAG has been scored yet",
    });
    expect(propositionOne({ ...weights, d: 1, upper: 1 })).toEqual({
      applicable: false,
      why: "a graph of one variable has no cycle",
    });
  });

  it("refuses a negative weight", () => {
    expect(() => propositionOne({ ...weights, lambda1: -1, upper: 1 })).toThrow(
      "proposition: the penalty weights must be 0 or more, got -1 and 0.01",
    );
  });
});
