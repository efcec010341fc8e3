import { describe, expect, it } from "vitest";
import type { ConstrainedLoss, LagrangianState } from "./lagrangian-state.ts";
import { augmentedLagrangian } from "./notears.ts";

/** ‖x − a‖² where x₀ x₁ = 0, as its square: the smaller of the two goes. */
const corner = (a: readonly number[], cost = 1): ConstrainedLoss => ({
  size: 2,
  cost,
  evaluate: ([x, y], g, rho, alpha) => {
    const h = x * x * y * y;
    const pull = 2 * (rho * h + alpha);
    g[0] = 2 * (x - a[0]) + pull * x * y * y;
    g[1] = 2 * (y - a[1]) + pull * x * x * y;
    return (x - a[0]) ** 2 + (y - a[1]) ** 2 + 0.5 * rho * h * h + alpha * h;
  },
  constraint: ([x, y]) => x * x * y * y,
});

function run(loss: ConstrainedLoss, options = {}, from?: LagrangianState) {
  const running = augmentedLagrangian(loss, options, from);
  const states: LagrangianState[] = [];
  for (;;) {
    const { value, done } = running.next();
    states.push(value.state());
    if (done) return { last: value, states };
  }
}

describe("augmentedLagrangian", () => {
  it("ends where the constraint holds, at the nearest such point", () => {
    const { last } = run(corner([3, 1]));
    expect(last.isOver).toBe(true);
    expect(last.h).toBeLessThanOrEqual(1e-8);
    expect(last.x[0]).toBeCloseTo(3, 2);
    expect(last.x[1]).toBeCloseTo(0, 2);
  });

  it("ends where the penalty has come to its limit, with what it has", () => {
    const { last } = run(corner([3, 1]), { rhoMax: 100 });
    expect(last.rho).toBe(100);
    expect(last.isOver).toBe(true);
    expect(last.h).toBeGreaterThan(1e-8);
  });

  it("goes on from any point, within a problem or between two, to the same bytes", () => {
    const loss = corner([2, 1.9], 1e9); // a breath after every iteration
    const { last, states } = run(loss);
    expect(states.length).toBeGreaterThan(30);
    expect(states.some(({ inner }) => inner !== null)).toBe(true);
    for (const state of states.filter((_, k) => k % 12 === 0)) {
      const again = run(loss, {}, JSON.parse(JSON.stringify(state))).last;
      expect(again.state()).toEqual(last.state());
    }
  });

  it("has nothing to do without variables", () => {
    const { last } = run({ ...corner([0, 0]), size: 0 });
    expect([last.isOver, last.h, last.x.length]).toEqual([true, null, 0]);
  });
});
