import { describe, expect, it } from "vitest";
import { subsetsOf } from "../../../../test/problems.ts";
import { createTable, type Table } from "../../data/table.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { mixedBic } from "../../score/mixed-bic.ts";
import { localScore } from "../../score/score.ts";
import { finish } from "../search.ts";
import { exactSearch } from "./exact.ts";

/** Categories of many labels and of few, and numbers that go with them. */
function mixedTable(n: number): Table {
  const rng = createRng("ruled out");
  const sizes = [12, 9, 2, 3];
  const X = matrix(n, 6);
  for (let i = 0; i < n; i++) {
    const [a, b, c, e] = sizes.map((size) => rng.integer(size));
    const group = rng.uniform() < 0.7 ? Math.min(2, a) : e;
    const x = c + rng.normal();
    X.data.set([a, b, c, group, x, x - group + 0.5 * rng.normal()], 6 * i);
  }
  const labels = sizes.map((size) => Array.from({ length: size }, (_, k) => `l${k}`));
  return createTable(["a", "b", "c", "e", "x", "y"], X, [...labels, null, null]);
}

describe("terms that a score rules out beforehand", () => {
  const score = mixedBic(mixedTable(400));
  const { atMost, ...plain } = score.local!;

  it("are never above what it says", () => {
    for (let j = 0; j < 6; j++)
      for (const parents of subsetsOf([0, 1, 2, 3, 4, 5].filter((i) => i !== j)))
        expect(plain.term(j, parents)).toBeLessThanOrEqual(atMost!(j, parents) + 1e-9);
  });

  it("are not asked for by exact search, which finds the same without them", () => {
    const asked = { ruled: 0, plain: 0 };
    const counted = (name: keyof typeof asked, more: object) => {
      const term = (j: number, parents: readonly number[]) => {
        asked[name]++;
        return plain.term(j, parents);
      };
      return finish(exactSearch({ score: localScore({ ...score, local: { ...plain, ...more, term } }) }));
    };
    const quick = counted("ruled", { atMost });
    const slow = counted("plain", {});
    expect(quick.score).toBe(slow.score);
    expect(quick.graph).toEqual(slow.graph);
    expect(quick.graph?.edges).toContain(1);
    expect(asked.ruled).toBeLessThan(0.8 * asked.plain);
  });
});
