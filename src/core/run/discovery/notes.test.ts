import { describe, expect, it } from "vitest";
import { run, table, truth } from "../../../../test/discoveries.ts";
import { linearBic } from "../../score/linear-bic.ts";
import type { RunEvent } from "../result.ts";
import { verdictNotes } from "./notes.ts";

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

describe("a truth that scores lower than the proven optimum", () => {
  const bic = linearBic(table);
  const facts = {
    truth: { score: -264.2, edges: [], shdComplete: 0 },
    optimum: -247.3,
    claim: "",
    polished: null,
  } as const;
  const noteOf = (score: number, isOwnRule = false): string[] =>
    verdictNotes(bic, { ...facts, score, verdict: "search-short" }, null, isOwnRule);

  it("shows that the score decides only for a search that found a graph as good as the truth", () => {
    const other = "the score prefers another graph to the truth by 16.90";
    const decides = ": where they differ, the score (or the sample) decides, not the search";
    expect(noteOf(-247.3)).toEqual([`${other}${decides}`]);
    expect(noteOf(-264.2)).toEqual([`${other}${decides}`]);
    expect(noteOf(-472.5)).toEqual([
      "the search fell short: the truth scores 208.3 higher than the best graph found, and the proven optimum 16.90 higher than the truth",
    ]);
    expect(noteOf(-472.5, true)).toEqual([other]);
  });
});

it("a number of restarts without effect is noted where the search was chosen automatically", () => {
  const note = "the number of restarts had no effect: the search exact has none";
  expect(run({ table, options: { restarts: 5 } }).result.notes).toContain(note);
  expect(run({ table }).result.notes).not.toContain(note);
});
