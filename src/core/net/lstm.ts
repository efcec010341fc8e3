// A long short-term memory cell: one step of a recurrent network.
//
//     [i f g o] = x W + h V + b;   c' = σ(f) c + σ(i) tanh(g),   h' = σ(o) tanh(c')
//
// Hochreiter & Schmidhuber, "Long short-term memory", Neural Computation 9(8), 1997. The gates are in PyTorch's order. Differs
// from PyTorch in having one bias instead of two, which would act only through their sum.

import { check } from "../check.ts";
import { glorot } from "./layers.ts";
import { product } from "./ops.ts";
import type { Plan, Tensor } from "./plan.ts";

export interface LstmState {
  readonly h: Tensor;
  readonly c: Tensor;
}

export interface LstmOptions {
  /** Added to the pre-activation of the forget gate, so that an untrained cell remembers (1 in TensorFlow's cell). */
  readonly forgetShift?: number;
}

/** The next state, given the pre-activations [i f g o] of the gates and the previous cell state. */
export function lstm(
  plan: Plan,
  gates: Tensor,
  old: Tensor,
  { forgetShift = 0 }: LstmOptions = {},
): LstmState {
  const hidden = old.columns;
  check(
    gates.columns === 4 * hidden && gates.perItem === old.perItem,
    `net: a cell of ${hidden} units needs ${4 * hidden} pre-activations a row, got ${gates.columns}`,
  );
  const h = plan.output(old.perItem, hidden, { inputs: [gates, old] });
  const c = plan.output(old.perItem, hidden, { inputs: [gates, old] });
  const perItem = gates.perItem * gates.step;
  const cache = plan.room(plan.items * perItem);
  const sizes = { hidden, step: old.step, stepGates: gates.step };
  plan.record({
    outputs: [h, c],
    forward: (w) =>
      w.each("lstmInto", (s) => ({
        ...s.all({ h, c, gates, old }),
        kept: cache + s.firstItem * perItem,
        rows: s.rows(h),
        ...sizes,
        shift: forgetShift,
      })),
    backward: (w, g) => {
      const [dH, dC] = [g.of(h), g.of(c)];
      const [dGates, dOld] = [g.fresh(gates), g.fresh(old)];
      w.each("lstmGradientInto", (s) => ({
        ...s.all({ dGates, dOld, dH, dC, c, old }),
        kept: cache + s.firstItem * perItem,
        rows: s.rows(h),
        ...sizes,
      }));
    },
  });
  return { h, c };
}

export interface LstmCellOptions extends LstmOptions {
  readonly name: string;
  /** Columns of the cell's inputs. */
  readonly inputs: number;
  readonly hidden: number;
}

/**
 * A cell with its own weights, to be applied once per element of a sequence. Matrices start Glorot-uniform (Glorot & Bengio,
 * 2010), the bias at 0.
 */
export function lstmCell(
  plan: Plan,
  { name, inputs, hidden, ...options }: LstmCellOptions,
): (x: Tensor, state: LstmState) => LstmState {
  const matrix = (part: string, rows: number) =>
    plan.parameter(rows, [
      { name: `${name}.${part}`, columns: 4 * hidden, start: { limit: glorot(rows, 4 * hidden) } },
    ]);
  const W = matrix("input", inputs);
  const V = matrix("state", hidden);
  const bias = plan.parameter(1, [{ name: `${name}.bias`, columns: 4 * hidden, start: { value: 0 } }]);
  return (x, { h, c }) => lstm(plan, product(plan, x, W, { bias, start: product(plan, h, V) }), c, options);
}
