import { describe, expect, it } from "vitest";
import { command, outcomeOf, page, proven, rowsOf, section, table, textOf } from "../../../test/pages.ts";
import { bestShareSentences } from "./record.ts";
import { reportHtml } from "./report.ts";

describe("the record", () => {
  it("contains command, seed, versions and hash, and how to verify the proof", () => {
    const html = page(proven);
    for (const text of [command, "abc123", "wherefore 1.2.3", "wherefore verify certificate.json TABLE"])
      expect(textOf(html)).toContain(text);
    expect(textOf(section(html, "repeat"))).toMatch(/Seed ?1/);
  });

  it("lists every pass of a hull", () => {
    const hull = outcomeOf({ table, options: { score: "bic-equal-variance" } });
    const passes = hull.certificate!.passes.filter(({ multiplier }) => multiplier !== null);
    expect(rowsOf(section(page(hull), "certificate"))).toHaveLength(passes.length);
  });

  it("gives findings with their meaning and the remedy", () => {
    const finding = {
      kind: "outliers",
      severity: "warning",
      columns: ["a"],
      message: "column is odd",
      meaning: "It matters.",
      remedy: "look at it",
    } as const;
    const html = page(proven, { findings: [finding] });
    expect(textOf(section(html, "doctor"))).toContain("Column is odd. It matters. Remedy: look at it.");
    expect(textOf(html)).toContain("The data doctor has 1 warning");
  });

  it("names the penalty weight of the posterior that shares are of, if the run has another", () => {
    const { spec } = proven.result;
    const best = { of: "classes", shareOf: "posterior", prior: "dags", parentPrior: "fair" } as const;
    const told = (penaltyWeight: number) =>
      bestShareSentences({ ...proven.result, best, spec: { ...spec, penaltyWeight } })[0];
    expect(told(1)).toContain("over all graphs under bic, with a prior");
    expect(told(1.27)).toContain(
      "under bic with penalty weight 1 (the scores listed have the weight of the run), with",
    );
  });

  it("describes the alternatives by how they differ from the first", () => {
    const alternatives = [
      { score: -10, edges: [["a", "b"]] as const },
      { score: -10 - 1e-12, edges: [["a", "b"]] as const },
      { score: -12.5, edges: [["b", "a"]] as const },
    ];
    expect(rowsOf(section(page(proven, { alternatives }), "alternatives"))).toEqual([
      ["1", "−10.00", "", "1", "the first"],
      ["2", "−10.00", "0", "1", "the same edges"],
      ["3", "−12.50", "2.50", "1", "+ b → a, − a → b"],
    ]);
  });

  it("lists classes with their numbers of DAGs and their shares, and what the shares refer to", () => {
    const alternatives = [
      { score: -10, edges: [], undirected: [["a", "b"]] as const, members: "2", share: 0.6 },
      { score: -11, edges: [["a", "b"]] as const, undirected: [], members: "1", share: 0.3 },
    ];
    const best = { of: "classes", shareOf: "posterior", prior: "orders", parentPrior: "fair" } as const;
    const shown = section(page(proven, { alternatives, best }), "alternatives");
    expect(rowsOf(shown)).toEqual([
      ["1", "−10.00", "", "1", "2", "60 %", "the first"],
      ["2", "−11.00", "1.00", "1", "1", "30 %", "+ a → b, − a — b"],
    ]);
    expect(textOf(shown)).toContain("those listed have 90 % of it together");
    const listed = section(
      page(proven, { alternatives, best: { ...best, shareOf: "listed" } }),
      "alternatives",
    );
    expect(textOf(listed)).toContain("relative to the 2 classes listed");
  });

  it("plots the progress of a search that took some time, and of no other", () => {
    const trace = (ms: number) => [0, 1, 2, 3, 4].map((k) => ({ ms: k * ms, score: k * k }));
    const drawn = (ms: number): string =>
      section(reportHtml({ ...proven, svg: "", command, trace: trace(ms) }), "course");
    expect(drawn(500)).toContain("<path d=");
    expect(drawn(1)).toBe("");
  });
});
