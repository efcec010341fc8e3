import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asiaGraph, asiaTable } from "../../../../test/asia.ts";
import { plainTable, randomTable } from "../../../../test/problems.ts";
import { asCategories } from "../../data/categories.ts";
import { cpdagOf } from "../../graph/equivalence.ts";
import { createRng } from "../../math/rng.ts";
import { discreteBic } from "../../score/discrete-bic.ts";
import { finish } from "../search.ts";
import { gSquare } from "./g-square.ts";
import { pc } from "./pc.ts";

const golden: readonly {
  readonly n: number;
  readonly d: number;
  readonly k: number;
  readonly tests: readonly (readonly [number, number, number[], number])[];
}[] = JSON.parse(
  readFileSync(new URL("../../../../test/golden/pc.json", import.meta.url), "utf8"),
).categories;

/** As bench/peers/golden-pc.py draws them. */
function categories(n: number, d: number, k: number): number[][] {
  let state = 12345n + BigInt(d);
  return Array.from({ length: n }, () => {
    const row: number[] = [];
    for (let j = 0; j < d; j++) {
      state = (state * 1103515245n + 12345n) % 2147483648n;
      const draw = Number((state >> 16n) % BigInt(k + 2));
      row.push(draw < k ? draw : j > 0 ? row[j - 1] : 0);
    }
    return row;
  });
}

describe("gSquare", () => {
  it("has causal-learn's p-values", () => {
    for (const { n, d, k, tests } of golden) {
      const { given } = gSquare(plainTable(categories(n, d, k)));
      for (const [i, j, S, p] of tests) {
        expect(Math.abs(Math.exp(given(S).logP(i, j)) - p)).toBeLessThan(1e-9 * p + 1e-300);
        expect(given(S).logP(j, i)).toBeCloseTo(given(S).logP(i, j), 9);
        expect(given(S).isIndependent(i, j)).toBe(p > 0.01);
      }
    }
  });

  it("has the closed form of one table of counts", () => {
    // Counts 30, 10, 10, 30: G² = 2 (60 log 1.5 + 20 log 0.5).
    const rows = [
      ...Array.from({ length: 30 }, () => [0, 0]),
      ...Array.from({ length: 10 }, () => [0, 1]),
      ...Array.from({ length: 10 }, () => [1, 0]),
      ...Array.from({ length: 30 }, () => [1, 1]),
    ];
    const g = 2 * (60 * Math.log(1.5) + 20 * Math.log(0.5));
    // Of one degree of freedom: the tail of a standard normal variable's square, √(2/π)/z · e^(−z²/2) (1 − 1/z² + 3/z⁴ − …).
    const asymptotic =
      Math.log(Math.sqrt(2 / Math.PI / g)) - g / 2 + Math.log(1 - 1 / g + 3 / g ** 2 - 15 / g ** 3);
    expect(gSquare(plainTable(rows)).given([]).logP(0, 1)).toBeCloseTo(asymptotic, 3);
  });

  it("has nothing to test where the set determines a variable; a constant one is independent of all", () => {
    const rows = categories(200, 3, 2).map(([a, b, c]) => [a, b, a | b, c, 1]);
    const { given } = gSquare(plainTable(rows));
    expect(given([0, 1]).isIndependent(2, 3)).toBe(false);
    expect(given([0, 1]).logP(2, 3)).toBe(0);
    expect(given([]).isIndependent(0, 4)).toBe(true);
  });

  it("lets PC find the links of the Asia network that its rows tell, and none beside", () => {
    const table = asCategories(asiaTable(createRng("g-square/asia"), 20_000));
    const { pdag, separatingSets } = finish(pc({ table, score: discreteBic(table) }, { test: "g-square" }));
    const truth = cpdagOf(asiaGraph);
    const links = (p: typeof pdag, k: number) =>
      p.directed[k] | p.directed[(k % 8) * 8 + Math.floor(k / 8)] | p.undirected[k];
    for (let k = 0; k < 64; k++) if (links(pdag, k) === 1) expect(links(truth, k)).toBe(1);
    expect(separatingSets.length).toBeLessThanOrEqual(22);
  });

  it("refuses numbers that are no categories and an alpha that is no probability", () => {
    const table = randomTable(createRng("g-square"), 3, 100);
    expect(() => gSquare(table)).toThrow("at most 50 distinct numbers");
    expect(() => gSquare(plainTable([[0], [1]]), { alpha: 1 })).toThrow(
      "g-square: alpha must be between 0 and 1, got 1",
    );
  });
});
