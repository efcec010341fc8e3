import { describe, expect, it } from "vitest";
import { matrix, matrixFromRows } from "../math/matrix.ts";
import { scatterOf } from "../math/scatter.ts";
import { correlations } from "./correlations.ts";

describe("correlations", () => {
  it("are numpy's, of the columns of numbers alone", () => {
    // numpy 2: np.corrcoef([1, 2, 4, 8], [3, 1, 4, 1]) -> -0.341
    const X = matrixFromRows([
      [1, 0, 3, 5],
      [2, 1, 1, 5],
      [4, 0, 4, 5],
      [8, 1, 1, 5],
    ]);
    expect(
      correlations({ names: ["a", "kind", "b", "c"], X, levels: [null, ["x", "y"], null, null] }),
    ).toEqual({
      columns: ["a", "b", "c"],
      values: [
        [1, -0.341, 0],
        [-0.341, 1, 0],
        [0, 0, 0],
      ],
    });
  });

  it("are those of all rows, where these are known by their scatter matrix", () => {
    const X = matrixFromRows([
      [1, 3],
      [2, 1],
      [4, 4],
      [8, 1],
    ]);
    const none = { names: ["a", "b"], X: matrix(0, 2), levels: [null, null] };
    expect(correlations({ ...none, scatter: scatterOf(X) })?.values).toEqual([
      [1, -0.341],
      [-0.341, 1],
    ]);
    expect(correlations(none)).toBeNull();
  });

  it("do not overflow, and are none of a single column or where cells are infinite", () => {
    const X = matrixFromRows([
      [1e300, -1e300, 1],
      [0, 1e300, Infinity],
      [1e300, 0, 2],
    ]);
    const found = correlations({ names: ["a", "b", "c"], X, levels: [null, null, null] });
    expect(found?.columns).toEqual(["a", "b"]);
    expect(found?.values[0][1]).toBeCloseTo(-0.866, 3);
    expect(correlations({ names: ["a"], X: matrixFromRows([[1], [2]]), levels: [null] })).toBeNull();
  });
});
