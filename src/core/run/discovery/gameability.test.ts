import { describe, expect, it } from "vitest";
import { named, run, table, truth } from "../../../../test/discoveries.ts";
import { graphMetrics } from "../../graph/metrics.ts";
import { linearBicEqualVariance } from "../../score/linear-bic.ts";

describe("the panel", () => {
  it("has the four baselines with score and metrics, the sortabilities and, if units matter, the rescaling", () => {
    const { panel, notes } = run({ table, truth, options: { score: "bic-equal-variance" } }).result;
    expect(panel!.baselines.map((b) => b.name)).toEqual([
      "empty",
      "random-order-regress",
      "var-sortnregress",
      "r2-sortnregress",
    ]);
    const score = linearBicEqualVariance(table);
    for (const { edges, score: value, metrics } of panel!.baselines) {
      expect(value).toBeCloseTo(score.ofGraph(named(edges)), 8);
      expect(metrics).toEqual(graphMetrics(truth, named(edges)));
    }
    expect(panel!.varSortability).toBeGreaterThan(0.9); // raw simulated data reveal their order
    expect(panel!.r2Sortability).toBeGreaterThanOrEqual(0);
    expect(panel!.rescaling!.runs).toBe(5);
    expect(panel!.rescaling!.share).toBeLessThan(1);
    expect(notes.some((note) => note.includes("survive a random rescaling"))).toBe(true);
  });

  it("has no rescaling for a scale-invariant score, and is made without a truth on request", () => {
    const { panel } = run({ table, options: { panel: "always" } }).result;
    expect(panel!.rescaling).toBeNull();
    expect(panel!.varSortability).toBeNull();
    expect(panel!.baselines.every((b) => b.metrics === null)).toBe(true);
    expect(run({ table, truth, options: { panel: "never" } }).result.panel).toBeNull();
  });
});
