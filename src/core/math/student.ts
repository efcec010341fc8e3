// Quantiles of Student's t distribution, by bisection.
//
//     P(|T| > t) = I_x(ν/2, 1/2),  x = ν/(ν + t²)

import { check } from "../check.ts";
import { incompleteBeta } from "./elementary.ts";

/** The t that |T| with `freedom` degrees of freedom exceeds with probability `tail`. */
export function studentBound(tail: number, freedom: number): number {
  check(tail > 0 && tail < 1, `studentBound: the tail must be between 0 and 1, got ${tail}`);
  check(freedom > 0, `studentBound: degrees of freedom must be above 0, got ${freedom}`);
  let [low, high] = [0, 1];
  for (;;) {
    const x = (low + high) / 2;
    if (x === low || x === high) return Math.sqrt((freedom * (1 - x)) / x);
    if (incompleteBeta(x, freedom / 2, 0.5) < tail) low = x;
    else high = x;
  }
}
