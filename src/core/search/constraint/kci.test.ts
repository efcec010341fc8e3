import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chainTable, changedValues, plainTable, suited } from "../../../../test/problems.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic } from "../../score/linear-bic.ts";
import { finish } from "../search.ts";
import { kci } from "./kci.ts";
import { pc } from "./pc.ts";

const golden: readonly {
  readonly n: number;
  readonly tests: readonly (readonly [number, number, number[], number])[];
}[] = JSON.parse(readFileSync(new URL("../../../../test/golden/pc.json", import.meta.url), "utf8")).kernel;

/** As bench/peers/golden-pc.py draws them. */
function curves(n: number): number[][] {
  let state = 12345n + 4n;
  return Array.from({ length: n }, () => {
    const draws: number[] = [];
    for (let j = 0; j < 4; j++) {
      state = (state * 1103515245n + 12345n) % 2147483648n;
      const draw = Number((state >> 16n) % 99n);
      draws.push(draw < 97 ? draw : j > 0 ? draws[j - 1] : 0);
    }
    const [a, b, c, e] = draws.map((draw) => draw / 97);
    const product = a * b + 0.2 * c;
    return [a, (a - 0.5) * (a - 0.5) + 0.2 * b, product, 0.5 * e + Math.sin(4 * product)];
  });
}

describe("kci", () => {
  it("has causal-learn's p-values, but for the small eigenvalues that it leaves out", () => {
    for (const { n, tests } of golden) {
      const { given } = kci(plainTable(curves(n)));
      for (const [i, j, S, p] of tests) {
        // Theirs is 1 − the distribution, which has no more than sixteen decimals.
        expect(Math.abs(Math.exp(given(S).logP(i, j)) - p)).toBeLessThan(1e-3 * p + 1e-13);
        expect(given(S).isIndependent(i, j)).toBe(p > 0.01);
      }
    }
  });

  it("is the same from both ends and whatever was asked before", () => {
    const test = kci(plainTable(curves(60)));
    const once = test.given([0, 2]).logP(1, 3);
    test.given([0]).logP(2, 3);
    const again = test.given([0, 2]);
    again.logP(3, 1);
    expect(again.logP(3, 1)).toBe(once);
  });

  it("lets PC link a chain of curves that Fisher's z does not see", () => {
    const rng = createRng("kci/curves");
    const rows = Array.from({ length: 150 }, () => {
      const a = rng.normal();
      const b = a * a + 0.3 * rng.normal();
      return [a, b, rng.normal()];
    });
    const table = plainTable(rows);
    const { values, pdag } = finish(pc({ table, score: linearBic(table) }, { test: "kci" }));
    expect(pdag.undirected[0 * 3 + 1]).toBe(1);
    expect(values.links).toBe(1);
    expect(finish(pc({ table, score: linearBic(table) })).values.links).toBe(0);
  });

  it("refuses categories, an alpha that is no probability and too few rows; a constant column is independent", () => {
    const table = chainTable(createRng("kci"), 3, 20);
    expect(() => kci(suited(table, "mixed"))).toThrow('kci: column "v1" must hold numbers, got categories');
    expect(() => kci(table, { alpha: 2 })).toThrow("kci: alpha must be between 0 and 1, got 2");
    expect(() => kci(chainTable(createRng(1), 3, 4))).toThrow("at least 5 rows, got 4");
    const { given } = kci(changedValues(table, (x, j) => (j === 2 ? 1 : x)));
    for (const S of [[], [0]]) expect(given(S).isIndependent(1, 2)).toBe(true);
  });
});
