import { describe, expect, it } from "vitest";
import { tableOf } from "../../../../test/normal-columns.ts";
import { createRng } from "../../math/rng.ts";
import type { Table } from "../table.ts";
import { examine } from "./doctor.ts";
import { lineBetween } from "./pairs.ts";

/** The table with a share of its cells missing at random. */
function withGaps(table: Table, share: number): Table {
  const rng = createRng("gaps");
  const data = table.X.data.map((x) => (rng.uniform() < share ? Number.NaN : x));
  return { ...table, X: { ...table.X, data } };
}

const labels = ["x", "y"];
const binary = (k: number) => (z: readonly number[]) => Number(z[k] > 0);

describe("where rows with gaps are used, examine", () => {
  // About one row in a hundred is complete.
  const numbers = withGaps(
    tableOf(300, { a: (z) => z[0], b: (z) => z[1], c: (z) => z[2], d: (z) => z[3], e: (z) => z[4] }),
    0.6,
  );
  const categories = withGaps(
    {
      ...tableOf(300, { a: binary(0), b: binary(1), c: binary(2), d: binary(3), e: binary(4) }),
      levels: Array(5).fill(labels),
    },
    0.6,
  );

  it("counts all of them, and finds nothing in independent columns", () => {
    expect(examine(numbers, { observed: numbers })).toEqual([]);
    expect(examine(categories, { observed: categories })).toEqual([]);
    const [few] = examine(numbers, { observed: numbers, minimumRows: 400 });
    expect(few.message).toBe(`5 columns need at least 400 rows, got ${rowsWithValue(numbers)}`);
  });

  it("finds copies in the rows that two columns have in common", () => {
    const copied = tableOf(300, { a: (z) => z[0], b: (z) => z[1], c: (z) => z[2], d: (z) => 2 * z[0] + 1 });
    const table = withGaps(copied, 0.6);
    expect(examine(table, { observed: table })).toMatchObject([
      { kind: "collinear", columns: ["d", "a"], message: expect.stringMatching(/exactly d = 2·a \+ 1$/) },
    ]);
    const renamed = withGaps(
      {
        ...tableOf(300, { a: binary(0), b: binary(1), c: binary(2), d: (z) => 1 - binary(0)(z) }),
        levels: Array(4).fill(labels),
      },
      0.6,
    );
    expect(examine(renamed, { observed: renamed })).toMatchObject([
      { kind: "duplicate", columns: ["d", "a"] },
    ]);
  });

  it("finds a sum of columns in the complete rows", () => {
    const sum = withGaps(
      tableOf(300, { a: (z) => z[0], b: (z) => z[1], c: (z) => z[2], t: (z) => z[0] + z[1] }),
      0.3,
    );
    expect(examine(sum, { observed: sum })).toMatchObject([{ kind: "collinear", columns: ["t", "a", "b"] }]);
  });
});

it("lineBetween compares the rows where both columns have a value", () => {
  const x = Float64Array.of(1, Number.NaN, 3, 4, 5);
  expect(lineBetween(x, Float64Array.of(3, 9, 7, 9, Number.NaN))).toEqual({
    slope: 2,
    intercept: 1,
    shared: 3,
    isEqual: false,
  });
  expect(lineBetween(x, Float64Array.of(3, 9, 7, 9, 10))).toBeNull();
  expect(lineBetween(x, Float64Array.of(2, 9, 2, 2, 2))).toBeNull();
});

function rowsWithValue({ X: { rows, cols, data } }: Table): number {
  const isEmpty = (i: number) => data.subarray(i * cols, (i + 1) * cols).every(Number.isNaN);
  return Array.from({ length: rows }, (_, i) => i).filter((i) => !isEmpty(i)).length;
}
