import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../math/matrix.ts";
import { type NumberProfile, tableProfile } from "./table-profile.ts";

describe("tableProfile", () => {
  it("gives numpy's quartiles, mean and deviation of a column", () => {
    // numpy 2: np.quantile([1, 2, 4, 8, 16], [.25, .5, .75]), np.mean, np.std
    const X = matrixFromRows([[8], [1], [16], [2], [4]]);
    const [{ profile }] = tableProfile({ names: ["a"], X, levels: [null] });
    expect(profile).toMatchObject({ min: 1, quartiles: [2, 4, 8], max: 16, mean: 6.2 });
    expect((profile as NumberProfile).deviation).toBeCloseTo(5.455272678794342, 12);
  });

  it("gives a constant no deviation, however its mean rounds", () => {
    const X = matrixFromRows(Array.from({ length: 285 }, () => [0.1]));
    const [{ profile }] = tableProfile({ names: ["a"], X, levels: [null] });
    expect(profile).toMatchObject({ mean: 0.1, deviation: 0 });
  });

  it("counts every row once in the histogram, the largest value in the last part", () => {
    const X = matrixFromRows(Array.from({ length: 21 }, (_, i) => [i]));
    const [{ profile }] = tableProfile({ names: ["a"], X, levels: [null] });
    expect((profile as NumberProfile).histogram).toEqual([...new Array(19).fill(1), 2]);
  });

  it("counts labels, the most frequent first, and says nothing of columns that are not finite", () => {
    const X = matrixFromRows([
      [0, 1],
      [1, Infinity],
      [1, 2],
    ]);
    const [a, b] = tableProfile({ names: ["a", "b"], X, levels: [["no", "yes"], null] });
    expect(a.profile).toEqual({
      kind: "category",
      distinct: 2,
      labels: [
        { label: "yes", rows: 2 },
        { label: "no", rows: 1 },
      ],
    });
    expect(b.profile).toBeNull();
  });
});
