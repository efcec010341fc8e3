import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellAfter, levelPaths, minusPath } from "./cells.ts";

describe("levelPaths", () => {
  it("puts each cell into the path of its tenth, and leaves out what rounds to 0", () => {
    const paths = levelPaths(
      [
        [1, -0.26],
        [-0.26, 0.04],
      ],
      10,
    );
    expect(paths).toEqual([
      { level: -3, path: "M10 0h10v10h-10zM0 10h10v10h-10z" },
      { level: 10, path: "M0 0h10v10h-10z" },
    ]);
  });

  it("draws every cell that is not near 0 exactly once", () => {
    const entry = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.array(entry, { minLength: 4, maxLength: 4 }), { minLength: 4, maxLength: 4 }),
        (values) => {
          const squares = levelPaths(values, 5).flatMap(({ path }) => path.split("M").slice(1));
          const drawn = values.flat().filter((value) => Math.round(10 * value) !== 0);
          expect(new Set(squares).size).toBe(squares.length);
          expect(squares).toHaveLength(drawn.length);
        },
      ),
      { seed: 3, numRuns: 100 },
    );
  });
});

describe("minusPath", () => {
  it("marks negative cells and no others", () => {
    expect(
      minusPath(
        [
          [1, -0.5],
          [-0.1, 1],
        ],
        10,
      ),
    ).toBe("M13 5h4");
  });
});

describe("cellAfter", () => {
  it("moves by arrows and stays within the map", () => {
    expect(cellAfter([0, 0], "ArrowUp", 3)).toEqual([0, 0]);
    expect(cellAfter([0, 0], "ArrowDown", 3)).toEqual([1, 0]);
    expect(cellAfter([1, 2], "ArrowRight", 3)).toEqual([1, 2]);
    expect(cellAfter([1, 2], "ArrowLeft", 3)).toEqual([1, 1]);
    expect(cellAfter([1, 2], "Home", 3)).toEqual([1, 0]);
    expect(cellAfter([1, 0], "End", 3)).toEqual([1, 2]);
    expect(cellAfter([1, 0], "Tab", 3)).toBeUndefined();
  });
});
