// The gain of a node's term when one more variable joins its parents: all that GES needs from a score.
//
//     gains(y, S)(x) = term(y, S ∪ {x}) − term(y, S)
//
// S is ascending and fixed while many x are tried. For terms that follow from one matrix M, S is factorised once:
//
//     M_SS = L Lᵀ,  u_x = L⁻¹ M_Sx,  r_x = M_xx − u_x·u_x,  c = M_xy − u_x·u_y,  v(y | S ∪ x) = r_y − c² / r_x
//
// which is |S|³/3 operations for S and |S|²/2 for each x, instead of |S|³/3 for each x. Other scores are evaluated term by
// term, and cached.
//
// As in regression.ts, a variable that is a combination of those in S adds nothing to the fit but counts as a parent, and no
// residual is smaller than the pivot tolerance.

import { logarithm } from "../../../math/elementary.ts";
import { createMemo } from "../../../math/memo.ts";
import { choleskyOf, forwardSolveInto, pivotTolerance } from "../../../math/solve.ts";
import { remembered } from "../../../score/remembered.ts";
import type { GaussianTerms, Local } from "../../../score/score.ts";
import { checkedTerm } from "../../exact/exact.ts";

export type Gains = (y: number, S: readonly number[]) => (x: number) => number;

export function gainsOf(local: Local): Gains {
  return local.gaussian ? gaussianGains(local.gaussian) : listedGains(remembered(local));
}

/** Caches at most about four million gains; when the cache is full, all are discarded. */
export function rememberedGains(gains: Gains, d: number): Gains {
  const memo = createMemo<string, Float64Array>(Math.ceil(4_000_000 / d));
  return (y, S) => {
    const of = memo(`${y}:${S.join()}`, () => new Float64Array(d).fill(Number.NaN));
    let gain: ReturnType<Gains> | null = null;
    return (x) => {
      if (Number.isNaN(of[x])) {
        gain ??= gains(y, S);
        of[x] = gain(x);
      }
      return of[x];
    };
  };
}

function gaussianGains({ M, kind, a, b, c }: GaussianTerms): Gains {
  const { cols: d, data } = M;
  return (y, S) => {
    const k = S.length;
    const { L } = choleskyOf(M, S);
    const solved = (x: number): Float64Array => {
      const u = Float64Array.from(S, (s) => data[s * d + x]);
      forwardSolveInto(u, L);
      return u;
    };
    const uy = solved(y);
    const floor = pivotTolerance * data[y * d + y];
    const residual = data[y * d + y] - dot(uy, uy);
    const v0 = Math.max(residual, floor);
    let logdet = 0;
    for (let i = 0; i < k; i++) {
      if (L[i * k + i] !== Number.POSITIVE_INFINITY) logdet += 2 * logarithm(L[i * k + i]);
    }
    const before = a[k] * logarithm(v0) + b[k] * logdet + c[k];
    return (x) => {
      const ux = solved(x);
      const rx = data[x * d + x] - dot(ux, ux);
      const isNew = rx > pivotTolerance * data[x * d + x];
      const cross = data[x * d + y] - dot(ux, uy);
      const v = isNew ? Math.max(residual - (cross * cross) / rx, floor) : v0;
      if (kind === "linear") return v0 - v + (c[k + 1] - c[k]);
      const wider = b[k + 1] === 0 || !isNew ? logdet : logdet + logarithm(rx);
      return a[k + 1] * logarithm(v) + b[k + 1] * wider + c[k + 1] - before;
    };
  };
}

function listedGains(local: Local): Gains {
  return (y, S) => {
    const before = checkedTerm(local, y, S);
    return (x) => {
      const at = S.findIndex((s) => s > x);
      return checkedTerm(local, y, at < 0 ? [...S, x] : S.toSpliced(at, 0, x)) - before;
    };
  };
}

function dot(u: Float64Array, v: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i] * v[i];
  return sum;
}
