import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Draft, draftFrom, emptyDraft } from "./draft.ts";

const full: Draft = {
  without: ["a"],
  kinds: { d: "category" },
  truth: [["b", "c"]],
  options: { seed: 3, score: "bge" },
  knowledge: { required: [["b", "c"]], forbidden: [["c", "b"]], tiers: [["b"], []], maxParents: 2 },
  threads: 2,
};

describe("draftFrom", () => {
  it("reads what was put", () => {
    expect(draftFrom(JSON.stringify(full))).toEqual(full);
    expect(draftFrom(JSON.stringify({ ...full, truth: "a -> b" })).truth).toBe("a -> b");
    expect(draftFrom(JSON.stringify(emptyDraft))).toEqual(emptyDraft);
  });

  it("reads a draft of the version before columns had kinds", () => {
    const { kinds: _, ...rest } = full;
    const former = { ...rest, missing: "drop", options: { ...full.options, categorical: ["d"] } };
    expect(draftFrom(JSON.stringify(former))).toEqual(full);
  });

  it("is empty for a text that is no draft", () => {
    for (const text of ["", "{", "null", "7", "[]", '"text"', "{}"])
      expect(draftFrom(text)).toEqual(emptyDraft);
  });

  it("leaves out a field of another shape, and keeps the others", () => {
    const broken = { ...full, without: "a", knowledge: { ...full.knowledge, tiers: [["b"], 3] } };
    expect(draftFrom(JSON.stringify(broken))).toEqual({
      ...full,
      without: [],
      knowledge: { ...full.knowledge, tiers: [] },
    });
  });

  it("is a draft, whatever JSON it is given", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const draft = draftFrom(text);
        expect(draftFrom(JSON.stringify(draft))).toEqual(draft);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
