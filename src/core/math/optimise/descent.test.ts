import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrix } from "../matrix.ts";
import { createRng } from "../rng.ts";
import { descend, type Evaluation } from "./descent.ts";

const box = (p: number, low: number, start: number, high: number) => ({
  low: new Float64Array(p).fill(low),
  start: new Float64Array(p).fill(start),
  high: new Float64Array(p).fill(high),
});

/** A function of one variable. */
const single =
  (value: (x: number) => number, slope: (x: number) => number, curvature: (x: number) => number) =>
  ([x]: Float64Array): Evaluation => ({
    value: value(x),
    derivatives: () => ({
      gradient: Float64Array.of(slope(x)),
      hessian: matrix(1, 1, Float64Array.of(curvature(x))),
    }),
  });

describe("descend", () => {
  it("finds the minimum of a convex function, or the constrained minimum on the boundary of the box", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(), (p, seed) => {
        const rng = createRng(`bowl/${seed}`);
        const centre = Float64Array.from({ length: p }, () => 6 * rng.normal());
        const weight = Float64Array.from({ length: p }, () => 0.1 + rng.uniform());
        const bowl = (at: Float64Array): Evaluation => ({
          value: at.reduce((sum, x, j) => sum + (weight[j] * (x - centre[j]) ** 2) / 2, 0),
          derivatives: () => {
            const hessian = matrix(p, p);
            weight.forEach((w, j) => {
              hessian.data[j * (p + 1)] = w;
            });
            return { gradient: at.map((x, j) => weight[j] * (x - centre[j])), hessian };
          },
        });
        const { at, converged } = descend(bowl, box(p, -5, 1, 5));
        expect(converged).toBe(true);
        at.forEach((x, j) => {
          expect(x).toBeCloseTo(Math.min(5, Math.max(-5, centre[j])), 6);
        });
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it("descends where the curvature is negative", () => {
    const { at, converged } = descend(
      single(
        (x) => -Math.cos(x),
        (x) => Math.sin(x),
        (x) => Math.cos(x),
      ),
      box(1, -10, 2.5, 10),
    );
    expect(converged).toBe(true);
    expect(Math.cos(at[0])).toBeCloseTo(1, 10);
  });

  it("moves a coordinate along which the function levels off to the boundary of the box", () => {
    const fade = single(
      (x) => Math.exp(-x),
      (x) => -Math.exp(-x),
      (x) => Math.exp(-x),
    );
    const { at, converged, steps } = descend(fade, box(1, -3, 0, 30));
    expect(at[0]).toBe(30);
    expect(converged).toBe(true);
    expect(steps).toBeLessThan(20);
  });

  it("ends even if derivatives are wrong, and reports that it did not converge", () => {
    const liar = single(
      (x) => x,
      () => -1,
      () => 1,
    );
    expect(descend(liar, box(1, -1, 0, 1))).toMatchObject({ converged: false, steps: 0 });
    let falls = 0;
    const endless = single(
      () => --falls,
      () => -1,
      () => 1e9,
    );
    expect(descend(endless, box(1, -1, 0, 1))).toMatchObject({ converged: false, steps: 100 });
  });

  it("returns at once if there is nothing to optimise", () => {
    const flat = (): Evaluation => ({
      value: 1,
      derivatives: () => ({ gradient: new Float64Array(0), hessian: matrix(0, 0) }),
    });
    expect(descend(flat, box(0, 0, 0, 0))).toMatchObject({ converged: true, steps: 0 });
  });
});
