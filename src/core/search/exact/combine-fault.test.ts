import { describe, expect, it } from "vitest";
import { combineFault } from "./combine-fault.ts";

const range = { cost: [10, 400], edges: [0, 12], mostEdges: 15 } as const;

describe("combineFault", () => {
  it("finds nothing wrong with sums, and with the logarithm of the equal-variance score", () => {
    expect(combineFault((sum, edges) => sum - 3 * edges, range)).toBeNull();
    expect(combineFault((sum, edges) => -100 * Math.log(-sum) - 4 * edges, range)).toBeNull();
    expect(combineFault((sum) => sum, { cost: [0, 0], edges: [0, 0], mostEdges: 3 })).toBeNull();
  });

  for (const [what, combine, fault] of [
    ["falls with the sum", (sum: number) => -sum, /rise with the sum/],
    ["rises with the edges", (sum: number, edges: number) => sum + edges, /fall with the edges/],
    ["falls in a narrow place", (sum: number) => (sum < -200 && sum > -212 ? sum - 40 : sum), /rise|convex/],
    ["is concave", (sum: number) => -sum * sum, /convex/],
    ["takes steps", (sum: number) => Math.floor(sum / 5), /convex/],
    ["jumps at a threshold", (sum: number) => (sum > -37 ? sum + 100 : sum), /convex/],
    ["ripples", (sum: number) => sum + 3 * Math.sin(sum), /rise|convex/],
    [
      "rises with edges that the hull does not have",
      (sum: number, e: number) => sum + (e > 13 ? 1e4 : 0),
      /fall with/,
    ],
    ["rises far below", (sum: number) => (sum < -5000 ? -sum : sum), /rise with the sum/],
    ["is no number", () => Number.NaN, /combine must/],
  ] as const) {
    it(`finds one that ${what}`, () => {
      expect(combineFault(combine, range)).toMatch(fault);
    });
  }

  it("finds one that counts how often it is asked", () => {
    let asked = 0;
    expect(combineFault((sum) => sum + 1e-6 * asked++, range)).toMatch(/always give the same number/);
  });
});
