import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { scalarNetwork, scalarNetworkSize } from "./scalar-network.ts";

/** The sum over all units, for every value: f, its derivative in x, and its derivatives in the parameters. */
function summed(parameters: Float64Array, x: number) {
  const H = (parameters.length - 1) / 3;
  const slopes = new Float64Array(parameters.length);
  let value = parameters[3 * H];
  let slope = 0;
  slopes[3 * H] = 1;
  for (let k = 0; k < H; k++) {
    const [w, b, v] = [parameters[k], parameters[H + k], parameters[2 * H + k]];
    if (!(w * x + b > 0)) continue;
    value += v * (w * x + b);
    slope += v * w;
    slopes[k] = v * x;
    slopes[H + k] = v;
    slopes[2 * H + k] = w * x + b;
  }
  return { value, slope, slopes };
}

function problem(seed: string, hidden: number, count: number) {
  const rng = createRng(seed);
  const parameters = Float64Array.from({ length: scalarNetworkSize(hidden) }, () => rng.normal());
  const x = Float64Array.from({ length: count }, () => 2 * rng.normal());
  const g = Float64Array.from({ length: count }, () => rng.normal());
  return { rng, parameters, x, g };
}

const seeds = fc.integer({ min: 0, max: 1e6 }).map(String);

describe("scalarNetwork", () => {
  it("has the values and the gradients of the sum over units", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 40 }), (seed, hidden) => {
        const { rng, parameters, x, g } = problem(seed, hidden, 50);
        if (hidden > 3) parameters.set([0, 0], 0); // active everywhere, or nowhere
        if (hidden > 6) parameters.fill(0, hidden + 2, hidden + 6); // four knots at 0
        const network = scalarNetwork(parameters);
        const segments = new Uint16Array(50);
        const [y, dx, gradient] = [new Float64Array(50), new Float64Array(50), parameters.slice()];
        // The second time, with other parameters, the search begins at the segments of the first.
        for (let time = 0; time < 2; time++) {
          network.prepare();
          network.valuesInto(y, x, segments);
          dx.fill(1);
          network.take(g, x, segments, dx);
          network.gradientInto(gradient);
          const expected = new Float64Array(parameters.length);
          x.forEach((at, k) => {
            const { value, slope, slopes } = summed(parameters, at);
            expect(y[k]).toBeCloseTo(value, 9);
            expect(dx[k]).toBeCloseTo(1 + slope * g[k], 9);
            slopes.forEach((s, p) => {
              expected[p] += s * g[k];
            });
          });
          gradient.forEach((s, p) => {
            expect(s).toBeCloseTo(expected[p], 8);
          });
          for (let p = 0; p < parameters.length; p++) parameters[p] += rng.normal();
        }
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("finds the same segments, to the bit, wherever the search begins", () => {
    const { parameters, x } = problem("start", 64, 200);
    const network = scalarNetwork(parameters);
    network.prepare();
    const from = (start: number) => {
      const [y, segments] = [new Float64Array(200), new Uint16Array(200).fill(start)];
      network.valuesInto(y, x, segments);
      return { y, segments };
    };
    expect(from(64)).toEqual(from(0));
    expect(from(31)).toEqual(from(0));
  });

  it("sums gradients over everything accumulated, and then clears it", () => {
    const { parameters, x, g } = problem("taken", 8, 20);
    const network = scalarNetwork(parameters);
    const segments = new Uint16Array(20);
    network.prepare();
    network.valuesInto(new Float64Array(20), x, segments);
    const gradientOf = (times: number) => {
      const out = parameters.slice();
      for (let k = 0; k < times; k++) network.take(g, x, segments);
      network.gradientInto(out);
      return out;
    };
    const once = gradientOf(1);
    gradientOf(2).forEach((s, p) => {
      expect(s).toBeCloseTo(2 * once[p], 10);
    });
    expect(gradientOf(1)).toEqual(once);
    expect(gradientOf(0).every((s) => s === 0)).toBe(true);
  });

  it("propagates NaN and infinities, and recovers", () => {
    const { parameters } = problem("nan", 4, 0);
    parameters.set([1, 2, -1, -2], 0);
    const network = scalarNetwork(parameters);
    network.prepare();
    const y = new Float64Array(4);
    network.valuesInto(
      y,
      Float64Array.of(Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0),
      new Uint16Array(4).fill(2),
    );
    expect([y[0], Math.abs(y[1]), Math.abs(y[2])]).toEqual([
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
    expect(y[3]).toBeCloseTo(summed(parameters, 0).value, 12);
  });
});
