import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curvePaths } from "./curve-paths.ts";

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe("the paths of a curve", () => {
  it("stay inside the picture", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 1 }), (points) => {
        const { dots, line } = curvePaths(
          { x: points.map(([x]) => x), y: points.map(([, y]) => y), points },
          320,
          190,
        );
        const places = [...`${dots}${line}`.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)];
        expect(places).toHaveLength(2 * points.length);
        for (const [, x, y] of places) {
          expect(Number(x)).toBeGreaterThanOrEqual(0);
          expect(Number(x)).toBeLessThanOrEqual(320);
          expect(Number(y)).toBeGreaterThanOrEqual(0);
          expect(Number(y)).toBeLessThanOrEqual(190);
        }
      }),
      { seed: 2 },
    );
  });

  it("draw larger values higher, and say from where to where the axes go", () => {
    const curve = { x: [0, 10], y: [1, 3], points: [[5, -1]] as [number, number][] };
    const { line, dots, x, y } = curvePaths(curve, 100, 100);
    expect(line).toBe("M6.0 50.0L94.0 6.0");
    expect(dots).toBe("M50.0 94.0h0");
    expect([x, y]).toEqual([
      [0, 10],
      [-1, 3],
    ]);
  });
});
