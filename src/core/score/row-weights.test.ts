// Row weights: a row of weight 2 equals that row twice, in every score that supports weights; others refuse them.

import { describe, expect, it } from "vitest";
import { createTable, standardised, type Table, tableScatter } from "../data/table.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { scores } from "./scores.ts";

const n = 120;
const d = 4;

/** Two categories and two numbers; the last number follows from the others. */
function rowsWith(times: (i: number) => number): { readonly repeated: Table; readonly weighted: Table } {
  const rng = createRng("row weights");
  const rows = Array.from({ length: n }, () => {
    const [a, b, x] = [rng.integer(2), rng.integer(3), rng.normal()];
    return [a, b, x, x + a - b + 0.5 * rng.normal()];
  });
  const levels = [["no", "yes"], ["l", "m", "r"], null, null];
  const names = ["a", "b", "x", "y"];
  const all = rows.flatMap((row, i) => Array.from({ length: times(i) }, () => row));
  return {
    repeated: createTable(names, matrix(all.length, d, Float64Array.from(all.flat())), levels),
    weighted: {
      ...createTable(names, matrix(n, d, Float64Array.from(rows.flat())), levels),
      weights: Float64Array.from({ length: n }, (_, i) => times(i)),
    },
  };
}

const families = [
  [0, []],
  [0, [1]],
  [1, [2]],
  [1, [0, 2, 3]],
  [2, [0, 1]],
  [3, [0, 1, 2]],
  [3, [2]],
] as const;

describe("weights of rows", () => {
  const { repeated, weighted } = rowsWith((i) => 1 + (i % 3));
  const categories = ({ X, weights }: Table): Table => ({
    ...createTable(
      ["a", "b", "c", "e"],
      matrix(
        X.rows,
        d,
        X.data.map((x, k) => (k % d < 2 ? x : x > 0 ? 1 : 0)),
      ),
      [
        ["no", "yes"],
        ["l", "m", "r"],
        ["−", "+"],
        ["−", "+"],
      ],
    ),
    ...(weights && { weights }),
  });

  it("act as repetitions in the scatter matrix and in standard deviations", () => {
    const [one, other] = [tableScatter(weighted), tableScatter(repeated)];
    expect(one.n).toBe(other.n);
    one.S.data.forEach((x, k) => {
      expect(x).toBeCloseTo(other.S.data[k], 8);
    });
    expect(standardised(weighted).X.data[2]).toBeCloseTo(standardised(repeated).X.data[2], 10);
  });

  for (const name of ["bic-mixed", "bdeu", "bic-discrete"])
    it(`are repetitions to ${name}`, () => {
      const made = (table: Table) =>
        scores[name].make(name === "bic-mixed" ? table : categories(table), {}, {});
      const [one, other] = [made(weighted).local!, made(repeated).local!];
      for (const [node, parents] of families)
        expect(one.term(node, parents)).toBeCloseTo(other.term(node, parents), 8);
    });
});
