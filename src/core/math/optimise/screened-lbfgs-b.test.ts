import { describe, expect, it } from "vitest";
import { createRng } from "../rng.ts";
import { type Evaluate, lbfgsB } from "./lbfgs-b.ts";
import { type Screened, screenedLbfgsB } from "./screened-lbfgs-b.ts";

const n = 40;

/** Least squares with a penalty on x ≥ 0, which leaves most of x at 0. */
function sparse(seed: number, penalty: number): Evaluate {
  const { normal } = createRng(`screened/${seed}`);
  const A = Float64Array.from({ length: n * n }, normal);
  const b = Float64Array.from({ length: n }, () => 3 * normal());
  return (x, g) => {
    let f = 0;
    g.fill(penalty);
    for (let r = 0; r < n; r++) {
      let rest = -b[r];
      for (let i = 0; i < n; i++) rest += A[r * n + i] * x[i];
      for (let i = 0; i < n; i++) g[i] += rest * A[r * n + i];
      f += (rest * rest) / 2;
    }
    return x.reduce((sum, v) => sum + penalty * v, f);
  };
}

function finished(run: Screened): Screened {
  while (run.iterate());
  return run;
}

describe("screenedLbfgsB", () => {
  it("ends at the minimum of the whole problem, with fewer active variables", () => {
    for (let seed = 1; seed <= 8; seed++) {
      const evaluate = sparse(seed, 10);
      const low = new Float64Array(n);
      const run = finished(screenedLbfgsB(evaluate, { start: new Float64Array(n) }, low));
      const whole = lbfgsB(evaluate, { start: new Float64Array(n) }, { low });
      while (whole.iterate());
      const g = new Float64Array(n);
      const value = evaluate(run.x, g);
      expect(Math.abs(value - whole.value())).toBeLessThan(1e-6 * whole.value());
      run.x.forEach((v, i) => {
        expect(v).toBeGreaterThanOrEqual(0);
        // At 0 the gradient holds a variable there; elsewhere it vanishes up to the stopping rule.
        expect(v === 0 ? Math.min(0, g[i]) : g[i]).toBeCloseTo(0, 2);
      });
      expect(run.numbers()[3]).toBeLessThan(n);
    }
  });

  it("activates variables that were initially held at their bound", () => {
    // The first to move pulls the second off its bound.
    const evaluate: Evaluate = ([x, y], g) => {
      g[0] = 2 * (x - 3);
      g[1] = 1 - x + 2 * y;
      return (x - 3) ** 2 + (1 - x) * y + y * y;
    };
    const joined: Evaluate = (x, g) => {
      const value = evaluate(x, g);
      g[0] -= x[1];
      return value;
    };
    const { x, evaluations } = finished(
      screenedLbfgsB(joined, { start: new Float64Array(2) }, new Float64Array(2)),
    );
    expect(x[0]).toBeCloseTo(11 / 3, 4);
    expect(x[1]).toBeCloseTo(4 / 3, 4);
    expect(evaluations()).toBeGreaterThan(3);
  });

  it("resumes from its numbers to the same bytes", () => {
    const evaluate = sparse(3, 5);
    const low = new Float64Array(n);
    const whole = finished(screenedLbfgsB(evaluate, { start: new Float64Array(n) }, low));
    const run = screenedLbfgsB(evaluate, { start: new Float64Array(n) }, low);
    do {
      const again = finished(screenedLbfgsB(evaluate, { numbers: run.numbers(), n }, low));
      expect(again.x).toEqual(whole.x);
      expect(again.numbers()).toEqual(whole.numbers());
    } while (run.iterate());
  });

  it("is L-BFGS-B without bounds", () => {
    const evaluate = sparse(4, 0);
    const run = finished(screenedLbfgsB(evaluate, { start: new Float64Array(n) }));
    const plain = lbfgsB(evaluate, { start: new Float64Array(n) });
    while (plain.iterate());
    expect(run.x).toEqual(plain.x);
    expect(run.iterations()).toBe(plain.iterations());
  });
});
