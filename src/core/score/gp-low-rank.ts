// A low-rank approximation G Gᵀ of a Gaussian kernel matrix, for many rows: representative points (Nyström), selected by a
// pivoted Cholesky factorisation that stops early.
//
//     K = G Gᵀ + E,  E positive semidefinite,  G = K_nr L⁻ᵀ,  L Lᵀ the kernel matrix of the r points
//     tr E ≤ traceError · n if the points are selected among all rows (unless the maximum rank is reached)
//     log det (G Gᵀ + τ I) = (n − r) log τ + log det (GᵀG + τ I)
//     yᵀ (G Gᵀ + τ I)⁻¹ y = (yᵀy − bᵀ (GᵀG + τ I)⁻¹ b) / τ,   b = Gᵀy
//
// With λ the largest eigenvalue of E (at most its trace), the quadratic form is too large, by a factor of at most
// 1 + λ/τ, and the log-determinant too small, by at most tr E / τ. So the error of the log-likelihood with the variance
// profiled out is at most  max( (n/2) log(1 + λ/τ), tr E / (2τ) ).  1.5 n r² multiplications.
//
// With more than 3,000 rows the points are selected among 3,000 evenly spaced ones, and the bound applies to their trace;
// all rows are projected onto the points.
//
// Fine & Scheinberg, "Efficient SVM training using low-rank kernel representations", JMLR 2, 2001; Williams & Seeger, "Using
// the Nyström method to speed up kernel machines", NIPS 2000.
//
// If the maximum rank is reached first, the result is still a likelihood, that of the process with kernel G Gᵀ.

import { type DenseWorkspace, type DenseWorkspaceOptions, denseWorkspace } from "../math/dense/dense.ts";
import { exponential, logarithm } from "../math/elementary.ts";
import { type Matrix, matrix, selectRows } from "../math/matrix.ts";
import { evenRows } from "../math/median-distance.ts";

export interface LowRankOptions {
  /** Share of the trace that the approximation may omit. */
  readonly traceError?: number;
  /** Maximum number of columns of G. */
  readonly maxRank?: number;
}

export interface LowRank {
  /** [n, r]. */
  readonly G: Matrix;
  /** Share of the trace omitted. */
  readonly residual: number;
  /** The selected rows, in order of selection: on these G is lower triangular. */
  readonly pivots: readonly number[];
}

export function incompleteCholesky(
  X: Matrix,
  bandwidth: number,
  { traceError = 1e-9, maxRank = 400 }: LowRankOptions = {},
): LowRank {
  const n = X.rows;
  const diagonal = new Float64Array(n).fill(1); // of the remainder of K
  const columns: Float64Array[] = [];
  const pivots: number[] = [];
  let trace = n;
  while (columns.length < Math.min(n, maxRank) && trace > traceError * n) {
    const pivot = largest(diagonal);
    // A pivot below this is rounding.
    if (!(diagonal[pivot] > 1e-13)) break;
    const column = kernelColumn(X, pivot, bandwidth);
    subtractColumnsInto(column, columns, pivot);
    const scale = 1 / Math.sqrt(diagonal[pivot]);
    trace = 0;
    for (let i = 0; i < n; i++) {
      column[i] *= scale;
      diagonal[i] = Math.max(0, diagonal[i] - column[i] * column[i]);
      trace += diagonal[i];
    }
    trace -= diagonal[pivot];
    diagonal[pivot] = 0;
    columns.push(column);
    pivots.push(pivot);
  }
  return { G: sideBySide(columns, n), residual: trace / n, pivots };
}

/** Number of rows among which the representative points are selected. */
const pivotRows = 3000;

/**
 * Cells of one bandwidth: q of every column of Y and the log-determinant, for any noise, written into d + 1 numbers. G is
 * computed for a few hundred rows at a time and never stored as a whole.
 */
export function lowRankCells(
  Y: Matrix,
  {
    traceError = 1e-9,
    maxRank = 400,
    ...machine
  }: LowRankOptions & Pick<DenseWorkspaceOptions, "wide" | "beat"> = {},
): (inputs: Matrix, bandwidth: number) => (out: Float64Array, tau: number) => void {
  const { rows: n, cols: d } = Y;
  const total = new Float64Array(d);
  for (let i = 0; i < n; i++) for (let j = 0; j < d; j++) total[j] += Y.data[i * d + j] * Y.data[i * d + j];
  let room: Room | undefined; // allocated on first use
  return (inputs, bandwidth) => {
    room ??= roomFor(Math.min(n, maxRank), d, machine);
    const { A, B, M, Z, ...space } = room;
    const r = writeMoments(room, inputs, Y, bandwidth, { traceError, maxRank });
    return (out, tau) => {
      const factor = space.numbers(M, r * space.step);
      factor.set(space.numbers(A, r * space.step));
      for (let i = 0; i < r; i++) factor[i * space.step + i] += tau;
      space.cholesky(M, r); // cannot fail: eigenvalues are at least tau
      const z = space.numbers(Z, r * space.step);
      z.set(space.numbers(B, r * space.step));
      space.solveLower(Z, M, r, d);
      let half = 0;
      for (let i = 0; i < r; i++) half += logarithm(factor[i * space.step + i]);
      out[d] = (n - r) * logarithm(tau) + 2 * half;
      for (let j = 0; j < d; j++) {
        let explained = 0;
        for (let i = 0; i < r; i++) explained += z[i * space.step + j] * z[i * space.step + j];
        // A lower bound against rounding: no eigenvalue of a kernel matrix exceeds its trace, n.
        out[j] = Math.max((total[j] - explained) / tau, total[j] / (n + tau));
      }
    };
  };
}

