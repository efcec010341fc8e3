import { describe, expect, it } from "vitest";
import { simulate } from "../data/simulate/simulate.ts";
import type { RunOptions } from "./spec.ts";
import { specFor } from "./spec-for.ts";

const { table } = simulate({ nodes: 11, samples: 853, seed: 1 });
const weighed = "penalty weight 1.64 for 11 variables and 853 rows";

describe("specFor", () => {
  it("says why the score is what it is: by the columns, or asked for", () => {
    const reasonOf = (options: RunOptions) => specFor(table, options).reason;
    expect(reasonOf({})).toBe(`every column is a number; ${weighed}`);
    expect(reasonOf({ score: "bic" })).toBe(`requested; ${weighed}`);
    expect(reasonOf({ penaltyWeight: 1.64 })).toBe("every column is a number");
    expect(reasonOf({ score: "bic", penaltyWeight: 1 })).toBe("requested");
    expect(reasonOf({ score: "bge" })).toBe("requested");
    expect(reasonOf({ score: "bic-equal-variance", penaltyWeight: "auto" })).toBe(`requested; ${weighed}`);
  });

  it("gives the same reasons when what it resolved is asked for again", () => {
    for (const options of [{}, { score: "bic" }, { penaltyWeight: 2 }, { score: "bge" }, { search: "rl" }]) {
      const { spec, reason } = specFor(table, options);
      expect(specFor(table, JSON.parse(JSON.stringify(spec)))).toEqual({ spec, reason });
    }
  });

  it("has the weight of the size of the table for bic, and 1 for agents and other scores", () => {
    const weightOf = (options: RunOptions) => specFor(table, options).spec.penaltyWeight;
    expect(weightOf({})).toBe(1.64);
    expect(weightOf({ search: "ges" })).toBe(1.64);
    expect(weightOf({ search: "rl" })).toBe(1);
    expect(weightOf({ score: "bic-equal-variance" })).toBe(1);
    expect(weightOf({ score: "bic-equal-variance", penaltyWeight: "auto" })).toBe(1.64);
    expect(weightOf({ penaltyWeight: 2 })).toBe(2);
  });
});
