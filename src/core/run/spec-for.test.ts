import { describe, expect, it } from "vitest";
import { simulate } from "../data/simulate/simulate.ts";
import { penaltyWeightFor } from "../score/penalty-weight.ts";
import type { RunOptions } from "./spec.ts";
import { specFor } from "./spec-for.ts";

const { table } = simulate({ nodes: 11, samples: 853, seed: 1 });
const weighed = "penalty weight 1.64 for 11 variables and 853 rows";

describe("specFor", () => {
  it("gives the reason for the score: the columns, or the request", () => {
    const reasonOf = (options: RunOptions) => specFor(table, options).reason;
    expect(reasonOf({})).toBe(`every column is a number; ${weighed}`);
    expect(reasonOf({ score: "bic" })).toBe(`requested; ${weighed}`);
    expect(reasonOf({ penaltyWeight: 1.64 })).toBe("every column is a number");
    expect(reasonOf({ score: "bic", penaltyWeight: 1 })).toBe("requested");
    expect(reasonOf({ score: "bge" })).toBe("requested");
    expect(reasonOf({ score: "bic-equal-variance", penaltyWeight: "auto" })).toBe(`requested; ${weighed}`);
  });

  it("gives the same reasons when its result is requested again", () => {
    const planned = { search: "exact", chosen: ["search"] } satisfies RunOptions;
    for (const options of [
      {},
      { score: "bic" },
      { penaltyWeight: 2 },
      { score: "bge" },
      { search: "rl" },
      planned,
    ]) {
      const { spec, reason } = specFor(table, options);
      expect(specFor(table, JSON.parse(JSON.stringify(spec)))).toEqual({ spec, reason });
    }
  });

  it("uses the penalty weight for the size of the table with bic, and 1 for agents and other scores", () => {
    const weightOf = (options: RunOptions) => specFor(table, options).spec.penaltyWeight;
    expect(weightOf({})).toBe(1.64);
    expect(weightOf({ search: "ges" })).toBe(1.64);
    expect(weightOf({ search: "rl" })).toBe(1);
    expect(weightOf({ score: "bic-equal-variance" })).toBe(1);
    expect(weightOf({ score: "bic-equal-variance", penaltyWeight: "auto" })).toBe(1.64);
    expect(weightOf({ penaltyWeight: 2 })).toBe(2);
  });

  it("drops rows without any value, and estimates gaps only in rows that have some", () => {
    const gapless = simulate({ nodes: 3, samples: 60, seed: 2 }).table;
    const without = (...cells: readonly (readonly [number, number])[]) => {
      const data = gapless.X.data.slice();
      for (const [i, j] of cells) data[3 * i + j] = Number.NaN;
      return { ...gapless, X: { ...gapless.X, data } };
    };
    const empty = [0, 1, 2].flatMap((j) => [[4, j] as const, [9, j] as const]);
    for (const missing of [undefined, "auto", "em", "drop"] as const)
      expect(specFor(without(...empty), { missing }).spec.missing).toBe("drop");
    expect(specFor(without(...empty, [5, 1])).spec.missing).toBe("em");
  });

  it("weights the penalty by the rows that count", () => {
    const small = simulate({ nodes: 3, samples: 60, seed: 2 }).table;
    const data = small.X.data.slice();
    data.fill(Number.NaN, 0, 6); // two rows without any value
    for (let i = 2; i < 32; i++) data[3 * i] = Number.NaN;
    const gapped = { ...small, X: { ...small.X, data } };
    const rowsOf = (missing: "em" | "drop") => {
      const { spec, reason } = specFor(gapped, { missing });
      const count = Number(/3 variables and (\d+) rows/.exec(reason)![1]);
      expect(spec.penaltyWeight).toBe(Math.round(100 * penaltyWeightFor({ d: 3, n: count })) / 100);
      return count;
    };
    expect([rowsOf("em"), rowsOf("drop")]).toEqual([34, 28]);
  });
});
