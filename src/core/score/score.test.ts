import { describe, expect, it } from "vitest";
import { emptyGraph, graphFromEdges } from "../graph/graph.ts";
import { isBetter, type Local, lead, paperScore, scoreFromTerms } from "./score.ts";

const collider = graphFromEdges(3, [
  [0, 2],
  [1, 2],
]);

describe("scoreFromTerms", () => {
  const seen: [number, readonly number[]][] = [];
  const local: Local = {
    term: (node, parents) => {
      seen.push([node, parents]);
      return 10 ** node * (1 + parents.length);
    },
  };

  it("sums the terms of all nodes, parents ascending", () => {
    expect(scoreFromTerms(local, collider)).toBe(1 + 10 + 300);
    expect(seen).toEqual([
      [0, []],
      [1, []],
      [2, [0, 1]],
    ]);
  });

  it("passes the sum and the number of edges to combine, if there is one", () => {
    expect(scoreFromTerms({ ...local, combine: (sum, edges) => sum * 1000 + edges }, collider)).toBe(311_002);
  });
});

describe("paperScore", () => {
  const ofGraph = () => 4;

  it("puts the lower bound at 0 and the upper at 5", () => {
    expect(paperScore({ lower: 4, upper: 8, ofGraph }, collider)).toBe(0);
    expect(paperScore({ lower: 2, upper: 4, ofGraph }, collider)).toBe(5);
    expect(paperScore({ lower: 3, upper: 5, ofGraph }, collider)).toBe(2.5);
  });

  it("raises the upper bound by 1 if the two coincide", () => {
    expect(paperScore({ lower: 4, upper: 4, ofGraph }, emptyGraph(1))).toBe(0);
    expect(paperScore({ lower: 3.5, upper: 3.5, ofGraph }, emptyGraph(1))).toBe(2.5);
  });
});

it("lead is the difference to a worse score, and 0 within rounding or if not better", () => {
  expect([lead(3, 1), lead(1, 3), lead(1e6 + 0.0005, 1e6)]).toEqual([2, 0, 0]);
});

describe("isBetter", () => {
  it("requires a relative difference of more than 1e-9, and never less than 1e-9", () => {
    expect(isBetter(1e6 + 0.002, 1e6)).toBe(true);
    expect(isBetter(1e6 + 0.0005, 1e6)).toBe(false);
    expect(isBetter(2e-9, 0)).toBe(true);
    expect(isBetter(0.5e-9, 0)).toBe(false);
    expect(isBetter(-1e6, -1e6 - 0.002)).toBe(true);
    expect(isBetter(1, 2)).toBe(false);
  });

  it("handles infinities, and NaN is neither better nor worse than anything", () => {
    const { POSITIVE_INFINITY: up, NEGATIVE_INFINITY: down, NaN: no } = Number;
    expect(isBetter(0, down)).toBe(true);
    expect(isBetter(down, 0)).toBe(false);
    expect(isBetter(down, down)).toBe(false);
    expect(isBetter(up, 1e300)).toBe(true);
    expect(isBetter(no, 0)).toBe(false);
    expect(isBetter(0, no)).toBe(false);
  });
});
