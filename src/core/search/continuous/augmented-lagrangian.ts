// A loss made small under the constraint h = 0, as NOTEARS does it: a penalty that grows until h falls, and a multiplier.
//
//     x ← argmin  loss(x) + α h(x) + ½ ρ h(x)²      by L-BFGS-B (screened-lbfgs-b.ts), from the last x that was accepted
//     h fell to a quarter: accept x, α ← α + ρ h;   else ρ ← 10 ρ and again
//     until h ≤ 1e-8, or ρ has come to its limit, and then the last x is taken as it is
//
// All of it can be stopped between two iterations of the solver and gone on with to the same bytes.
//
// Zheng et al., "DAGs with NO TEARS", NeurIPS 2018; xunzheng/notears.

import * as z from "zod";
import { base64FromBytes, bytesFromBase64 } from "../../math/bytes/bytes.ts";
import { type Screened, screenedLbfgsB } from "../../math/optimise/optimise.ts";
import { index, maybe, packed } from "../resumed-state.ts";

export interface ConstrainedLoss {
  readonly size: number;
  /** Bounds from below; none where absent. */
  readonly low?: Float64Array;
  /** loss + α h + ½ ρ h² at x, and its gradient. */
  readonly evaluate: (x: Float64Array, gradient: Float64Array, rho: number, alpha: number) => number;
  /** h at x. */
  readonly constraint: (x: Float64Array) => number;
  /** Operations of one evaluation, about. */
  readonly cost: number;
}

export interface LagrangianOptions {
  /** Ends where h is at most this. */
  readonly hTolerance?: number;
  /** Ends where the penalty has grown to this. */
  readonly rhoMax?: number;
}

export interface LagrangianState {
  readonly accepted: string;
  /** The numbers of the solver while it runs. */
  readonly inner: string | null;
  readonly rho: number;
  readonly alpha: number;
  /** Of the accepted x; null before there is one. */
  readonly h: number | null;
  /** Times that an x was accepted. */
  readonly rounds: number;
  /** Of the solver, over all problems solved. */
  readonly iterations: number;
  readonly evaluations: number;
  readonly isOver: boolean;
}

export const lagrangianState: z.ZodType<LagrangianState> = z.strictObject({
  accepted: packed,
  inner: packed.nullable(),
  rho: z.number(),
  alpha: z.number(),
  h: maybe,
  rounds: index,
  iterations: index,
  evaluations: index,
  isOver: z.boolean(),
});

export interface LagrangianPoint extends Omit<LagrangianState, "accepted" | "inner"> {
  /** A copy of its own. */
  readonly x: Float64Array;
  readonly state: () => LagrangianState;
}

const maxRounds = 100;
/** Operations in some tens of milliseconds. */
const breath = 2e7;

/** A point after every stretch of work; the last one is returned. */
export function* augmentedLagrangian(
  { size, low, evaluate, constraint, cost }: ConstrainedLoss,
  { hTolerance = 1e-8, rhoMax = 1e16 }: LagrangianOptions,
  from: LagrangianState | undefined,
): Generator<LagrangianPoint, LagrangianPoint, void> {
  const { rho: _, ...start } = from ?? fresh(size);
  let { alpha, h, rounds, iterations, evaluations, isOver } = start;
  let rho = from?.rho ?? 1;
  let x = numbersOf(start.accepted);
  let inner: Screened | null = null;
  const value = (at: Float64Array, gradient: Float64Array) => evaluate(at, gradient, rho, alpha);
  if (start.inner !== null) {
    inner = screenedLbfgsB(value, { numbers: numbersOf(start.inner), n: size }, low);
  }
  const stretch = Math.max(1, Math.round(breath / (cost + 150 * size)));
  const point = (): LagrangianPoint => {
    const counts = {
      ...{ rho, alpha, h, rounds, isOver },
      iterations: iterations + (inner?.iterations() ?? 0),
      evaluations: evaluations + (inner?.evaluations() ?? 0),
    };
    const [accepted, running] = [x, inner];
    const state = (): LagrangianState => ({
      accepted: textOf(accepted),
      inner: running && textOf(running.numbers()),
      ...{ rho: counts.rho, alpha: counts.alpha, h: counts.h, rounds, iterations, evaluations, isOver },
    });
    return { x: accepted, ...counts, state };
  };

  while (!isOver) {
    inner ??= screenedLbfgsB(value, { start: x }, low);
    for (let k = 1; inner.iterate(); k++) if (k % stretch === 0) yield point();
    iterations += inner.iterations();
    evaluations += inner.evaluations();
    const found = constraint(inner.x);
    const isEnough = found <= 0.25 * (h ?? Number.POSITIVE_INFINITY);
    if (!isEnough) rho *= 10;
    if (isEnough || rho >= rhoMax) {
      x = inner.x.slice();
      h = found;
      alpha += rho * h;
      rounds++;
      isOver = h <= hTolerance || rho >= rhoMax || rounds >= maxRounds;
    }
    inner = null;
    if (!isOver) yield point();
  }
  return point();
}

function fresh(size: number): LagrangianState {
  return {
    accepted: textOf(new Float64Array(size)),
    ...{ inner: null, rho: 1, alpha: 0, h: null, rounds: 0, iterations: 0, evaluations: 0 },
    isOver: size === 0,
  };
}

function textOf(numbers: Float64Array): string {
  return base64FromBytes(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}

function numbersOf(text: string): Float64Array {
  return new Float64Array(bytesFromBase64(text).buffer as ArrayBuffer);
}
