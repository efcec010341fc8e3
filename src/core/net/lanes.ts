// Many small networks side by side, one in each lane: a layer of all of them is one op.
//
//     y[o, t] = Σ_k W[o, k, t] x[k, t] + bias[o, t]      unit o of network t is column o · lanes + t
//
// For models with one network per variable: separate products of tiny matrices would spend most of their time on padding. A
// first layer whose inputs the networks share is an ordinary product (ops.ts) with its output columns in this order.

import { check } from "../check.ts";
import type { Parameter, Plan, Tensor } from "./plan.ts";

export interface LaneSizes {
  /** Number of networks, padded to a multiple of four. */
  readonly lanes: number;
  readonly ins: number;
  readonly outs: number;
}

/** One layer of every network; W is one row of [outs][ins][lanes] values, the bias one of [outs][lanes]. */
export function lanesProduct(
  plan: Plan,
  x: Tensor,
  { W, bias, lanes, ins, outs }: LaneSizes & { readonly W: Parameter; readonly bias: Parameter },
): Tensor {
  check(
    lanes % 4 === 0 &&
      x.columns === ins * lanes &&
      W.rows === 1 &&
      W.columns === outs * ins * lanes &&
      bias.columns === outs * lanes,
    `net: ${lanes} lanes of ${ins} x ${outs} units need a multiple of four lanes and matching sizes, got ${x.columns} columns and ${W.columns} weights`,
  );
  const y = plan.output(x.perItem, outs * lanes, { inputs: [x], isTrainable: true });
  const [perIn, perOut] = [4 * lanes, 4 * ins * lanes];
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("lanesInto", (s) => ({
        ...s.all({ y, x }),
        W: plan.theta(W),
        bias: plan.theta(bias),
        rows: s.rows(y),
        ...{ outs, ins, lanes },
        strideOut: perOut,
        strideIn: perIn,
        stepY: y.step,
        stepX: x.step,
        adds: false,
      })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      const G = g.parameter(W);
      const sums = g.parameter(bias);
      check(sums.adds === G.adds, "net: a bias is used as often as its weights");
      w.each("lanesGradientInto", (s) => ({
        ...s.all({ x, dy }),
        G: G.at(s),
        sums: sums.at(s),
        rows: s.rows(y),
        ...{ outs, ins, lanes },
        stepX: x.step,
        stepY: y.step,
        adds: G.adds,
      }));
      g.make(x, (dx, adds) =>
        w.each("lanesInto", (s) => ({
          ...s.all({ y: dx, x: dy }),
          W: plan.theta(W),
          bias: 0,
          rows: s.rows(y),
          outs: ins,
          ins: outs,
          lanes,
          strideOut: perIn,
          strideIn: perOut,
          stepY: x.step,
          stepX: y.step,
          adds,
        })),
      );
    },
  });
  return y;
}
