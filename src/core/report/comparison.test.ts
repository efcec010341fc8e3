import { describe, expect, it } from "vitest";
import { outcomeOf, page, proven, rowsOf, section, table, textOf, truth } from "../../../test/pages.ts";

describe("the comparison", () => {
  it("never gives the SHD alone", () => {
    const { metrics, truth: known } = proven.result;
    const rows = new Map(rowsOf(section(page(proven), "truth")).map(([name, value]) => [name, value]));
    expect(rows.get("SHD")).toBe(String(metrics!.shd));
    expect(rows.get("SHD of the empty graph")).toBe(String(metrics!.trueEdges));
    expect(rows.get("SHD of the complete graph")).toBe(String(known!.shdComplete));
    for (const name of [
      "Edges",
      "Correct",
      "Reversed",
      "Missing",
      "Extra",
      "SHD between classes",
      "SID",
      "FDR",
      "TPR",
    ])
      expect(rows.has(name), name).toBe(true);
  });

  it("gives the reason for a value that cannot be computed", () => {
    const metrics = { ...proven.result.metrics!, sid: null, reasons: { sid: "the estimate has a cycle" } };
    expect(textOf(section(page(proven, { metrics }), "truth"))).toContain("SID–the estimate has a cycle");
  });

  it("warns, also at the top, exactly if a baseline does as well", () => {
    const { panel, metrics } = proven.result;
    const withBest = (shd: number): string => {
      const baselines = panel!.baselines.map((b, k) => ({
        ...b,
        metrics: { ...b.metrics!, shd: k === 2 ? shd : shd + 5 },
      }));
      return page(proven, { panel: { ...panel!, baselines }, metrics: { ...metrics!, shd: 3 } });
    };
    expect(textOf(withBest(4))).not.toMatch(/needs no search/);
    expect(textOf(withBest(3)).match(/does as well: var-sortnregress has SHD 3 too/g)).toHaveLength(2);
    expect(
      textOf(withBest(2)).match(/does not beat a baseline .* var-sortnregress has SHD 2, the result 3/g),
    ).not.toBeNull();
    expect(rowsOf(section(withBest(4), "baselines")).map(([name]) => name)).toContain(
      "var-sortnregress best of these",
    );
  });

  it("mentions as many baselines as there are", () => {
    const panel = proven.result.panel!;
    const alone = { ...panel, baselines: panel.baselines.slice(0, 1) };
    expect(textOf(section(page(proven), "baselines"))).toContain("Four graphs that need no search");
    expect(textOf(section(page(proven, { panel: alone }), "baselines"))).toContain(
      "A graph that needs no search: the empty graph.",
    );
  });

  it("shows the scores of all stages, with their gaps", () => {
    const polished = page(outcomeOf({ table, truth, options: { polish: true, search: "order" } }));
    expect(rowsOf(section(polished, "scores")).map(([name]) => name)).toEqual([
      "Found by the search",
      "Polished",
      "Final",
      "The truth",
      "Proven optimum",
    ]);
  });
});
