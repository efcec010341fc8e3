import { describe, expect, it } from "vitest";
import { matrix } from "./matrix.ts";
import { createRng } from "./rng.ts";
import { scatterOf } from "./scatter.ts";
import { scatterSum } from "./scatter-sum.ts";

/** The rows in successive blocks of these sizes. */
function summed(data: Float64Array, d: number, sizes: readonly number[]) {
  const sum = scatterSum(d, Math.max(...sizes));
  const n = data.length / d;
  for (let from = 0, k = 0; from < n; k++) {
    const rows = Math.min(sizes[k % sizes.length], n - from);
    for (let j = 0; j < d; j++) for (let i = 0; i < rows; i++) sum.room[j][i] = data[(from + i) * d + j];
    sum.add(rows);
    from += rows;
  }
  return sum.total();
}

describe("scatterSum", () => {
  for (const d of [1, 2, 7, 33]) {
    it(`gives the scatter of all rows from blocks of any sizes, for ${d} columns`, () => {
      const rng = createRng(`sum/${d}`);
      const n = 1000;
      const data = Float64Array.from(
        { length: n * d },
        (_, k) => (k % d) + Math.floor(k / 500) + rng.normal(),
      );
      const whole = scatterOf(matrix(n, d, data));
      for (const sizes of [[1], [512], [3, 500, 0, 64]]) {
        const { n: rows, mean, S } = summed(data, d, sizes);
        expect(rows).toBe(n);
        mean.forEach((m, j) => {
          expect(m).toBeCloseTo(whole.mean[j], 11);
        });
        S.data.forEach((s, k) => {
          expect(Math.abs(s - whole.S.data[k])).toBeLessThan(1e-12 * whole.S.data[0]);
          expect(s).toBe(S.data[(k % d) * d + Math.floor(k / d)]);
        });
      }
    });
  }

  it("loses no precision to a large mean, nor to a first block far from the rest", () => {
    const far = Float64Array.from({ length: 4000 }, (_, i) => (i < 2 ? 0 : 1e9 + (i % 2)));
    expect(summed(far.slice(2), 1, [512]).S.data[0]).toBeCloseTo(3998 / 4, 5);
    const exact = (2 * 3998 * (1e9 + 0.5) * (1e9 + 0.5)) / 4000 + 3998 / 4;
    expect(summed(far, 1, [2, 512]).S.data[0] / exact).toBeCloseTo(1, 14);
  });

  it("computes means in the order of the rows, relative to the first, for any number of columns", () => {
    for (const [d, n] of [
      [1, 1],
      [4, 7],
      [6, 512],
      [11, 33],
    ]) {
      const rng = createRng(`means/${d}`);
      const sum = scatterSum(d, n);
      const columns = sum.room.map((column) => column.map(() => 1e6 + rng.normal()));
      columns.forEach((column, j) => {
        sum.room[j].set(column);
      });
      sum.add(n);
      const means = columns.map((x) => x[0] + x.reduce((total, value) => total + (value - x[0]), 0) / n);
      expect([...sum.total().mean]).toEqual(means);
    }
  });

  it("removes rows with missing numbers", () => {
    const gaps = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const n of [1, 4, 7, 64])
      for (let share = 0; share <= 1; share += 0.25) {
        const rng = createRng(`gaps/${n}/${share}`);
        const sum = scatterSum(5, 64);
        const columns = sum.room.map((column) => column.map((_, i) => (i < n ? rng.normal() : Number.NaN)));
        for (let i = 0; i < n; i++)
          if (rng.uniform() < share) columns[Math.floor(5 * rng.uniform())][i] = gaps[i % 3];
        columns.forEach((column, j) => {
          sum.room[j].set(column);
        });
        const complete = [...columns[0].keys()].filter((i) => columns.every((x) => Number.isFinite(x[i])));
        const kept = sum.closeGaps(n);
        expect(sum.room.map((column) => [...column.subarray(0, kept)])).toEqual(
          columns.map((column) => complete.map((i) => column[i])),
        );
      }
  });

  it("is 0 for no rows", () => {
    expect(scatterSum(2, 4).total()).toEqual({ n: 0, mean: new Float64Array(2), S: matrix(2, 2) });
  });
});