interface Room extends DenseWorkspace {
  /** Number of rows processed at a time. */
  readonly block: number;
  /** GᵀG and GᵀY. */
  readonly A: number;
  readonly B: number;
  /** Factors of the points' kernel matrix, and of A plus noise. */
  readonly L: number;
  readonly M: number;
  /** Kernel of points and rows together, their features, Gᵀ of the rows, and Y there. */
  readonly K: number;
  readonly F: number;
  readonly Z: number;
  readonly V: number;
}

function roomFor(rank: number, d: number, machine: Pick<DenseWorkspaceOptions, "wide" | "beat">): Room {
  const block = Math.max(rank, 64);
  // Features are padded to multiples of eight rows, with a column for each variable.
  const space = denseWorkspace(Math.max(rank + block, d) + 8, { matrices: 8, ...machine });
  const [A, B, L, M, K, F, Z, V] = Array.from({ length: 8 }, () => space.matrix());
  return { ...space, block, A, B, L, M, K, F, Z, V };
}

/** Writes GᵀG and GᵀY over all rows; returns the rank. */
function writeMoments(
  room: Room,
  inputs: Matrix,
  Y: Matrix,
  bandwidth: number,
  options: LowRankOptions,
): number {
  const { rows: n, cols: f } = inputs;
  const { block, step } = room;
  const few = evenRows(inputs, pivotRows);
  const { G, pivots } = incompleteCholesky(few, bandwidth, options);
  const r = pivots.length;
  const points = selectRows(few, pivots);
  room.write(room.L, selectRows(G, pivots)); // lower triangular: later columns are 0 at earlier pivots
  for (let from = 0; from < n; from += block) {
    const count = Math.min(block, n - from);
    const both = matrix(r + count, f);
    both.data.set(points.data);
    both.data.set(inputs.data.subarray(from * f, (from + count) * f), r * f);
    room.writeFeatures(room.F, both);
    room.rbfLower(room.K, room.F, r + count, f, bandwidth);
    const K = room.numbers(room.K, (r + count) * step);
    const Z = room.numbers(room.Z, r * step);
    for (let s = 0; s < r; s++) for (let i = 0; i < count; i++) Z[s * step + i] = K[(r + i) * step + s];
    room.solveLower(room.Z, room.L, r, count);
    const mode = from === 0 ? "replace" : "add";
    room.product(room.A, room.Z, room.Z, [r, r, count], { transposeB: true, mode, lower: true });
    room.write(room.V, matrix(count, Y.cols, Y.data.subarray(from * Y.cols, (from + count) * Y.cols)));
    room.product(room.B, room.Z, room.V, [r, Y.cols, count], { mode });
  }
  return r;
}

function kernelColumn({ rows, cols, data }: Matrix, pivot: number, bandwidth: number): Float64Array {
  const column = new Float64Array(rows);
  const factor = -0.5 / (bandwidth * bandwidth);
  for (let i = 0; i < rows; i++) {
    let square = 0;
    for (let f = 0; f < cols; f++) {
      const difference = data[i * cols + f] - data[pivot * cols + f];
      square += difference * difference;
    }
    column[i] = exponential(factor * square);
  }
  return column;
}

/** out − Σ_s column_s · column_s[pivot], four columns at a time. */
function subtractColumnsInto(out: Float64Array, columns: readonly Float64Array[], pivot: number): void {
  const n = out.length;
  const whole = columns.length - (columns.length % 4);
  for (let s = 0; s < whole; s += 4) {
    const [a, b, c, e] = columns.slice(s, s + 4);
    const [fa, fb, fc, fe] = [a[pivot], b[pivot], c[pivot], e[pivot]];
    for (let i = 0; i < n; i++) out[i] -= fa * a[i] + fb * b[i] + fc * c[i] + fe * e[i];
  }
  for (const column of columns.slice(whole)) {
    const factor = column[pivot];
    for (let i = 0; i < n; i++) out[i] -= factor * column[i];
  }
}

/** Index of the largest number; the first in a tie. */
function largest(numbers: Float64Array): number {
  let at = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] > numbers[at]) at = i;
  return at;
}

function sideBySide(columns: readonly Float64Array[], n: number): Matrix {
  const r = columns.length;
  const out = matrix(n, r);
  columns.forEach((column, s) => {
    for (let i = 0; i < n; i++) out.data[i * r + s] = column[i];
  });
  return out;
}
