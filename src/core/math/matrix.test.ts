import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identity, transpose } from "../../../test/problems.ts";
import { product } from "./dense/dense.ts";
import { column, type Matrix, matrix, matrixFromRows, selectColumns } from "./matrix.ts";

const matrices = (rows: number, cols: number): fc.Arbitrary<Matrix> =>
  fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: rows * cols, maxLength: rows * cols })
    .map((data) => matrix(rows, cols, Float64Array.from(data)));
const size = fc.integer({ min: 1, max: 5 });

describe("matrix", () => {
  it("is row-major and initialised to zero", () => {
    const a = matrixFromRows([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(a).toEqual({ rows: 2, cols: 3, data: Float64Array.of(1, 2, 3, 4, 5, 6) });
    expect([...matrix(2, 2).data]).toEqual([0, 0, 0, 0]);
    expect(matrixFromRows([])).toEqual({ rows: 0, cols: 0, data: new Float64Array(0) });
  });

  it("refuses data of another size, and rows of different lengths", () => {
    expect(() => matrix(2, 2, new Float64Array(3))).toThrow("matrix: 2 × 2 needs 4 numbers, got 3");
    expect(() => matrixFromRows([[1, 2], [3]])).toThrow(
      "matrix: row 2 must have 2 numbers like the first, got 1",
    );
  });

  it("multiplies as rows times columns", () => {
    const a = matrixFromRows([
      [1, 2],
      [3, 4],
      [0, 5],
    ]);
    const b = matrixFromRows([
      [6, 7],
      [8, 9],
    ]);
    expect([...product(a, b).data]).toEqual([22, 25, 50, 57, 40, 45]);
    expect(() => product(b, a)).toThrow("2 × 2 and 3 × 2");
  });

  it("obeys (AB)ᵀ = Bᵀ Aᵀ, (AB)C = A(BC) and A I = A, exactly for whole numbers", () => {
    const triples = fc
      .tuple(size, size, size, size)
      .chain(([p, q, r, s]) => fc.tuple(matrices(p, q), matrices(q, r), matrices(r, s)));
    fc.assert(
      fc.property(triples, ([a, b, c]) => {
        // Adding 0 turns −0 into 0: a skipped product and a product with 0 may differ in that sign.
        const values = (m: Matrix) => [m.rows, m.cols, ...m.data].map((x) => x + 0);
        expect(values(transpose(product(a, b)))).toEqual(values(product(transpose(b), transpose(a))));
        expect(values(product(product(a, b), c))).toEqual(values(product(a, product(b, c))));
        expect(values(product(a, identity(a.cols)))).toEqual(values(a));
        expect(transpose(transpose(a))).toEqual(a);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it("copies columns, in any order and number", () => {
    const a = matrixFromRows([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    const second = column(a, 1);
    expect([...second]).toEqual([2, 5]);
    second[0] = 9;
    expect(a.data[1]).toBe(2);
    expect(selectColumns(a, [2, 0, 2])).toEqual(
      matrixFromRows([
        [3, 1, 3],
        [6, 4, 6],
      ]),
    );
    expect(selectColumns(a, [])).toEqual({ rows: 2, cols: 0, data: new Float64Array(0) });
  });
});
