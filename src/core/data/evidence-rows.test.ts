import { describe, expect, it } from "vitest";
import { matrix, matrixFromRows } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { evidenceRows } from "./evidence-rows.ts";

const gap = Number.NaN;

describe("evidenceRows", () => {
  it("is the number of rows if no value is missing, not counting empty rows", () => {
    expect(evidenceRows(matrix(70, 3))).toBe(70);
    const rows = [...Array.from({ length: 40 }, (_, i) => [i, 1]), [gap, gap], [gap, gap]];
    expect(evidenceRows(matrixFromRows(rows))).toBe(40);
  });

  it("is the harmonic mean over pairs of the rows that have both values", () => {
    const X = matrix(100, 3);
    for (let i = 0; i < 100; i++) for (let j = 0; j < 3; j++) if (i < 20 * j) X.data[3 * i + j] = gap;
    // 80 rows have the first two, 60 the first and the last, 60 the last two.
    expect(evidenceRows(X)).toBe(Math.round(3 / (1 / 80 + 1 / 60 + 1 / 60)));
  });

  it("is near n (1 − m)² where a share m of each column is missing by chance", () => {
    const X = matrix(20_000, 5);
    const rng = createRng(1);
    for (let k = 0; k < X.data.length; k++) if (rng.uniform() < 0.3) X.data[k] = gap;
    expect(evidenceRows(X) / 20_000).toBeCloseTo(0.49, 1.7);
  });

  it("counts a pair that is never observed together as a tenth of the rows", () => {
    const X = matrix(100, 2);
    for (let i = 0; i < 100; i++) X.data[2 * i + (i % 2)] = gap;
    expect(evidenceRows(X)).toBe(10);
    expect(evidenceRows(matrixFromRows([[1], [gap], [2]]))).toBe(2);
  });
});
