import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Matrix, matrix, matrixFromRows } from "./matrix.ts";
import { evenRows, medianDistance } from "./median-distance.ts";
import { createRng } from "./rng.ts";

/** A simple reference: all distances, sorted. */
function sortedMedian({ rows, cols, data }: Matrix): number {
  const distances: number[] = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < i; j++) {
      let square = 0;
      for (let f = 0; f < cols; f++) square += (data[i * cols + f] - data[j * cols + f]) ** 2;
      distances.push(Math.sqrt(square));
    }
  }
  const median = (of: number[]) => (of[(of.length - 1) >> 1] + of[of.length >> 1]) / 2;
  distances.sort((a, b) => a - b);
  const all = median(distances);
  return all > 0 ? all : median(distances.filter((x) => x > 0)) || 0;
}

describe("medianDistance", () => {
  it("is the middle of the sorted distances, for odd and even numbers of them", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 30 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer(),
        fc.boolean(),
        (rows, cols, seed, discrete) => {
          const rng = createRng(`median/${seed}`);
          const X = matrix(rows, cols);
          for (let at = 0; at < rows * cols; at++) X.data[at] = discrete ? rng.integer(2) : rng.normal();
          expect(medianDistance(X)).toBeCloseTo(sortedMedian(X), 12);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it("equals scipy 1.17.1 and numpy 2.4.6 for a right triangle and one more point", () => {
    // np.median(scipy.spatial.distance.pdist([[0, 0], [3, 0], [0, 4], [1, 1]]))
    expect(
      medianDistance(
        matrixFromRows([
          [0, 0],
          [3, 0],
          [0, 4],
          [1, 1],
        ]),
      ),
    ).toBeCloseTo(3.08113883008419, 14);
  });

  it("is the same with many rows, where a few of them give an interval; also if that is wrong", () => {
    for (const kind of ["normal", "sorted", "clustered", "misled", "discrete"]) {
      for (const rows of [201, 300, 403]) {
        const rng = createRng(`many/${kind}`);
        const X = matrix(rows, 2);
        for (let at = 0; at < 2 * rows; at++) {
          const i = at >> 1;
          if (kind === "normal") X.data[at] = rng.normal();
          else if (kind === "sorted") X.data[at] = i * i;
          else if (kind === "clustered") X.data[at] = 100 * (i % 3) + rng.normal();
          else X.data[at] = kind === "misled" ? rng.normal() : rng.integer(2);
        }
        // The rows that give the interval are far from each other, all others are close.
        if (kind === "misled") {
          for (let k = 0; k < 100; k++) X.data[2 * Math.floor((k * rows) / 100)] = 1e3 * k;
        }
        expect(medianDistance(X)).toBeCloseTo(sortedMedian(X), 9);
      }
    }
  });

  it("ignores equal rows if they would make it 0", () => {
    expect(medianDistance(matrixFromRows([[1], [1], [1], [1], [3]]))).toBe(2);
  });

  it("is 0 if all rows are equal, and for one row", () => {
    expect(
      medianDistance(
        matrixFromRows([
          [7, 7],
          [7, 7],
          [7, 7],
        ]),
      ),
    ).toBe(0);
    expect(medianDistance(matrixFromRows([[1, 2]]))).toBe(0);
  });

  it("leaves its argument unchanged", () => {
    const X = matrixFromRows([[1], [5], [2]]);
    medianDistance(X);
    expect([...X.data]).toEqual([1, 5, 2]);
  });
});

describe("evenRows", () => {
  it("selects evenly spaced rows, and all if there are few", () => {
    const X = matrixFromRows(Array.from({ length: 10 }, (_, i) => [i, 10 * i]));
    expect([...evenRows(X, 4).data]).toEqual([0, 0, 2, 20, 5, 50, 7, 70]);
    expect(evenRows(X, 10)).toBe(X);
  });
});
