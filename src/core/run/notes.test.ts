import { describe, expect, it } from "vitest";
import { run, table } from "../../../test/discoveries.ts";

describe("notes about a search of weights", () => {
  const notesOf = (search: string, settings: Record<string, number>) =>
    run({ table, options: { search, settings } }).result.notes.join("\n");

  it("say what did not come to rest, and whether a cycle had to be cut", () => {
    const short = notesOf("dagma", { stages: 2, warmIterations: 3, lastIterations: 3 });
    expect(short).toMatch(/ended before its weights had come to rest \(2 of its stages, which --set/);
    const early = notesOf("notears", { rhoMax: 2, threshold: 0.001 });
    expect(early).toMatch(/ended before its weights were acyclic \(h is \d/);
    expect(early).toMatch(
      /above the threshold had a cycle: the smallest were left out until there was none, and edges from \d\.\d+ on are left/,
    );
    expect(notesOf("notears", {})).not.toMatch(/ended before|had a cycle/);
  });
});
