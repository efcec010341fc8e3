// The state of the augmented Lagrangian of NOTEARS (notears.ts), also as plain JSON: it can be stopped between two iterations
// of the solver and resumes to the same bytes.

import * as z from "zod";
import { base64FromNumbers, float64FromBase64 } from "../../../math/bytes/bytes.ts";
import { type Screened, screenedLbfgsB } from "../../../math/optimise/optimise.ts";
import { index, maybe, packed } from "../../resumed-state.ts";

export interface ConstrainedLoss {
  readonly size: number;
  /** Lower bounds; none if absent. */
  readonly low?: Float64Array;
  /** loss + α h + ½ ρ h² at x; also computes its gradient. */
  readonly evaluate: (x: Float64Array, gradient: Float64Array, rho: number, alpha: number) => number;
  /** h at x. */
  readonly constraint: (x: Float64Array) => number;
  /** Approximate number of operations per evaluation. */
  readonly cost: number;
}

export const lagrangianState = z.strictObject({
  accepted: packed,
  /** The solver's numbers while it runs. */
  inner: packed.nullable(),
  rho: z.number(),
  alpha: z.number(),
  /** h at the accepted x; null before there is one. */
  h: maybe,
  /** Number of times that an x was accepted. */
  rounds: index,
  /** Totals of the solver over all problems solved. */
  iterations: index,
  evaluations: index,
  isOver: z.boolean(),
});

export type LagrangianState = Readonly<z.infer<typeof lagrangianState>>;

/** The same, mutable; the solver is that of the current problem, null between two. */
export type Lagrangian = Omit<z.infer<typeof lagrangianState>, "accepted" | "inner"> & {
  x: Float64Array;
  solver: Screened | null;
};

export interface LagrangianPoint extends Readonly<Omit<Lagrangian, "solver">> {
  readonly state: () => LagrangianState;
}

export function startedAt(x: Float64Array): LagrangianState {
  const start = { rho: 1, alpha: 0, h: null, rounds: 0, iterations: 0, evaluations: 0 };
  return { accepted: base64FromNumbers(x), inner: null, ...start, isOver: x.length === 0 };
}

export function resumedLagrangian(loss: ConstrainedLoss, from: LagrangianState): Lagrangian {
  const { accepted, inner, ...rest } = from;
  const now: Lagrangian = { ...rest, x: float64FromBase64(accepted), solver: null };
  if (inner !== null) now.solver = solverAt(loss, now, { numbers: float64FromBase64(inner), n: loss.size });
  return now;
}

/** The solver for argmin loss + α h + ½ ρ h². */
export function solverAt(
  { evaluate, low }: ConstrainedLoss,
  now: Readonly<Lagrangian>,
  from: Parameters<typeof screenedLbfgsB>[1] = { start: now.x },
): Screened {
  return screenedLbfgsB((x, gradient) => evaluate(x, gradient, now.rho, now.alpha), from, low);
}

/** The current point; its `state` must be called before the search continues. */
export function pointOf(now: Lagrangian): LagrangianPoint {
  const { solver, x, iterations, evaluations, ...rest } = now;
  const { rho, alpha, h, rounds, isOver } = rest;
  return {
    ...rest,
    x,
    iterations: iterations + (solver?.iterations() ?? 0),
    evaluations: evaluations + (solver?.evaluations() ?? 0),
    state: () => ({
      accepted: base64FromNumbers(x),
      inner: solver && base64FromNumbers(solver.numbers()),
      ...{ rho, alpha, h, rounds, iterations, evaluations, isOver },
    }),
  };
}
