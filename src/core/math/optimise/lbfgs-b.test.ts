import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "../rng.ts";
import { type Evaluate, type LbfgsB, lbfgsB, projectedGradient } from "./lbfgs-b.ts";

function finished(run: LbfgsB): LbfgsB {
  while (run.iterate());
  return run;
}

/** ½ xᵀ A x − bᵀ x with a random positive definite A. */
function quadratic(seed: number, n: number): { A: Float64Array; b: Float64Array; evaluate: Evaluate } {
  const { normal } = createRng(`quadratic/${seed}`);
  const L = Float64Array.from({ length: n * n }, normal);
  const A = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) A[i * n + j] += L[i * n + k] * L[j * n + k];
      if (i === j) A[i * n + j] += 1;
    }
  }
  const b = Float64Array.from({ length: n }, () => 5 * normal());
  const evaluate: Evaluate = (x, g) => {
    let f = 0;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += A[i * n + j] * x[j];
      g[i] = sum - b[i];
      f += x[i] * (sum / 2 - b[i]);
    }
    return f;
  };
  return { A, b, evaluate };
}

const rosenbrock: Evaluate = (x, g) => {
  let f = 0;
  g.fill(0);
  for (let i = 0; i + 1 < x.length; i++) {
    const [a, b] = [x[i + 1] - x[i] * x[i], 1 - x[i]];
    f += 100 * a * a + b * b;
    g[i] -= 400 * x[i] * a + 2 * b;
    g[i + 1] += 200 * a;
  }
  return f;
};

describe("lbfgsB", () => {
  it("finds the minimum of a quadratic function, where its gradient vanishes", () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { evaluate } = quadratic(seed, 12);
      const exact = { valueTolerance: 0, gradientTolerance: 1e-9 };
      const run = finished(lbfgsB(evaluate, { start: new Float64Array(12) }, exact));
      const g = new Float64Array(12);
      evaluate(run.x, g);
      expect(Math.max(...g.map(Math.abs))).toBeLessThan(1e-6);
    }
  });

  it("satisfies the Karush–Kuhn–Tucker conditions in any box", () => {
    const end = fc.option(fc.integer({ min: -3, max: 3 }), { nil: null });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(fc.tuple(end, end), { minLength: 9, maxLength: 9 }),
        (seed, ends) => {
          const low = Float64Array.from(ends, ([a]) => a ?? Number.NEGATIVE_INFINITY);
          const high = Float64Array.from(ends, ([, b], i) => Math.max(low[i], b ?? Number.POSITIVE_INFINITY));
          const { evaluate } = quadratic(seed, 9);
          const options = { low, high, valueTolerance: 0, gradientTolerance: 1e-8 };
          const run = finished(lbfgsB(evaluate, { start: new Float64Array(9).fill(7) }, options));
          const g = new Float64Array(9);
          evaluate(run.x, g);
          run.x.forEach((x, i) => {
            expect(x >= low[i] && x <= high[i]).toBe(true);
          });
          expect(projectedGradient(run.x, g, { low, high })).toBeLessThan(1e-5);
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });

  it("never increases the function, and never leaves the box on the way", () => {
    const low = new Float64Array(20).map((_, i) => (i % 3 === 0 ? 0.2 : -0.5));
    const high = new Float64Array(20).fill(0.9);
    const seen: Float64Array[] = [];
    const watched: Evaluate = (x, g) => {
      seen.push(x.slice());
      return rosenbrock(x, g);
    };
    const run = lbfgsB(watched, { start: new Float64Array(20).fill(0.5) }, { low, high });
    let before = run.value();
    while (run.iterate()) {
      expect(run.value()).toBeLessThanOrEqual(before);
      before = run.value();
    }
    expect(["gradient", "value"]).toContain(run.ending());
    for (const x of seen) expect(x.every((v, i) => v >= low[i] && v <= high[i])).toBe(true);
  });

  it("resumes from its numbers to the same bytes, with bounds and without", () => {
    for (const low of [undefined, new Float64Array(15).fill(-0.1)]) {
      const whole = finished(lbfgsB(rosenbrock, { start: new Float64Array(15).fill(-1) }, { low }));
      const run = lbfgsB(rosenbrock, { start: new Float64Array(15).fill(-1) }, { low });
      for (let k = 0; k < 45; k++) {
        const again = finished(lbfgsB(rosenbrock, { numbers: run.numbers.slice(), n: 15 }, { low }));
        expect(again.numbers).toEqual(whole.numbers);
        run.iterate();
      }
    }
  });

  it("steps back from where the function is not finite", () => {
    const logarithm: Evaluate = (x, g) => {
      g[0] = 1 - 3 / x[0];
      return x[0] - 3 * Math.log(x[0]); // NaN below 0
    };
    const run = finished(lbfgsB(logarithm, { start: Float64Array.of(1e-3) }));
    expect(run.x[0]).toBeCloseTo(3, 4);
  });

  it("says why it ended", () => {
    const flat: Evaluate = (_, g) => {
      g.fill(0);
      return 1;
    };
    const start = new Float64Array(3).fill(-1);
    expect(lbfgsB(flat, { start }).ending()).toBe("gradient");
    expect(lbfgsB(flat, { start: new Float64Array(0) }).ending()).toBe("gradient");
    expect(lbfgsB(() => Number.NaN, { start }).ending()).toBe("no step");
    expect(finished(lbfgsB(rosenbrock, { start })).ending()).toBe("value");
    expect(finished(lbfgsB(rosenbrock, { start }, { maxIterations: 3 })).ending()).toBe("limit");
    expect(finished(lbfgsB(rosenbrock, { start }, { maxEvaluations: 4 })).evaluations()).toBeLessThan(25);
    const wrong: Evaluate = (x, g) => {
      g.fill(1);
      return -x[0];
    };
    expect(finished(lbfgsB(wrong, { start })).ending()).toBe("no step");
  });

  it("leaves its start unchanged, and begins inside the box", () => {
    const start = Float64Array.of(5, -5);
    const run = lbfgsB(rosenbrock, { start }, { low: Float64Array.of(-1, -1), high: Float64Array.of(1, 1) });
    expect([...run.x]).toEqual([1, -1]);
    expect([...start]).toEqual([5, -5]);
  });
});
