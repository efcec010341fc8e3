import { expect, it } from "vitest";
import { emptyDraft } from "../draft/draft.ts";
import { firstDraft } from "./first-draft.ts";

it("takes the truth of an example, and is empty where there is none", () => {
  expect(firstDraft({ truth: null })).toBe(emptyDraft);
  expect(firstDraft({ truth: [["a", "b"]] })).toEqual({ ...emptyDraft, truth: [["a", "b"]] });
});
