// Elementwise ops: functions of one tensor, sums and products of two, scaling and shifting by one number.

import { check } from "../check.ts";
import type { Parameter, Plan, Tensor } from "./plan.ts";

/** Functions by name; whether their gradient is computed from their output or their input, and whether they map 0 to 0. */
const functions = {
  elu: { from: "y", keepsZero: true },
  exp: { from: "y", keepsZero: false },
  leakyRelu: { from: "y", keepsZero: true },
  log: { from: "x", keepsZero: false },
  relu: { from: "y", keepsZero: true },
  sigmoid: { from: "y", keepsZero: false },
  softplus: { from: "x", keepsZero: false },
  tanh: { from: "y", keepsZero: true },
} as const;

export type ElementFunction = keyof typeof functions;

/** y = f(x). */
export function map(plan: Plan, x: Tensor, f: ElementFunction): Tensor {
  const { from, keepsZero } = functions[f];
  const y = plan.output(x.perItem, x.columns, { inputs: [x] });
  const hasFilling = 4 * x.columns < x.step;
  const clear = { columns: x.columns, step: x.step };
  plan.record({
    outputs: [y],
    forward: (w) => {
      w.each(`${f}Into`, (s) => ({ y: s.at(y), x: s.at(x), count: s.count(x) }));
      if (hasFilling && !keepsZero)
        w.each("clearBeyondInto", (s) => ({ y: s.at(y), rows: s.rows(y), ...clear }));
    },
    backward: (w, g) => {
      const dy = g.of(y)!;
      if (!x.needsGradient) return;
      const value = from === "y" ? y : x;
      w.each(`${f}GradientInto`, (s) => ({
        ...{ dx: s.at(dy), dy: s.at(dy), kept: s.at(value), count: s.count(x) },
      }));
      if (hasFilling && f === "log")
        w.each("clearBeyondInto", (s) => ({ y: s.at(dy), rows: s.rows(y), ...clear }));
      g.pass(y, x);
    },
  });
  return y;
}

/** y = a + b. */
export function add(plan: Plan, a: Tensor, b: Tensor): Tensor {
  sameShape(a, b);
  const y = plan.output(a.perItem, a.columns, { inputs: [a, b] });
  plan.record({
    outputs: [y],
    forward: (w) => w.each("sumInto", (s) => ({ y: s.at(y), a: s.at(a), b: s.at(b), count: s.count(y) })),
    backward: (_, g) => {
      g.pass(y, b);
      g.pass(y, a);
    },
  });
  return y;
}

/** y = a · b. */
export function times(plan: Plan, a: Tensor, b: Tensor): Tensor {
  sameShape(a, b);
  const y = plan.output(a.perItem, a.columns, { inputs: [a, b] });
  plan.record({
    outputs: [y],
    forward: (w) => w.each("timesInto", (s) => ({ y: s.at(y), a: s.at(a), b: s.at(b), count: s.count(y) })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      const make = (x: Tensor, other: Tensor): void =>
        g.make(x, (dx, adds) =>
          w.each("timesGradientInto", (s) => ({
            ...{ dx: s.at(dx), dy: s.at(dy), b: s.at(other), count: s.count(y), adds },
          })),
        );
      make(a, b);
      make(b, a);
    },
  });
  return y;
}

/** y = factor · x. */
export function scale(plan: Plan, x: Tensor, factor: number): Tensor {
  const y = plan.output(x.perItem, x.columns, { inputs: [x] });
  plan.record({
    outputs: [y],
    forward: (w) => w.each("scaledInto", (s) => ({ y: s.at(y), a: s.at(x), factor, count: s.count(y) })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      w.each("scaledInto", (s) => ({ y: s.at(dy), a: s.at(dy), factor, count: s.count(y) }));
      g.pass(y, x);
    },
  });
  return y;
}

/** y = x + by, where `by` is one trainable or constant number. */
export function shift(plan: Plan, x: Tensor, by: Parameter | number): Tensor {
  const isTrainable = typeof by !== "number";
  check(
    !isTrainable || (by.rows === 1 && by.columns === 1),
    "net: what all numbers are shifted by is one number",
  );
  const y = plan.output(x.perItem, x.columns, { inputs: [x], isTrainable });
  const constant = isTrainable ? 0 : plan.constants([by]);
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("shiftInto", (s) => ({
        ...s.all({ y, x }),
        by: isTrainable ? plan.theta(by) : constant,
        rows: s.rows(y),
        columns: x.columns,
        step: x.step,
      })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      if (isTrainable) {
        const { at, adds } = g.parameter(by);
        w.each("shiftGradientInto", (s) => ({ dBy: at(s), dy: s.at(dy), count: s.count(y), adds }));
      }
      g.pass(y, x);
    },
  });
  return y;
}

function sameShape(a: Tensor, b: Tensor): void {
  check(
    a.perItem === b.perItem && a.columns === b.columns,
    `net: ${a.perItem} x ${a.columns} and ${b.perItem} x ${b.columns} must have one shape`,
  );
}
