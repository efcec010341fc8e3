import { describe, expect, it } from "vitest";
import { outcomeOf, table } from "../../../test/pages.ts";
import type { RunOptions } from "../run/spec.ts";
import { cautionsOf } from "./cautions.ts";

const found = (options: RunOptions) => outcomeOf({ table, options }).result;

describe("a caution", () => {
  it("names the arrows that fewer than half of the graphs have, the least first", () => {
    const { confidence, ...result } = found({ confidence: "bootstrap", resamples: 10 });
    const [[a, b], [c, e]] = result.edges;
    const others = confidence!.pairs.filter(
      (pair) => !result.edges.some((edge) => edge.includes(pair.a) && edge.includes(pair.b)),
    );
    const pair = (p: string, q: string, forward: number) => ({
      ...{ a: p, b: q, forward },
      ...{ backward: 1 - forward, undirected: 0, none: 0 },
    });
    const sure = result.edges.slice(2).map(([p, q]) => pair(p, q, 0.9));
    const told = (first: number, second: number, method: "posterior" | "bootstrap" = "bootstrap") =>
      cautionsOf({
        ...result,
        warnings: ["look out"],
        confidence: {
          ...confidence!,
          method,
          // The second pair the other way round: its share is that of the printed direction.
          pairs: [...others, ...sure, pair(a, b, first), pair(e, c, 1 - second)],
        },
      });
    expect(told(0.5, 0.8)).toEqual(["look out"]);
    expect(told(0.497, 0.344)).toEqual([
      "look out",
      `2 arrows of this answer appear in fewer than half of the resamples: ${c} → ${e} (34 %), ${a} → ${b} (just under 50 %)`,
    ]);
    expect(told(0.39, 0.8, "posterior").at(-1)).toBe(
      `an arrow of this answer has a posterior probability below one half: ${a} → ${b} (39 %)`,
    );
  });

  it("is about what the score assumes where there is no confidence", () => {
    const result = found({});
    expect(cautionsOf(result)).toEqual(result.warnings);
  });
});
