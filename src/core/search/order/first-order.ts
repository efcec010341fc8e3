// The initial order of the first climb: the one that the data suggest or, without a matrix, a random one.
//
// If terms follow from a matrix, the next variable is the one with the largest share of its variance unexplained by those
// placed so far, which is Cholesky factorisation with pivoting. Effects come after the variables that explain them. Under equal
// noise variances it is the one with the smallest remaining variance, which finds the true order in large samples (Chen,
// Drton & Wang, "On causal discovery with an equal-variance assumption", Biometrika 106(4), 2019).

import { check } from "../../check.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import type { Rng } from "../../math/rng.ts";
import { unitDiagonal } from "../../math/scatter.ts";
import type { GaussianTerms, Local } from "../../score/score.ts";

export function firstOrder({ gaussian }: Local, knowledge: Knowledge, rng: Rng): number[] {
  return obeying(gaussian ? pivoted(gaussian) : rng.permutation(knowledge.d), knowledge);
}

function pivoted({ M, kind }: GaussianTerms): number[] {
  const d = M.cols;
  const { R, scale } = unitDiagonal(M);
  const rest = new Float64Array(d).fill(1);
  const rows: Float64Array[] = [];
  const isPlaced = new Uint8Array(d);
  const order: number[] = [];
  // The highest rank comes next.
  const rank = (i: number) => (kind === "linear" ? -rest[i] * scale[i] : rest[i]);
  for (let k = 0; k < d; k++) {
    let next = -1;
    for (let i = 0; i < d; i++) if (isPlaced[i] === 0 && (next < 0 || rank(i) > rank(next))) next = i;
    order.push(next);
    isPlaced[next] = 1;
    const row = R.data.slice(next * d, (next + 1) * d);
    for (const earlier of rows) {
      const factor = earlier[next];
      if (factor !== 0) for (let i = 0; i < d; i++) row[i] -= factor * earlier[i];
    }
    const root = Math.sqrt(Math.max(rest[next], 0));
    for (let i = 0; i < d; i++) {
      row[i] = root > 1e-6 && isPlaced[i] === 0 ? row[i] / root : 0;
      rest[i] -= row[i] * row[i];
    }
    rows.push(row);
  }
  return order;
}

/** The order with every required edge along it: next comes the first variable whose required causes have been placed. */
export function obeying(order: readonly number[], { d, required }: Knowledge): number[] {
  if (!required.some((e) => e === 1)) return [...order];
  const out: number[] = [];
  while (out.length < d) {
    const next = order.find(
      (j) => !out.includes(j) && order.every((i) => required[i * d + j] === 0 || out.includes(i)),
    );
    check(next !== undefined, "order: the required edges form a cycle");
    out.push(next);
  }
  return out;
}
