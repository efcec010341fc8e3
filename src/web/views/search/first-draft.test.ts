import { describe, expect, it } from "vitest";
import { emptyDraft } from "../draft/draft.ts";
import { firstDraft } from "./first-draft.ts";

const labels = { name: "a", profile: { kind: "category" as const, distinct: 1, labels: [] } };
const unknown = { name: "b", profile: null };

describe("firstDraft", () => {
  it("takes a score of labels where every column holds labels, and only there", () => {
    expect(firstDraft({ truth: null, profile: [labels, labels] }).options).toEqual({ score: "bdeu" });
    expect(firstDraft({ truth: null, profile: [labels, unknown] })).toBe(emptyDraft);
    expect(firstDraft({ truth: null, profile: [] })).toBe(emptyDraft);
  });

  it("takes the truth of an example", () => {
    expect(firstDraft({ truth: [["a", "b"]], profile: [unknown] })).toEqual({
      ...emptyDraft,
      truth: [["a", "b"]],
    });
  });
});
