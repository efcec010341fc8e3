import { describe, expect, it } from "vitest";
import { run, table } from "../../../../test/discoveries.ts";
import type { Score } from "../../score/score.ts";
import type { RunOptions, RunSpec } from "../spec.ts";
import { chosenSearch } from "./choose-search.ts";

const choiceOf = (options: RunOptions) => {
  const { search, choice } = run({ table, options }).result;
  return [search, choice];
};

describe("the search of a run", () => {
  it("comes with the reason why it was chosen, or was requested", () => {
    const fitting = ["exact", "6 variables need 1 MB, so the optimum can be proven"];
    expect(choiceOf({})).toEqual(fitting);
    expect(choiceOf({ search: "exact" })).toEqual(["exact", "requested"]);
  });

  it("is said in numbers that a reader can take in, and promises no proof that memory cannot buy", () => {
    const reasonFor = (d: number, score: "bic" | "gp", memoryBytes?: number): string => {
      const local = { term: () => 0, ...(score === "bic" && { gaussian: {} as never }) };
      const made = {
        name: score,
        d,
        local,
        ...(score === "gp" && { exactVariables: 10 }),
      } as unknown as Score;
      return chosenSearch({ search: "auto" } as RunSpec, made, { memoryBytes }).choice;
    };
    expect(reasonFor(60, "bic")).toBe("a proof is possible up to 27 variables, and there are 60");
    expect(reasonFor(24, "bic", 1e6)).toMatch(/^24 variables would need \d+ MB for a proof$/);
    expect(reasonFor(12, "gp")).toBe("a proof would need 24,576 terms of the score gp");
    expect(reasonFor(69, "gp")).toBe("a proof would need 2e22 terms of the score gp");
  });

  it("counts as chosen, not requested, even if it was chosen earlier", () => {
    expect(choiceOf({ search: "exact", chosen: ["search"] })).toEqual(choiceOf({}));
    expect(choiceOf({ search: "order", chosen: ["search"] })).toEqual([
      "order",
      "chosen by the machine that planned the task",
    ]);
  });
});
