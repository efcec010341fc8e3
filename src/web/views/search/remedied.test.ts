import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../core/index.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";
import { isTended, openRemedies, remedied, remediedAll, switchedTo, takenChanges } from "./remedied.ts";

const finding = (
  kind: Finding["kind"],
  columns: string[],
  remedy = "",
  severity: "fatal" | "warning" = "fatal",
) => ({
  kind,
  severity,
  columns,
  remedy,
  message: "",
  meaning: "",
});
const draft = (change: Partial<Draft>): Draft => ({ ...emptyDraft, ...change });

describe("remedied", () => {
  it("adds to what is left out, and to the categories, without repeating", () => {
    const before = draft({ without: ["a"], options: { categorical: ["c"], seed: 3 } });
    const change = { without: ["a", "b"], categorical: ["c", "d"], score: "bic-mixed" };
    expect(remedied(before, change)).toEqual({
      without: ["a", "b"],
      missing: "fail",
      options: { categorical: ["c", "d"], seed: 3, score: "bic-mixed" },
    });
  });

  it("drops rows with gaps", () => {
    expect(remedied(emptyDraft, { missing: "drop" }).missing).toBe("drop");
  });
});

describe("isTended", () => {
  it("is so once any of the ways out of a finding is taken, and not before", () => {
    const twins = finding("duplicate", ["a", "b"]);
    expect(isTended(twins, emptyDraft)).toBe(false);
    expect(isTended(twins, draft({ without: ["c"] }))).toBe(false);
    expect(isTended(twins, draft({ without: ["b"] }))).toBe(true);
  });
});

describe("openRemedies", () => {
  it("offers what is not taken yet, and not again what is", () => {
    const twins = finding("duplicate", ["a", "b"]);
    const labels = (given: Draft) => openRemedies(twins, given).map(({ label }) => label);
    expect(labels(emptyDraft)).toEqual(['Leave out "a"', 'Leave out "b"']);
    expect(labels(draft({ without: ["a"] }))).toEqual(['Leave out "b"']);
  });

  it("does not offer the score that is used already, said or not", () => {
    const scales = finding("scales", ["a", "b"], "", "warning");
    expect(openRemedies(scales, emptyDraft)).toEqual([]);
    expect(openRemedies(scales, draft({ options: { score: "bic" } }))).toEqual([]);
    expect(openRemedies(scales, draft({ options: { score: "bic-equal-variance" } }))).toHaveLength(1);
  });

  it("offers nothing that applying would leave as it was, whatever is taken", () => {
    const findings = [
      finding("missing", ["a"], "--missing drop"),
      finding("text", ["b"]),
      finding("few-rows", [], "--penalty-weight", "warning"),
      finding("discrete", ["a", "c"]),
    ];
    const names = fc.subarray(["a", "b", "c"]);
    const drafts = fc.record({
      without: names,
      missing: fc.constantFrom("fail" as const, "drop" as const),
      options: fc.record({ categorical: names, score: fc.constantFrom("bic", "bic-mixed") }),
    });
    fc.assert(
      fc.property(drafts, fc.constantFrom(...findings), (fields, one) => {
        const given = draft(fields);
        for (const { change } of openRemedies(one, given)) {
          const after = draft({ ...fields, ...remedied(given, change) });
          expect(after).not.toEqual(given);
          expect(openRemedies(one, after).map((r) => r.change)).not.toContainEqual(change);
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe("remediedAll", () => {
  it("takes the first way of each, and none of a finding whose column is gone already", () => {
    const findings = [
      finding("constant", ["x"]),
      finding("duplicate", ["a", "b"]),
      finding("collinear", ["a", "c"]),
      finding("missing", ["x"], "--missing drop"),
      finding("missing", ["d"], "--missing drop"),
    ];
    expect(remediedAll(emptyDraft, findings)).toMatchObject({ without: ["x", "a"], missing: "drop" });
  });

  it("takes a way that helps several findings once", () => {
    const text = (name: string) => finding("text", [name], "use --score bdeu");
    expect(remediedAll(emptyDraft, [text("a"), text("b")])).toMatchObject({
      without: [],
      options: { score: "bdeu" },
    });
  });
});

describe("takenChanges", () => {
  it("has nothing to take back of an empty draft", () => {
    expect(takenChanges(emptyDraft)).toEqual([]);
  });

  it("takes back one thing each, until nothing is left", () => {
    let given = draft({
      without: ["a", "b"],
      missing: "drop",
      options: { score: "bic-mixed", categorical: ["c"], penaltyWeight: 2, seed: 4 },
    });
    const labels = takenChanges(given).map(({ label }) => label);
    expect(labels).toEqual([
      "left out: a",
      "left out: b",
      "rows with gaps: dropped",
      "categories: c",
      "score: bic-mixed",
      "penalty of an edge: 2 times",
    ]);
    for (let left = labels.length; left > 0; left--) {
      expect(takenChanges(given)).toHaveLength(left);
      given = { ...given, ...takenChanges(given)[0].back };
    }
    expect(JSON.parse(JSON.stringify(given))).toEqual(draft({ options: { seed: 4 } }));
  });

  it("takes categories back with the score that takes them", () => {
    const given = draft({ options: { score: "bic-mixed", categorical: ["c"] } });
    const back = takenChanges(given).find(({ label }) => label.startsWith("score"))!.back;
    expect(back.options?.categorical).toBeUndefined();
  });
});

describe("switchedTo", () => {
  it("goes to categories with the score that takes them, and back to numbers", () => {
    const there = switchedTo("categories", "a", { options: { seed: 1 }, score: "bic-mixed" });
    expect(there).toEqual({ seed: 1, score: "bic-mixed", categorical: ["a"] });
    const back = switchedTo("numbers", "a", { options: there, score: "bic-mixed" });
    expect(back).toEqual({ seed: 1, score: "bic-mixed" });
  });
});
