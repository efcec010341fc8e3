import { describe, expect, it } from "vitest";
import { createTable, type Table } from "../data/table.ts";
import { matrixFromRows } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { cellResiduals } from "./cell-residuals.ts";

const rng = createRng("cells");
/** Slope and noise depend on the label; label c is in five rows, in those of label d the cause is constant. */
const rows = Array.from({ length: 305 }, (_, i) => {
  const label = i < 5 ? 2 : i < 25 ? 3 : i % 2;
  const x = label === 3 ? 0.1 : rng.normal();
  return [label, x, [2, -3, 9, 9][label] * x + [1, 5, 1, 1][label] * rng.normal()];
});
const table = createTable(["label", "x", "y"], matrixFromRows(rows), [["a", "b", "c", "d"], null, null]);

/** By the normal equations of one cause, row by row. */
function slowly(of: Table, label: number): number[] {
  const own = rows.map((row, i) => ({ row, w: of.weights?.[i] ?? 1 })).filter(({ row }) => row[0] === label);
  const n = own.reduce((sum, { w }) => sum + w, 0);
  const mean = (f: (row: number[]) => number) => own.reduce((sum, { row, w }) => sum + w * f(row), 0) / n;
  const [mx, my] = [mean((row) => row[1]), mean((row) => row[2])];
  const slope = mean((row) => (row[1] - mx) * (row[2] - my)) / mean((row) => (row[1] - mx) ** 2);
  const left = (row: number[]) => row[2] - my - slope * (row[1] - mx);
  const deviation = Math.sqrt(mean((row) => left(row) ** 2));
  return own.map(({ row }) => left(row) / deviation);
}

describe("cellResiduals", () => {
  it("are those of a regression in each cell, without the cells that have no fit", () => {
    for (const of of [table, { ...table, weights: Float64Array.from(rows, (_, i) => 1 + (i % 3) / 2) }]) {
      const { z, weights } = cellResiduals(of)(2, [0, 1]);
      const expected = [...slowly(of, 0), ...slowly(of, 1)].sort((a, b) => a - b);
      expect(z.length).toBe(280);
      z.toSorted().forEach((value, r) => {
        expect(value).toBeCloseTo(expected[r], 10);
      });
      expect(weights.every((w) => w >= 1)).toBe(true);
    }
  });

  it("are the standardised column if there is no cause", () => {
    const { z } = cellResiduals(table)(1, []);
    expect(z.length).toBe(305);
    expect(z.reduce((sum, x) => sum + x, 0) / 305).toBeCloseTo(0, 12);
    expect(z.reduce((sum, x) => sum + x * x, 0) / 305).toBeCloseTo(1, 12);
  });
});
