import { describe, expect, it } from "vitest";
import { run, table, truth } from "../../../../test/discoveries.ts";
import type { RunEvent } from "../result.ts";

describe("notes about a search for weights", () => {
  const notesOf = (search: string, options: Record<string, number>) =>
    run({ table, options: { search, options } }).result.notes.join("\n");

  it("say what did not converge, and whether a cycle had to be cut", () => {
    const short = notesOf("dagma", { stages: 2, warmIterations: 3, lastIterations: 3 });
    expect(short).toMatch(
      /ended before its weights had converged \(in 2 of its stages; raise warmIterations/,
    );
    const early = notesOf("notears", { rhoMax: 2, threshold: 0.001 });
    expect(early).toMatch(/ended before its weights were acyclic \(h is \d/);
    expect(early).toMatch(
      /above the threshold had a cycle: the smallest were left out until there was none, and edges of weight \d\.\d+ or more remain/,
    );
    expect(notesOf("notears", {})).not.toMatch(/ended before|had a cycle/);
  });
});

describe("a truth that scores higher than what was found", () => {
  const options = { search: "hill-climb", optimum: "never", panel: "never" } as const;
  const early = (event: RunEvent) =>
    event.type === "step" && event.stage === "search" ? ("interrupted" as const) : undefined;

  it("shows that the search fell short, without a proof", () => {
    const { result } = run({ table, truth, options }, early);
    expect(result).toMatchObject({ optimum: null, verdict: "search-short" });
    expect(result.notes.join("\n")).toMatch(/the search fell short: the truth scores \d+\.?\d* higher/);
    expect(run({ table, truth, options }).result.verdict).toBe("unknown");
  });

  it("shows nothing if the knowledge rules it out, or the search does not use the score", () => {
    const [[cause, effect]] = run({ table, truth, options }).result.truth!.edges;
    const knowledge = { forbidden: [[cause, effect] as [string, string]] };
    expect(run({ table, truth, options: { ...options, knowledge } }, early).result.verdict).toBe("unknown");
    const empty = { search: "notears", options: { threshold: 99 }, panel: "never" } as const;
    expect(run({ table, truth, options: empty }).result).toMatchObject({ edges: [], verdict: "unknown" });
  });
});
