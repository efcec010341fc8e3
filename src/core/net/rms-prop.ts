// RMSprop as a program; the arithmetic is in src/kernels/network/rms-prop.ts.

import { packedBytes } from "../math/wasm/wasm.ts";
import type { Backward } from "./backward.ts";
import type { Plan } from "./plan.ts";
import { type Program, programWriter, sequence } from "./program.ts";

export interface RmsPropOptions {
  readonly decay?: number;
  readonly epsilon?: number;
}

export interface RmsProp {
  readonly program: Program;
  /** Address of the mean squared gradients, laid out as the parameters are; filling it with zeros resets the optimiser. */
  readonly v: number;
  /** Address of the settings: rate, decay and ε; the caller writes the rate before the first run. */
  readonly settings: number;
}

/** Anything the caller adds to a shard's gradients before a run is part of the update. */
export function rmsProp(
  plan: Plan,
  { used, partial, total }: Backward,
  { decay = 0.99, epsilon = 1e-8 }: RmsPropOptions = {},
): RmsProp {
  const v = plan.room(plan.parameterBytes());
  const settings = plan.constants([0, decay, epsilon]);
  const squares = plan.room(4 * used.length);
  const { call, program } = programWriter();
  for (const [lane, { rows, columns, offset }] of used.entries()) {
    const count = packedBytes(rows, columns) / 4;
    call("sumGradientsInto", lane, {
      total: total + offset,
      squares: squares + 4 * lane,
      partial: partial + offset,
      apart: plan.parameterBytes(),
      shards: plan.shards.length,
      count,
    });
    call("rmsPropInto", lane, {
      theta: plan.theta() + offset,
      v: v + offset,
      gradient: total + offset,
      settings,
      count,
    });
  }
  return { program: sequence(program(), plan.refresh()), v, settings };
}
