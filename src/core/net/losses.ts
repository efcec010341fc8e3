// Reductions: sums and means of an item or a row, and the squared error of an item.

import { check } from "../check.ts";
import type { Plan, Tensor } from "./plan.ts";

/** The sum of all values of each item, [1, 1] per item. */
export function itemSum(plan: Plan, x: Tensor): Tensor {
  return sums(plan, x, { rows: x.perItem, factor: 1 });
}

/** The mean of all values of each item, [1, 1] per item. */
export function itemAverage(plan: Plan, x: Tensor): Tensor {
  return sums(plan, x, { rows: x.perItem, factor: 1 / (x.perItem * x.columns) });
}

/** The sum of each row, [rows, 1] per item. */
export function rowSums(plan: Plan, x: Tensor): Tensor {
  return sums(plan, x, { rows: 1, factor: 1 });
}

/** factor · the sum of each group of `rows` consecutive rows. */
function sums(plan: Plan, x: Tensor, { rows, factor }: { rows: number; factor: number }): Tensor {
  const y = plan.output(x.perItem / rows, 1, { inputs: [x] });
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("sumsInto", (s) => ({
        ...s.all({ y, x }),
        groups: s.rows(y),
        count: (rows * x.step) / 4,
        stepOut: y.step,
        factor,
      })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      g.make(x, (dx, adds) =>
        w.each("sumsGradientInto", (s) => ({
          ...s.all({ dx, dy }),
          groups: s.rows(y),
          size: rows,
          columns: x.columns,
          step: x.step,
          stepOut: y.step,
          factor,
          adds,
        })),
      );
    },
  });
  return y;
}

export interface SquaredErrorOptions {
  /** Whether to return the mean over an item's cells instead of their sum. */
  readonly isMean?: boolean;
}

/** Σ (x − target)² over the values of each item, [1, 1] per item. */
export function squaredError(
  plan: Plan,
  x: Tensor,
  target: Tensor,
  { isMean = false }: SquaredErrorOptions = {},
): Tensor {
  check(
    x.perItem === target.perItem && x.columns === target.columns,
    `net: a target of ${target.perItem} x ${target.columns} must have the shape ${x.perItem} x ${x.columns}`,
  );
  const y = plan.output(1, 1, { inputs: [x, target] });
  const sizes = {
    count: (x.perItem * x.step) / 4,
    stepOut: y.step,
    factor: isMean ? 1 / (x.perItem * x.columns) : 1,
  };
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("squaredErrorInto", (s) => ({
        ...s.all({ y, x, target }),
        groups: s.items,
        ...sizes,
      })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      const make = (one: Tensor, other: Tensor): void =>
        g.make(one, (dx, adds) =>
          w.each("squaredErrorGradientInto", (s) => ({
            ...{ dx: s.at(dx), dy: s.at(dy), x: s.at(one), target: s.at(other), groups: s.items },
            ...sizes,
            adds,
          })),
        );
      make(x, target);
      make(target, x);
    },
  });
  return y;
}
