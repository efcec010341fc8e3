import { describe, expect, it } from "vitest";
import { correlations } from "./correlations.ts";
import type { NamedReading } from "./kinds/kinds.ts";

const column = (name: string, values: number[], levels: string[] | null = null): NamedReading => ({
  ...{ name, kind: levels ? "category" : "number", isUsed: true, levels },
  values: Float64Array.from(values),
});

describe("correlations", () => {
  it("are numpy's, of the columns of numbers alone", () => {
    // numpy 2: np.corrcoef([1, 2, 4, 8], [3, 1, 4, 1]) -> -0.341
    const columns = [
      column("a", [1, 2, 4, 8]),
      column("kind", [0, 1, 0, 1], ["x", "y"]),
      column("b", [3, 1, 4, 1]),
      column("c", [5, 5, 5, 5]),
    ];
    expect(correlations(columns)).toEqual({
      columns: ["a", "b", "c"],
      values: [
        [1, -0.341, 0],
        [-0.341, 1, 0],
        [0, 0, 1],
      ],
    });
  });

  it("are of each pair on the rows where both have a value", () => {
    const gap = Number.NaN;
    const found = correlations([column("a", [1, 2, 4, 8, gap, 5]), column("b", [3, 1, 4, 1, 100, gap])]);
    expect(found?.values[0][1]).toBe(-0.341);
  });

  it("do not overflow or cancel, and are none of a single column", () => {
    const found = correlations([column("a", [1e300, 0, 1e300]), column("b", [-1e300, 1e300, 0])]);
    expect(found?.values[0][1]).toBeCloseTo(-0.866, 3);
    const far = correlations([column("a", [1e9 + 1, 1e9 + 2, 1e9 + 4, 1e9 + 8]), column("b", [3, 1, 4, 1])]);
    expect(far?.values[0][1]).toBe(-0.341);
    expect(correlations([column("a", [1, 2])])).toBeNull();
  });
});
