import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Box, border, directLine, drawnEdge } from "./edge-path.ts";

const boxAt = (x: number, y: number): Box => ({ x, y, width: 80, height: 30 });
const far = fc.integer({ min: -900, max: 900 });

describe("the line of an edge", () => {
  it("leaves a box on its border", () => {
    fc.assert(
      fc.property(far, far, (x, y) => {
        const box = boxAt(0, 0);
        fc.pre(x < 0 || x > 80 || y < 0 || y > 30);
        const point = border(box, { x, y });
        const onSide = Math.min(Math.abs(point.x), Math.abs(point.x - 80));
        const onEdge = Math.min(Math.abs(point.y), Math.abs(point.y - 30));
        expect(Math.min(onSide, onEdge)).toBeLessThan(1e-9);
        expect(point.x).toBeGreaterThanOrEqual(-1e-9);
        expect(point.x).toBeLessThanOrEqual(80 + 1e-9);
        expect(point.y).toBeGreaterThanOrEqual(-1e-9);
        expect(point.y).toBeLessThanOrEqual(30 + 1e-9);
      }),
      { seed: 5 },
    );
  });

  it("has numbers only, wherever the boxes stand, also in one place", () => {
    fc.assert(
      fc.property(far, far, fc.boolean(), (x, y, isDirected) => {
        const { line, head } = drawnEdge(directLine(boxAt(0, 0), boxAt(x, y)), isDirected);
        expect(line + head).not.toMatch(/NaN|Infinity/);
        expect(head === "").toBe(!isDirected);
      }),
      { seed: 5, examples: [[0, 0, true]] },
    );
  });

  it("ends in a head whose tip touches the effect", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 0, y: 100 },
    ];
    const { line, head, middle } = drawnEdge(points, true);
    expect(head).toMatch(/^M0\.0 100\.0L/);
    expect(line).toBe("M0.0 0.0L0.0 92.8");
    expect(middle).toEqual({ x: 0, y: 50 });
  });

  it("has round corners", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 0, y: 100 },
      { x: 100, y: 100 },
    ];
    expect(drawnEdge(points, false).line).toBe("M0.0 0.0L0.0 74.0Q0.0 100.0 26.0 100.0L100.0 100.0");
  });
});
