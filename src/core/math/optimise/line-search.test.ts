import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineSearch } from "./line-search.ts";

describe("lineSearch", () => {
  it("ends with sufficient decrease at a slope that is flat enough, or within a tenth of such a step", () => {
    // A quartic that decreases at 0 and eventually increases.
    const shape = fc.tuple(
      fc.double({ min: 0.1, max: 100, noNaN: true }),
      fc.double({ min: -20, max: 20, noNaN: true }),
      fc.double({ min: 0.05, max: 5, noNaN: true }),
      fc.double({ min: 0.01, max: 50, noNaN: true }),
    );
    fc.assert(
      fc.property(shape, ([fall, bend, rise, first]) => {
        const value = (t: number) => -fall * t + bend * t * t + rise * t * t * t * t;
        const slope = (t: number) => -fall + 2 * bend * t + 4 * rise * t * t * t;
        const search = lineSearch();
        search.begin(0, -fall, first, 1e10);
        let tries = 0;
        while (!search.tell(value(search.step()), slope(search.step()))) expect(++tries).toBeLessThan(60);
        const t = search.step();
        expect(value(t)).toBeLessThanOrEqual(-1e-3 * fall * t);
        const nearby = Array.from({ length: 221 }, (_, k) => Math.abs(slope(t * (0.89 + k / 1000))));
        expect(Math.min(...nearby)).toBeLessThanOrEqual(0.9 * fall);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("takes the maximum step if the function decreases all the way", () => {
    const search = lineSearch();
    search.begin(0, -1, 0.5, 3);
    let steps = 0;
    while (!search.tell(-search.step(), -1)) expect(++steps).toBeLessThan(10);
    expect(search.step()).toBe(3);
  });

  it("comes back from where the function is not finite", () => {
    const search = lineSearch();
    search.begin(0, -1, 100, 1e10);
    const value = (t: number) => (t < 2 ? -t + t * t : Number.POSITIVE_INFINITY);
    while (!search.tell(value(search.step()), 2 * search.step() - 1));
    expect(search.step()).toBeGreaterThan(0.01);
    expect(search.step()).toBeLessThan(1);
  });
});
