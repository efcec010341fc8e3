// E = e^A − I for a square matrix, and its trace.
//
// Scaling and squaring with the Taylor polynomial of degree 16, by Paterson and Stockmeyer's scheme (six products; no
// system to solve, unlike Padé's): with X = A / 2^s and ‖X‖₁ ≤ 0.78, where the degree's backward error is below one
// unit of rounding (Al-Mohy & Higham, SIAM J. Sci. Comput. 33(2), 2011). The identity is left out throughout,
// (I + E)² − I = 2E + E², so tr(e^A) − n keeps its digits however small it is: it is exactly 0 for an acyclic A ≥ 0.
//
// A and E have rows of `step` numbers; A is unchanged. work: exponentialRoom(n, step) numbers.

import { productInto, productRoom } from "./product";
import { add, replace } from "./panel";

/** Workspace for n rows of `step` numbers, in numbers. */
export function exponentialRoom(n: i32, step: i32): i32 {
  return 5 * n * step + productRoom(n, n, n);
}

export function exponentialMinusIdentityInto(E: usize, A: usize, step: i32, n: i32, work: usize): f64 {
  const bytes: usize = (<usize>n * <usize>step) << 3;
  const X = work;
  const X2 = X + bytes;
  const X3 = X2 + bytes;
  const X4 = X3 + bytes;
  const P = X4 + bytes;
  const room = P + bytes;
  const count = n * step;
  const squarings = squaringsFor(norm(A, step, n));
  scaleInto(X, A, 1, count);
  // Halved step by step, since 2^s itself may overflow.
  for (let s = 0; s < squarings; s++) scaleInto(X, X, 0.5, count);
  multiplyInto(X2, X, X, step, n, replace, room);
  multiplyInto(X3, X2, X, step, n, replace, room);
  multiplyInto(X4, X2, X2, step, n, replace, room);

  // E = X + X²/2! + X³/3! + X⁴ (1/4! + … + X⁴ (1/8! + … + X⁴ (1/12! + … + X³/15! + X⁴/16!)))
  cubicInto(P, X, X2, X3, 12, step, n);
  for (let i = 0; i < count; i++) {
    const at: usize = <usize>i << 3;
    store<f64>(P + at, load<f64>(P + at) + load<f64>(X4 + at) / factorial(16));
  }
  cubicInto(E, X, X2, X3, 8, step, n);
  multiplyInto(E, X4, P, step, n, add, room);
  cubicInto(P, X, X2, X3, 4, step, n);
  multiplyInto(P, X4, E, step, n, add, room);
  cubicInto(E, X, X2, X3, 0, step, n);
  multiplyInto(E, X4, P, step, n, add, room);

  for (let s = 0; s < squarings; s++) {
    scaleInto(P, E, 1, count);
    scaleInto(E, E, 2, count);
    multiplyInto(E, P, P, step, n, add, room);
  }
  let trace: f64 = 0;
  for (let i: usize = 0; i < <usize>n; i++) trace += load<f64>(E + i * (<usize>step + 1) * 8);
  return trace;
}

/** ‖A‖₁, the largest sum of absolute values in a column. */
function norm(A: usize, step: i32, n: i32): f64 {
  let largest: f64 = 0;
  for (let j = 0; j < n; j++) {
    let sum: f64 = 0;
    for (let i = 0; i < n; i++) sum += abs(load<f64>(A + ((<usize>i * <usize>step + <usize>j) << 3)));
    if (!(sum <= largest)) largest = sum; // NaN is kept
  }
  return largest;
}

/** No squarings for NaN and Infinity, which propagate through the series. */
function squaringsFor(size: f64): i32 {
  let s = 0;
  while (size > 0.78 && size < Infinity) {
    size *= 0.5;
    s++;
  }
  return s;
}

function scaleInto(out: usize, A: usize, factor: f64, count: i32): void {
  for (let i = 0; i < count; i++) {
    const at: usize = <usize>i << 3;
    store<f64>(out + at, factor * load<f64>(A + at));
  }
}

/** out = I/m! + X/(m+1)! + X²/(m+2)! + X³/(m+3)!; for m = 0 without the identity. */
function cubicInto(out: usize, X: usize, X2: usize, X3: usize, m: i32, step: i32, n: i32): void {
  const a = 1 / factorial(m + 1);
  const b = 1 / factorial(m + 2);
  const c = 1 / factorial(m + 3);
  const count = n * step;
  for (let i = 0; i < count; i++) {
    const at: usize = <usize>i << 3;
    store<f64>(out + at, a * load<f64>(X + at) + (b * load<f64>(X2 + at) + c * load<f64>(X3 + at)));
  }
  if (m == 0) return;
  for (let i = 0; i < n; i++) {
    const at = out + ((<usize>i * <usize>(step + 1)) << 3);
    store<f64>(at, load<f64>(at) + 1 / factorial(m));
  }
}

function factorial(m: i32): f64 {
  let product: f64 = 1;
  for (let k = 2; k <= m; k++) product *= k;
  return product;
}

function multiplyInto(out: usize, A: usize, B: usize, step: i32, n: i32, mode: i32, room: usize): void {
  productInto(out, step, A, step, 1, B, step, 1, n, n, n, mode, false, room);
}
