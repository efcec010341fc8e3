import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineBetween, type Places, placesOf } from "./knowledge-places.ts";

const named = (n: number) => Array.from({ length: n }, (_, k) => `v${k}`);

function expectSound({ places, box, height }: Places, width: number): void {
  places.forEach((p, k) => {
    expect(p.x).toBeGreaterThanOrEqual(0);
    expect(p.y).toBeGreaterThanOrEqual(0);
    expect(p.x + box.width).toBeLessThanOrEqual(width);
    expect(p.y + box.height).toBeLessThanOrEqual(height);
    for (const q of places.slice(k + 1)) {
      const isApart = Math.abs(p.x - q.x) >= box.width || Math.abs(p.y - q.y) >= box.height;
      expect(isApart, `${p.name} and ${q.name}`).toBe(true);
    }
  });
}

describe("placesOf", () => {
  const widths = fc.integer({ min: 300, max: 1300 });

  it("puts every variable into the room, and no two over each other", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), widths, (n, width) => {
        const found = placesOf(named(n), [], width);
        expect(found.places.map(({ name }) => name)).toEqual(named(n));
        expectSound(found, width);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it("does so with tiers too, each tier below the one before it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(39), widths, (n, cut, width) => {
        const names = named(n);
        const tiers = [names.slice(0, Math.min(cut, n)), [], names.slice(Math.min(cut, n), n - 1)];
        const found = placesOf(names, tiers, width);
        expect(found.places.map(({ name }) => name).sort()).toEqual([...names].sort());
        expectSound(found, width);
        const y = new Map(found.places.map((place) => [place.name, place.y]));
        for (const first of tiers[0])
          for (const last of tiers[2]) expect(y.get(first)).toBeLessThan(y.get(last)!);
      }),
      { seed: 2, numRuns: 150 },
    );
  });

  it("leaves variables out that do not take part", () => {
    const { places, titles } = placesOf(["a", "b"], [["a", "gone"], ["gone too"]], 600);
    expect(places.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(titles.map(({ title }) => title)).toEqual(["Tier 1", "Free"]);
  });
});

describe("lineBetween", () => {
  const box = { width: 100, height: 36 };

  it("goes around the variables that stand between two in one column, towards the middle", () => {
    const [, bend] = lineBetween({ name: "a", x: 0, y: 0 }, { name: "c", x: 10, y: 120 }, box, 600);
    expect(bend.x).toBeGreaterThan(110);
    const [, right] = lineBetween({ name: "a", x: 490, y: 0 }, { name: "c", x: 490, y: 120 }, box, 600);
    expect(right.x).toBeLessThan(490);
  });

  it("runs in the gap above the variables that stand between two in one row, and back below them", () => {
    const [a, b] = [
      { name: "a", x: 0, y: 50 },
      { name: "b", x: 400, y: 50 },
    ];
    for (const { y } of lineBetween(a, b, box, 600)) expect(y).toBeLessThanOrEqual(50);
    for (const { y } of lineBetween(b, a, box, 600)) expect(y).toBeGreaterThanOrEqual(50 + box.height);
  });

  it("keeps the two directions apart", () => {
    const pairs = [
      [
        { name: "a", x: 0, y: 0 },
        { name: "b", x: 10, y: 180 },
      ],
      [
        { name: "a", x: 0, y: 0 },
        { name: "b", x: 300, y: 60 },
      ],
    ] as const;
    for (const [a, b] of pairs) {
      const [there, back] = [lineBetween(a, b, box, 600)[1], lineBetween(b, a, box, 600)[1]];
      expect(Math.hypot(there.x - back.x, there.y - back.y)).toBeGreaterThan(10);
    }
  });
});
