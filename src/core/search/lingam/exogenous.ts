// The most exogenous of some columns: the one with the least evidence of being an effect of another.
//
//     min  M_i = Σ_j min(0, D_ij)²   over the candidates i, with j all that are left; ties go to the lowest number
//
// D_ij (math/residual-columns.ts) is positive if i comes before j. Terms are never negative, so a candidate whose partial sum is
// above another's total is out: the leading candidate is compared with the next best repeatedly until the leader has met all.
// Each comparison serves both (D_ji = −D_ij). The result is that of all comparisons, at a fraction of their number.
//
// Hyvärinen & Smith, JMLR 14, 2013. Stopping early is the threshold of Shahbazinia, Salehkaleybar & Hashemi, "ParaLiNGAM",
// Journal of Parallel and Distributed Computing 176, 2023, here with the leader always first.

import type { ResidualColumns } from "../../math/residual-columns.ts";

export interface Exogenous {
  readonly variable: number;
  /** Its M. */
  readonly measure: number;
  /** Pairs compared. */
  readonly compared: number;
}

export function mostExogenous(
  { difference }: Pick<ResidualColumns, "difference">,
  candidates: readonly number[],
  rest: readonly number[],
): Exogenous {
  if (candidates.length === 1) return { variable: candidates[0], measure: 0, compared: 0 };
  const k = rest.length;
  const sums = new Float64Array(k);
  const met = new Uint8Array(k * k);
  const isCandidate = rest.map((i) => candidates.includes(i));
  /** Among those for which `is` holds, the one with the smallest sum, the first if tied; −1 if there is none. */
  const least = (is: (a: number) => boolean): number => {
    let best = -1;
    for (let a = 0; a < k; a++) if (is(a) && (best < 0 || sums[a] < sums[best])) best = a;
    return best;
  };
  for (let compared = 0; ; compared++) {
    const leader = least((a) => isCandidate[a]);
    const rival = least((b) => b !== leader && met[leader * k + b] === 0);
    if (rival < 0) return { variable: rest[leader], measure: sums[leader], compared };
    const D = difference(rest[leader], rest[rival]);
    const loser = D < 0 ? leader : rival;
    sums[loser] += D * D;
    met[leader * k + rival] = met[rival * k + leader] = 1;
  }
}
