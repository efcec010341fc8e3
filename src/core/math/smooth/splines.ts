// Thin-plate regression splines of one variable: mgcv's default smooth, s(x, k = 10).
//
// A smooth function of x is penalised by λ ∫ f''². On the distinct values x_1 … x_u the functions are
//
//     f(x) = Σ_i δ_i |x − x_i|³ / 12 + α_0 + α_1 x,     Σ δ_i = Σ δ_i x_i = 0,     ∫ f''² = δᵀ E δ,   E_ij = |x_i − x_j|³ / 12
//
// restricted to the k-dimensional subspace that changes the penalised fit least: δ lies in the span of the eigenvectors of the k
// eigenvalues of E that are largest in magnitude. Without the constant (columns are centred: a term sums to 0 over the rows) k − 1
// columns are left: first x itself, unpenalised, then k − 2 whose penalty is λ times the identity.
//
// The columns are nested: the first j − 1 are the basis of rank j, so one scatter matrix serves every rank. This follows from
// Gram–Schmidt and Cholesky in the order of the eigenvalues.
//
// Wood, S. "Thin plate regression splines." JRSS B 65(1), 2003.
//
// Differs from mgcv only in parametrisation (the functions and their penalty are the same) up to 2,000 distinct values;
// beyond, mgcv draws 2,000 of them at random, while all are used here: E times a vector costs u, not u². A column with
// fewer than k distinct values, which mgcv refuses, has as many functions as values; with two it is linear.

import { symmetricEigen } from "../dense/dense.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { createRng } from "../rng.ts";

/** Rank of a term including its constant: mgcv's default. */
export const splineRank = 10;

/**
 * [n, c], each column summing to 0: x standardised, then functions orthonormal in the penalty. c is 0 for a constant x,
 * 1 for two distinct values, otherwise rank − 1, or values − 1 if there are fewer values than that.
 */
export function splineBasis(x: Float64Array, rank = splineRank): Matrix {
  const n = x.length;
  const z = standardisedValues(x);
  const { values, place } = distinct(z);
  const u = values.length;
  if (u < 2) return matrix(n, 0);
  const k = Math.min(rank, u);
  const bends = k > 2 ? penalisedFunctions(values, k) : [];
  const columns = matrix(n, 1 + bends.length);
  [values, ...bends].forEach((f, c) => {
    let mean = 0;
    for (let i = 0; i < n; i++) mean += f[place[i]] / n;
    for (let i = 0; i < n; i++) columns.data[i * columns.cols + c] = f[place[i]] - mean;
  });
  return columns;
}

/** The k − 2 penalised functions at the distinct values. */
function penalisedFunctions(values: Float64Array, k: number): Float64Array[] {
  const { eigenvalues, vectors } = leadingEigen(values, k);
  const u = values.length;
  // The two side conditions in the coordinates along the eigenvectors, [k, 2].
  const sides = vectors.map((v) => {
    let [one, linear] = [0, 0];
    for (let i = 0; i < u; i++) {
      one += v[i];
      linear += v[i] * values[i];
    }
    return [one, linear];
  });
  const functions: Float64Array[] = [];
  const basis: Float64Array[] = []; // coordinates of the functions so far, orthonormal in the penalty
  for (let c = 0; c < k; c++) {
    const delta = obeying(sides, c);
    if (delta === null) continue;
    const energy = (a: Float64Array, b: Float64Array) => {
      let sum = 0;
      for (let l = 0; l < k; l++) sum += a[l] * eigenvalues[l] * b[l];
      return sum;
    };
    const before = energy(delta, delta);
    // Twice, for orthogonality up to rounding.
    for (let pass = 0; pass < 2; pass++) {
      for (const other of basis) {
        const share = energy(delta, other);
        for (let l = 0; l < k; l++) delta[l] -= share * other[l];
      }
    }
    const norm = energy(delta, delta);
    if (!(norm > 1e-13 * Math.abs(before)) || !(norm > 0)) continue; // only rounding is new
    const scale = 1 / Math.sqrt(norm);
    const f = new Float64Array(u);
    for (let l = 0; l <= c; l++) {
      delta[l] *= scale;
      for (let i = 0; i < u; i++) f[i] += delta[l] * eigenvalues[l] * vectors[l][i];
    }
    basis.push(delta);
    functions.push(f);
  }
  return functions;
}

/** Unit vector c projected onto the side conditions in the coordinates up to c, or null if nothing is left. */
function obeying(sides: readonly number[][], c: number): Float64Array | null {
  const delta = new Float64Array(sides.length);
  delta[c] = 1;
  const normals: Float64Array[] = [];
  for (let s = 0; s < 2; s++) {
    const normal = new Float64Array(c + 1);
    let size = 0;
    for (let l = 0; l <= c; l++) {
      normal[l] = sides[l][s];
      size += normal[l] * normal[l];
    }
    for (let pass = 0; pass < 2; pass++) for (const other of normals) removeInto(normal, other);
    let squaredNorm = 0;
    for (let l = 0; l <= c; l++) squaredNorm += normal[l] * normal[l];
    if (!(squaredNorm > 1e-20 * size)) continue; // up to here the second condition repeats the first
    for (let l = 0; l <= c; l++) normal[l] /= Math.sqrt(squaredNorm);
    normals.push(normal);
  }
  for (let pass = 0; pass < 2; pass++) for (const normal of normals) removeInto(delta, normal);
  return normals.length > c || delta.every((x) => Math.abs(x) < 1e-9) ? null : delta;
}

