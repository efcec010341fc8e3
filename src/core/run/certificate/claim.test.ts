import { describe, expect, it } from "vitest";
import { run, table } from "../../../../test/discoveries.ts";
import { type RunOptions, runSpec } from "../spec.ts";
import { claimOf } from "./claim.ts";
import { claimFor } from "./scoring.ts";

const columns = ["a", "b", "c", "e"];
const sentence = (options: RunOptions, isOwn = false) =>
  claimFor(runSpec({ score: "bic", ...options }, isOwn), { rows: 1000, columns }).sentence;

describe("a claim", () => {
  it("is short if nothing but a score was requested", () => {
    expect(sentence({})).toBe("no graph scores higher under bic (1000 rows)");
    expect(sentence({ score: "bge" })).toBe("no graph scores higher under bge (1000 rows)");
    expect(sentence({ score: "./mine.js" })).toBe("no graph scores higher under ./mine.js (1000 rows)");
  });

  it("names the parameters of the score that differ, or that matter", () => {
    expect(sentence({ penaltyWeight: 50 })).toMatch(
      /^no graph scores higher under bic with penalty weight 50 \(/,
    );
    expect(sentence({ score: "bic-equal-variance", penalty: "runs", penaltyWeight: 2 })).toMatch(
      /under bic-equal-variance with the penalty of the paper's runs and penalty weight 2 \(/,
    );
    expect(sentence({ score: "bic-equal-variance" })).toMatch(/with the penalty of the paper's equation \(/);
    expect(sentence({ score: "bdeu", categorical: ["c", "e"] })).toMatch(
      /under bdeu with equivalent sample size 1 and c, e as categories \(/,
    );
  });

  it("has no penalty form if both forms are the same", () => {
    expect(sentence({ penalty: "runs" })).toBe(sentence({}));
  });

  it("names the rows and how they were prepared", () => {
    expect(sentence({ dropOutliers: 0.1, standardise: true })).toBe(
      "no graph scores higher under bic (900 rows, 100 of 1000 left out as outliers, columns standardised)",
    );
  });

  it("names the graphs that were compared, edges counted and the first of them named", () => {
    const knowledge = {
      required: [["a", "b"]] as [string, string][],
      roots: ["a"],
      leaves: ["e"],
      maxParents: 2,
    };
    expect(sentence({ knowledge })).toBe(
      "among the graphs that satisfy the prior knowledge (1 required edge: a → b; 5 forbidden edges: b → a, c → a, e → a, …; at most 2 causes for each variable), none scores higher under bic (1000 rows)",
    );
    expect(sentence({ knowledge: { maxParents: 3 } })).toBe(sentence({}));
    expect(claimFor(runSpec({ knowledge: { maxParents: 1 } }), { rows: 9, columns }).knowledge).toEqual({
      required: [],
      forbidden: [],
      maxParents: 1,
    });
  });

  it("is in the result and in the event of the optimum, and in neither if nothing is proven", () => {
    const options: RunOptions = { knowledge: { maxParents: 1 }, penaltyWeight: 50 };
    const { result, events } = run({ table, options });
    expect(result.claim).toBe(
      "among the graphs that satisfy the prior knowledge (at most 1 cause for each variable), none scores higher under bic with penalty weight 50 (400 rows)",
    );
    expect(claimOf(result)!.sentence).toBe(result.claim);
    expect(events.find(({ type }) => type === "optimum")).toMatchObject({ claim: result.claim });
    const unproven = run({ table, options: { search: "order", optimum: "never" } }).result;
    expect([unproven.claim, claimOf(unproven)]).toEqual([null, null]);
  });
});
