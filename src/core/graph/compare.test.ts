import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFromText, pdagFromText, readGraphTheory } from "../../../test/golden/graph-theory.ts";
import { comparePdags, structuralHammingDistance } from "./compare.ts";
import { cpdagOf } from "./equivalence.ts";
import type { Pdag } from "./pdag.ts";

/** Any partially directed graph: a mark for each pair, 0 none, 1 →, 2 ←, 3 —. */
const graphOf = (d: number, marks: readonly number[]): Pdag => {
  const texts = marks.map((mark, k) => {
    const [i, j] = [Math.floor(k / d), k % d];
    return i < j ? ["", `${i}>${j}`, `${j}>${i}`, `${i}-${j}`][mark] : "";
  });
  return pdagFromText(d, texts.join(" "));
};
const pair = fc.integer({ min: 1, max: 6 }).chain((d) => {
  const marks = fc.array(fc.nat(3), { minLength: d * d, maxLength: d * d });
  return fc.tuple(marks, marks).map(([a, b]) => [graphOf(d, a), graphOf(d, b)] as const);
});

describe("comparePdags", () => {
  it("names each kind of agreement", () => {
    const first = pdagFromText(8, "0>1 0-2 0-3 0>4 0>5 0>6");
    const second = pdagFromText(8, "0>1 0-2 0>3 0-4 5>0 7>0");
    const { pairs, counts, shd } = comparePdags(first, second);
    expect(pairs.map(({ j, first, second, agreement }) => [j, first, second, agreement])).toEqual([
      [1, "→", "→", "same"],
      [2, "—", "—", "same"],
      [3, "—", "→", "open in first"],
      [4, "→", "—", "open in second"],
      [5, "→", "←", "opposite"],
      [6, "→", null, "only in first"],
      [7, null, "←", "only in second"],
    ]);
    expect(counts).toEqual({
      same: 2,
      "open in first": 1,
      "open in second": 1,
      opposite: 1,
      "only in first": 1,
      "only in second": 1,
    });
    expect(shd).toBe(5);
  });

  it("swaps sides when the graphs are swapped", () => {
    const swapped = (name: string): string =>
      name.replace(/first|second/, (side) => (side === "first" ? "second" : "first"));
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const [there, back] = [comparePdags(a, b), comparePdags(b, a)];
        expect(back.pairs.map(({ agreement }) => agreement)).toEqual(
          there.pairs.map(({ agreement }) => swapped(agreement)),
        );
        expect(comparePdags(a, a).shd).toBe(0);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("refuses graphs of different sizes, and two edges between one pair", () => {
    expect(() => comparePdags(pdagFromText(2, ""), pdagFromText(3, ""))).toThrow(
      "the same variables, got 2 and 3",
    );
    expect(() => comparePdags(pdagFromText(2, "0>1 1>0"), pdagFromText(2, ""))).toThrow(
      "a pair has one edge, got two between 0 and 1",
    );
  });
});

describe("structuralHammingDistance", () => {
  it("equals causal-learn's SHD between classes", () => {
    for (const { d, truth, estimate, shdClass } of readGraphTheory().pairs) {
      const [a, b] = [cpdagOf(graphFromText(d, truth)), cpdagOf(graphFromText(d, estimate))];
      expect(structuralHammingDistance(a, b)).toBe(shdClass);
    }
  });
});
