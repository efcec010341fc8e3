import { describe, expect, it } from "vitest";
import { createRng } from "../rng.ts";
import { cauchyPoint } from "./cauchy-point.ts";
import { secantPairs } from "./secant-pairs.ts";

const [n, memory] = [6, 4];

function problem(seed: number, count: number) {
  const { normal, uniform } = createRng(`cauchy/${seed}`);
  const square = () => new Float64Array(memory * memory);
  const pairs = secantPairs(n, memory, {
    P: new Float64Array(n * 2 * memory),
    ...{ SS: square(), SY: square(), freeYY: square(), restSS: square(), mixed: square() },
    free: new Float64Array(n),
    head: Float64Array.of(0, 0, 0, 1),
  });
  const everyone = { list: Int32Array.from({ length: n }, (_, i) => i), count: n };
  for (let k = 0; k < count; k++) {
    const s = Float64Array.from({ length: n }, normal);
    const y = s.map((v, i) => (1 + i) * v);
    pairs.push(
      s,
      y,
      s.reduce((sum, v, i) => sum + v * y[i], 0),
      everyone,
    );
  }
  if (count > 0) pairs.factor();
  const low = Float64Array.from({ length: n }, () =>
    uniform() < 0.3 ? Number.NEGATIVE_INFINITY : -uniform(),
  );
  const high = Float64Array.from({ length: n }, () =>
    uniform() < 0.3 ? Number.POSITIVE_INFINITY : uniform(),
  );
  const x = low.map((a, i) =>
    uniform() < 0.3 ? Math.max(a, -1) : Math.min(high[i], Math.max(a, 0.3 * normal())),
  );
  const g = Float64Array.from({ length: n }, () => 2 * normal());
  /** gᵀ(z − x) + ½ (z − x)ᵀ B (z − x). */
  const model = (z: Float64Array): number => {
    const step = z.map((v, i) => v - x[i]);
    const small = new Float64Array(2 * memory);
    pairs.transposedInto(small, step, everyone);
    const other = small.slice();
    if (count > 0) pairs.middle(other);
    const bent = step.reduce((sum, v) => sum + pairs.theta() * v * v, 0);
    const less = small.reduce((sum, v, k) => sum + (k < 2 * count ? v * other[k] : 0), 0);
    return step.reduce((sum, v, i) => sum + v * g[i], 0) + (bent - less) / 2;
  };
  const along = (t: number) => x.map((v, i) => Math.min(high[i], Math.max(low[i], v - t * g[i])));
  return { pairs, low, high, x, g, model, along };
}

describe("cauchyPoint", () => {
  it("is the first minimum of the model along the projected gradient", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { pairs, low, high, x, g, model, along } = problem(seed, seed % (memory + 1));
      const point = cauchyPoint(n, pairs, memory, { low, high });
      point.find(x, g);
      let [t, value] = [0, 0];
      for (let k = 1; ; k++) {
        const next = model(along(k * 1e-3));
        if (!(next < value)) break;
        [t, value] = [k * 1e-3, next];
      }
      const near = along(t);
      point.z.forEach((z, i) => {
        expect(Math.abs(z - near[i])).toBeLessThan(2e-3 * Math.abs(g[i]) + 1e-12);
      });
      expect(model(point.z)).toBeLessThanOrEqual(value + 1e-12);
    }
  });

  it("reports which variables are free, which can move, and Wᵀ of the step", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const count = seed % (memory + 1);
      const { pairs, low, high, x, g } = problem(seed, count);
      const { z, c, isFree, loose, find } = cauchyPoint(n, pairs, memory, { low, high });
      find(x, g);
      const could = loose.list.subarray(0, loose.count);
      for (let i = 0; i < n; i++) {
        const isPressed = g[i] < 0 ? x[i] >= high[i] : x[i] <= low[i];
        expect(could.includes(i)).toBe(!isPressed);
        if (isFree[i] === 1) expect(z[i] >= low[i] && z[i] <= high[i]).toBe(true);
        else expect(z[i] === low[i] || z[i] === high[i]).toBe(true);
      }
      const step = z.map((v, i) => v - x[i]);
      const expected = new Float64Array(2 * memory);
      pairs.transposedInto(expected, step, { list: Int32Array.from({ length: n }, (_, i) => i), count: n });
      for (let k = 0; k < 2 * count; k++) expect(c[k]).toBeCloseTo(expected[k], 10);
    }
  });
});
