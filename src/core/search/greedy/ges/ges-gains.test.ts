import { describe, expect, it } from "vitest";
import { columnsBut, plainTable, randomTable, subsetsOf } from "../../../../../test/problems.ts";
import { createRng } from "../../../math/rng.ts";
import { bge } from "../../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../../score/linear-bic.ts";
import type { Score } from "../../../score/score.ts";
import { gainsOf } from "./ges-gains.ts";

/** The gains of every (y, S, x), and the same by two terms. */
function* allGains({ d, local }: Score): Generator<{ gain: number; expected: number; size: number }> {
  const gains = gainsOf(local!);
  for (let y = 0; y < d; y++) {
    for (const S of subsetsOf(columnsBut(d, y))) {
      const gain = gains(y, S);
      const before = local!.term(y, S);
      for (const x of columnsBut(d, y).filter((x) => !S.includes(x))) {
        const after = local!.term(
          y,
          [...S, x].sort((i, j) => i - j),
        );
        yield { gain: gain(x), expected: after - before, size: Math.abs(before) + Math.abs(after) };
      }
    }
  }
}

describe("gainsOf", () => {
  it("tells what a term gains by a parent, with the fast path of Gaussian scores and without", () => {
    const table = randomTable(createRng("ges/gains"), 5, 60);
    const fast = [linearBic(table), linearBicEqualVariance(table), bge(table)];
    const listed = fast.map((score) => ({ ...score, local: { ...score.local!, gaussian: undefined } }));
    for (const score of [...fast, ...listed]) {
      let count = 0;
      for (const { gain, expected, size } of allGains(score)) {
        expect(Math.abs(gain - expected)).toBeLessThan(1e-10 * size);
        count++;
      }
      expect(count).toBe(5 * 4 * 8);
    }
  });

  it("counts a parent that repeats others and gives it nothing else", () => {
    const rng = createRng("ges/repeats");
    const rows = Array.from({ length: 50 }, () => {
      const [a, b, c] = [rng.normal(), rng.normal(), rng.normal()];
      return [a, b, a + b, a - b + c];
    });
    const score = linearBic(plainTable(rows));
    const gains = gainsOf(score.local!);
    expect(gains(3, [0, 1])(2)).toBeCloseTo(-Math.log(50), 9);
    for (const { gain, expected, size } of allGains(score))
      expect(Math.abs(gain - expected)).toBeLessThan(1e-9 * size);
  });
});
