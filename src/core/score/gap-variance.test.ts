import { describe, expect, it } from "vitest";
import { emCases, goldenRows } from "../../../test/golden/em.ts";
import { randomTable } from "../../../test/problems.ts";
import { tableByEm } from "../data/moments/moments.ts";
import { rescaled, type Table, type TableScatter, withColumns } from "../data/table.ts";
import { type Matrix, matrix, matrixFromRows } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { scatterOf } from "../math/scatter.ts";
import { gapVariance } from "./gap-variance.ts";
import { linearEffect } from "./linear-effect.ts";

function estimated(X: Matrix): Table & { readonly scatter: TableScatter } {
  const running = tableByEm(
    Array.from({ length: X.cols }, (_, j) => `x${j}`),
    X,
  );
  for (;;) {
    const { value, done } = running.next();
    if (done) return { ...value, scatter: value.scatter! };
  }
}

function withGaps({ rows, cols, data }: Matrix, share: number, isGapped = (_: number) => true): Matrix {
  const rng = createRng("gaps");
  return matrix(
    rows,
    cols,
    data.map((x, k) => (rng.uniform() < share && isGapped(k % cols) ? Number.NaN : x)),
  );
}

const { X: complete } = randomTable(createRng("gap variance"), 6, 150);
const table = estimated(withGaps(complete, 0.2));
const family = { parents: [0, 2, 3], cause: 2 };
const variance = gapVariance(table.scatter)!(5, family)!;

describe("gapVariance", () => {
  for (const each of emCases) {
    const { n, d, share, gaps, effects } = each;
    it(`agrees with lavaan: ${n} rows of ${d}, ${share} missing by ${gaps}`, () => {
      const { scatter } = estimated(goldenRows(each));
      const varianceOf = gapVariance(scatter)!;
      const { node, parents } = effects;
      parents.forEach((cause, k) => {
        const error = Math.sqrt(varianceOf(node, { parents, cause })!);
        // lavaan's second derivatives are differences of its gradients.
        expect(error / effects.standardErrors[k]).toBeCloseTo(1, 4);
        const { coefficient } = linearEffect(scatter, node, { parents, cause });
        // Its optimiser stops where the likelihood hardly changes.
        expect(Math.abs(coefficient - effects.coefficients[k]) / error).toBeLessThan(1e-3);
      });
    });
  }

  it("has the closed form of an effect that is missing in some rows: those of the others alone", () => {
    const rng = createRng("monotone");
    const rows = Array.from({ length: 50 }, (_, i) => {
      const a = rng.normal();
      return [a, i < 30 ? 2 + 3 * a + rng.normal() : Number.NaN];
    });
    const own = scatterOf(matrixFromRows(rows.slice(0, 30)));
    const left = own.S.data[3] - own.S.data[1] ** 2 / own.S.data[0];
    const { scatter } = estimated(matrixFromRows(rows));
    const found = gapVariance(scatter)!(1, { parents: [0], cause: 0 })!;
    expect(found / (left / 30 / own.S.data[0])).toBeCloseTo(1, 7);
  });

  it("is that of complete rows where only other columns have gaps, and so is the interval", () => {
    const { scatter, fileRows } = estimated(withGaps(complete, 0.3, (j) => j === 1 || j === 4));
    const effect = linearEffect(scatter, 5, family, { varianceOf: gapVariance(scatter), rows: fileRows });
    const { standardError, interval } = linearEffect(scatterOf(complete), 5, family);
    expect(effect.standardError! / standardError!).toBeCloseTo(1, 7);
    effect.interval!.forEach((end, k) => {
      expect(end).toBeCloseTo(interval![k], 7);
    });
  });

  it("is larger than that of complete rows, and less large the more the other columns tell", () => {
    const { n } = table.scatter;
    const asComplete = (linearEffect(table.scatter, 5, family).standardError! ** 2 * (n - 4)) / complete.rows;
    expect(variance).toBeGreaterThan(1.1 * asComplete);
    const alone = gapVariance(table.scatter, { mostVariables: 4, takenVariables: 4 })!(5, family)!;
    expect(alone).toBeGreaterThan(variance);
  });

  it("is the same from a choice of columns that are all, and null of more causes than it takes", () => {
    const chosen = gapVariance(table.scatter, { mostVariables: 5, takenVariables: 6 })!;
    expect(chosen(5, family)! / variance).toBeCloseTo(1, 12);
    expect(gapVariance(table.scatter, { mostVariables: 3 })!(5, family)).toBeNull();
  });

  it("follows the columns in another order and other units", () => {
    const order = [3, 5, 0, 1, 4, 2];
    const factors = Float64Array.of(1, 10, 1, 1, 1, 1e-3);
    const moved = rescaled(withColumns(table, order), factors, Float64Array.of(1, 2, 3, 4, 5, 6));
    const found = gapVariance(moved.scatter!)!(1, { parents: [0, 2, 5], cause: 5 })!;
    expect(found / (variance * 1e4 ** 2)).toBeCloseTo(1, 7);
  });

  it("is undefined of complete rows, and null where the rows do not tell all covariances", () => {
    expect(gapVariance({ ...scatterOf(complete), origin: "rows" })).toBeUndefined();
    const few = estimated(withGaps({ rows: 12, cols: 6, data: complete.data.slice(0, 72) }, 0.3));
    const varianceOf = gapVariance(few.scatter)!;
    expect(varianceOf(5, family)).toBeNull();
    expect(linearEffect(few.scatter, 5, family, { varianceOf })).toMatchObject({
      standardError: null,
      interval: null,
    });
  });

  it("calls for a beat, which may end it", () => {
    const beat = () => {
      throw new Error("stop");
    };
    expect(() => gapVariance(table.scatter, { beat })!(5, family)).toThrow("stop");
  });
});
