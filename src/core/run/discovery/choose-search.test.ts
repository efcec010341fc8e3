import { describe, expect, it } from "vitest";
import { run, table } from "../../../../test/discoveries.ts";
import type { RunOptions } from "../spec.ts";

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

  it("counts as chosen, not requested, even if it was chosen earlier", () => {
    expect(choiceOf({ search: "exact", chosen: ["search"] })).toEqual(choiceOf({}));
    expect(choiceOf({ search: "order", chosen: ["search"] })).toEqual([
      "order",
      "chosen by the machine that planned the task",
    ]);
  });
});
