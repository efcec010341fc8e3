// Rank-one update and downdate of a Cholesky factor: L Lᵀ + x xᵀ and L Lᵀ − x xᵀ, in place, 2n² multiplications each.
//
// The rotations of all columns are applied to one row after the other, so that memory is read in order; four rows are processed
// together because in one row alone every step waits for the previous one.
//
// Gill, Golub, Murray & Saunders, "Methods for modifying matrix factorizations", Math. Comp. 28, 1974.
//
// x is overwritten. work: 2n numbers, the cosine and sine of each rotation.

import { solveLowerVectorInto } from "./triangular";

export function updateCholeskyInto(L: usize, step: i32, n: i32, x: usize, work: usize): void {
  const bytes: usize = <usize>step << 3;
  for (let i = 0; i < n; i += 4) {
    const height = min(4, n - i);
    const row = L + <usize>i * bytes;
    if (height == 4) rotateForward(row, bytes, x + (<usize>i << 3), work, i);
    for (let r = 0; r < height; r++) {
      const here = row + <usize>r * bytes;
      const target = x + (<usize>(i + r) << 3);
      let y = load<f64>(target);
      for (let k = height == 4 ? i : 0; k < i + r; k++) {
        const c = load<f64>(work + (<usize>k << 4));
        const s = load<f64>(work + (<usize>k << 4), 8);
        const l = load<f64>(here + (<usize>k << 3));
        store<f64>(here + (<usize>k << 3), c * l + s * y);
        y = c * y - s * l;
      }
      const corner = here + (<usize>(i + r) << 3);
      const l = load<f64>(corner);
      const root = Math.sqrt(l * l + y * y);
      store<f64>(corner, root);
      store<f64>(work + (<usize>(i + r) << 4), l / root);
      store<f64>(work + (<usize>(i + r) << 4), y / root, 8);
    }
  }
}

/** Applies the first `count` rotations to four rows and their entries of x. */
function rotateForward(row: usize, bytes: usize, x: usize, rotations: usize, count: i32): void {
  let low = v128.load(x);
  let high = v128.load(x, 16);
  for (let k = 0; k < count; k++) {
    const c = v128.load_splat<f64>(rotations);
    const s = v128.load_splat<f64>(rotations, 8);
    const a = gather(row, bytes);
    const b = gather(row + 2 * bytes, bytes);
    scatter(row, bytes, f64x2.add(f64x2.mul(c, a), f64x2.mul(s, low)));
    scatter(row + 2 * bytes, bytes, f64x2.add(f64x2.mul(c, b), f64x2.mul(s, high)));
    low = f64x2.sub(f64x2.mul(c, low), f64x2.mul(s, a));
    high = f64x2.sub(f64x2.mul(c, high), f64x2.mul(s, b));
    rotations += 16;
    row += 8;
  }
  v128.store(x, low);
  v128.store(x, high, 16);
}

/**
 * Returns 0, or 1 if L Lᵀ − x xᵀ is not positive definite (or x holds NaN): L is then unchanged. With L a = x the
 * condition is ‖a‖ < 1, checked before L is touched.
 */
export function downdateCholeskyInto(L: usize, step: i32, n: i32, x: usize, work: usize): i32 {
  const bytes: usize = <usize>step << 3;
  solveLowerVectorInto(x, L, step, n);
  let square: f64 = 0;
  for (let k = 0; k < n; k++) {
    const a = load<f64>(x + (<usize>k << 3));
    square += a * a;
  }
  if (!(square < 1)) return 1;
  let rest = Math.sqrt((1 - square));
  for (let k = n - 1; k >= 0; k--) {
    const a = load<f64>(x + (<usize>k << 3));
    const root = Math.sqrt(rest * rest + a * a);
    store<f64>(work + (<usize>k << 4), rest / root);
    store<f64>(work + (<usize>k << 4), a / root, 8);
    rest = root;
  }
  for (let i = 0; i < n; i += 4) {
    const height = min(4, n - i);
    const row = L + <usize>i * bytes;
    // The small triangle of the four rows one by one, then the columns that all four share.
    for (let r = 0; r < height; r++) {
      const here = row + <usize>r * bytes;
      let y: f64 = 0;
      for (let k = i + r; k >= (height == 4 ? i : 0); k--) {
        const c = load<f64>(work + (<usize>k << 4));
        const s = load<f64>(work + (<usize>k << 4), 8);
        const l = load<f64>(here + (<usize>k << 3));
        store<f64>(here + (<usize>k << 3), c * l - s * y);
        y = c * y + s * l;
      }
      store<f64>(x + (<usize>(i + r) << 3), y);
    }
    if (height == 4) rotateBackward(row, bytes, x + (<usize>i << 3), work, i);
  }
  return 0;
}

function rotateBackward(row: usize, bytes: usize, x: usize, rotations: usize, count: i32): void {
  let low = v128.load(x);
  let high = v128.load(x, 16);
  for (let k = count - 1; k >= 0; k--) {
    const c = v128.load_splat<f64>(rotations + (<usize>k << 4));
    const s = v128.load_splat<f64>(rotations + (<usize>k << 4), 8);
    const here = row + (<usize>k << 3);
    const a = gather(here, bytes);
    const b = gather(here + 2 * bytes, bytes);
    scatter(here, bytes, f64x2.sub(f64x2.mul(c, a), f64x2.mul(s, low)));
    scatter(here + 2 * bytes, bytes, f64x2.sub(f64x2.mul(c, b), f64x2.mul(s, high)));
    low = f64x2.add(f64x2.mul(c, low), f64x2.mul(s, a));
    high = f64x2.add(f64x2.mul(c, high), f64x2.mul(s, b));
  }
  v128.store(x, low);
  v128.store(x, high, 16);
}

/** The entries of two rows in one column. */
@inline
function gather(at: usize, bytes: usize): v128 {
  return v128.load_lane<f64>(at + bytes, v128.load_splat<f64>(at), 1);
}

@inline
function scatter(at: usize, bytes: usize, both: v128): void {
  v128.store_lane<f64>(at, both, 0);
  v128.store_lane<f64>(at + bytes, both, 1);
}