/** Removes the component of a along the unit vector b. */
function removeInto(a: Float64Array, b: Float64Array): void {
  let share = 0;
  for (let l = 0; l < b.length; l++) share += a[l] * b[l];
  for (let l = 0; l < b.length; l++) a[l] -= share * b[l];
}

/**
 * The k eigenvalues of E largest in magnitude, descending, and their vectors: Lanczos iteration with full
 * reorthogonalisation, until E q − θ q is rounding. Eigenvalues decay like 1/j⁴, so about forty steps suffice.
 */
function leadingEigen(
  values: Float64Array,
  k: number,
): { eigenvalues: Float64Array; vectors: Float64Array[] } {
  const u = values.length;
  const rng = createRng("splines");
  const Q: Float64Array[] = [unit(Float64Array.from(values, () => rng.normal()))];
  const diagonal: number[] = [];
  const beside: number[] = [];
  for (;;) {
    const m = Q.length;
    const w = energyTimes(values, Q[m - 1]);
    const size = Math.sqrt(dot(w, w));
    diagonal.push(dot(w, Q[m - 1]));
    for (let pass = 0; pass < 2; pass++) for (const q of Q) removeInto(w, q);
    const rest = Math.sqrt(dot(w, w));
    const isWhole = m === u || !(rest > 1e-14 * size);
    if (isWhole || (m >= 2 * k && m % 8 === 0)) {
      const T = matrix(m, m);
      for (let i = 0; i < m; i++) {
        T.data[i * m + i] = diagonal[i];
        if (i > 0) T.data[i * m + i - 1] = T.data[(i - 1) * m + i] = beside[i - 1];
      }
      const { values: theta, vectors: Y } = symmetricEigen(T);
      const order = Array.from(theta, (_, i) => i).sort((a, b) => Math.abs(theta[b]) - Math.abs(theta[a]));
      const chosen = order.slice(0, k);
      const largest = Math.abs(theta[order[0]]);
      const error = Math.max(...chosen.map((c) => Math.abs(rest * Y.data[(m - 1) * m + c])));
      if (isWhole || error < 1e-13 * largest || m >= 200) {
        const vectors = chosen.map((c) => {
          const v = new Float64Array(u);
          for (let l = 0; l < m; l++) for (let i = 0; i < u; i++) v[i] += Y.data[l * m + c] * Q[l][i];
          return v;
        });
        return { eigenvalues: Float64Array.from(chosen, (c) => theta[c]), vectors };
      }
    }
    beside.push(rest);
    for (let i = 0; i < u; i++) w[i] /= rest;
    Q.push(w);
  }
}

/** E v in 2 u steps: the sums of (x_i − x_j)^p v_j over j < i for p = 0 … 3, updated from value to value; then from the right. */
function energyTimes(values: Float64Array, v: Float64Array): Float64Array {
  const u = values.length;
  const out = new Float64Array(u);
  for (const step of [1, -1]) {
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    let i = step === 1 ? 0 : u - 1;
    for (let count = 0; count < u; count++, i += step) {
      if (count > 0) {
        const h = Math.abs(values[i] - values[i - step]);
        s3 += h * (3 * s2 + h * (3 * s1 + h * s0));
        s2 += h * (2 * s1 + h * s0);
        s1 += h * s0;
      }
      out[i] += s3 / 12;
      s0 += v[i];
    }
  }
  return out;
}

function unit(v: Float64Array): Float64Array {
  const size = Math.sqrt(dot(v, v));
  return v.map((x) => x / size);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Mean 0 and population variance 1, in units of the largest deviation so that no square overflows; a constant becomes 0. */
function standardisedValues(x: Float64Array): Float64Array {
  const n = x.length;
  let mean = 0;
  for (const value of x) mean += (value - x[0]) / n;
  const z = x.map((value) => value - x[0] - mean);
  let largest = 0;
  for (const value of z) largest = Math.max(largest, Math.abs(value));
  // A spread within the rounding of the values counts as none.
  if (!(largest > 1e-13 * Math.abs(x[0]))) return new Float64Array(n);
  let squares = 0;
  for (let i = 0; i < n; i++) {
    z[i] /= largest;
    squares += z[i] * z[i];
  }
  const scale = 1 / Math.sqrt(squares / n);
  return z.map((value) => value * scale);
}

/** The distinct values, ascending, and the index of each row's value among them. */
function distinct(z: Float64Array): { values: Float64Array; place: Int32Array } {
  const values = Float64Array.from(new Set(z)).sort();
  const at = new Map<number, number>();
  values.forEach((value, i) => {
    at.set(value, i);
  });
  return { values, place: Int32Array.from(z, (value) => at.get(value) as number) };
}
