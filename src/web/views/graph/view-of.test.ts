import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstView, isInView, zoom } from "./view-of.ts";

const room = { width: 800, height: 500 };
const near = (x: number, y: number) => ({ x, y, width: 80, height: 34 });

describe("the first view of a drawing", () => {
  it("is the whole where its names can be read", () => {
    const whole = { x: 3, y: 4, zoom: zoom.whole };
    expect(firstView({ x: 0, y: 0, width: 700, height: 400 }, near(0, 0), room, whole)).toBe(whole);
  });

  it("is otherwise at a readable size, and has where it begins in view", () => {
    const place = fc.integer({ min: 0, max: 2900 });
    fc.assert(
      fc.property(place, place, (x, y) => {
        const extent = { x: 0, y: 0, width: 3000, height: 3000 };
        const view = firstView(extent, near(x, y), room, { x: 0, y: 0, zoom: 0.2 });
        expect(view.zoom).toBe(zoom.readable);
        expect(isInView(near(x, y), view, room)).toBe(true);
        // No empty room beside the drawing but its margin.
        expect(view.x).toBeLessThanOrEqual(16);
        expect(view.x + extent.width * view.zoom).toBeGreaterThanOrEqual(room.width - 16.001);
      }),
      { seed: 2 },
    );
  });

  it("centres what is narrower than the room", () => {
    const view = firstView({ x: 50, y: 0, width: 400, height: 4000 }, near(60, 0), room, {
      x: 0,
      y: 0,
      zoom: 0.1,
    });
    expect(view.x + 250 * view.zoom).toBeCloseTo(400, 6);
  });
});

describe("isInView", () => {
  it("tells what is cut off", () => {
    expect(isInView(near(0, 0), { x: 0, y: 0, zoom: 1 }, room)).toBe(true);
    expect(isInView(near(0, 0), { x: -1, y: 0, zoom: 1 }, room)).toBe(false);
    expect(isInView(near(300, 0), { x: 0, y: 0, zoom: 3 }, room)).toBe(false);
  });
});
