// Statistics of a Gaussian process with noise for every variable, given a parent set, in every cell of a grid.
//
//     K = exp(−½ dist² / ℓ²) of the parents' rows,  ℓ = a bandwidth of the grid × the median distance
//     q_j = y_jᵀ (K + τ I)⁻¹ y_j   and   log det (K + τ I),   τ a noise of the grid
//
// One factorisation serves all variables: n³/3 multiplications for each cell and n² for each variable in it. Beyond
// `exactRows` rows K is replaced by G Gᵀ of a bounded rank r (gp-low-rank.ts): n r² for each bandwidth, r³/3 for each noise.
// With `nearestRows` each row is conditioned on that many rows instead of all (gp-nearest.ts).

import { check } from "../check.ts";
import { type DenseWorkspace, denseWorkspace } from "../math/dense/dense.ts";
import { logarithm } from "../math/elementary.ts";
import { type Matrix, selectColumns } from "../math/matrix.ts";
import { evenRows, medianDistance } from "../math/median-distance.ts";
import { lowRankCells } from "./gp-low-rank.ts";
import { nearestStatistics } from "./gp-nearest.ts";
import type { ParentSetValues } from "./parent-sets.ts";

/** Multiplications for a parent set: one factorisation for each cell, low-rank ones beyond `exactRows`, or small ones for each row. */
export function gpOperations(n: number, options: GpGrid & GpMachine = {}): number {
  const { bandwidths, noises } = gridOf(options);
  const { exactRows = defaultExactRows, maxRank = defaultMaxRank, nearestRows } = options;
  const cells = bandwidths.length * noises.length;
  if (nearestRows !== undefined) {
    // In equivalent multiplications: distances and exponentials take longer.
    const squares = nearestRows * nearestRows;
    return n * (80 * n + 90 * bandwidths.length * squares + (cells * squares * nearestRows) / 6);
  }
  return n <= exactRows
    ? (cells * n * n * n) / 3
    : 1.5 * bandwidths.length * n * maxRank * maxRank + (cells * maxRank * maxRank * maxRank) / 3;
}

export interface GpGrid {
  /** Length scales, as multiples of the median distance between the parents' rows. */
  readonly bandwidths?: readonly number[];
  /** Noise variances, as multiples of the signal's. */
  readonly noises?: readonly number[];
}

export interface GpMachine {
  /** Number of nearest rows that each row is conditioned on; default: all. */
  readonly nearestRows?: number | undefined;
  /** Beyond this many rows kernel matrices are approximated by low rank. */
  readonly exactRows?: number;
  /** Low rank: share of the kernel's trace that may be omitted. */
  readonly traceError?: number;
  /** Low rank: maximum rank. */
  readonly maxRank?: number;
  /** The kernels compiled to 256-bit instructions, from `wideKernels`: the same bytes, faster. */
  readonly wide?: WebAssembly.Module | undefined;
  /** Called during a term; it may abort the work by throwing. */
  readonly beat?: (() => void) | undefined;
}

/** The grid with its defaults. */
export function gridOf({ bandwidths = [0.5, 1], noises = [0.01, 0.1, 1] }: GpGrid): Required<GpGrid> {
  return { bandwidths, noises };
}

const defaultExactRows = 3000;
const defaultMaxRank = 400;

/** Number of rows for the median distance if kernel matrices are of low rank. */
const medianRows = 2000;

/**
 * For a non-empty parent set: for each bandwidth and, within it, each noise, q of the d variables and then the
 * log-determinant; d + 1 numbers per cell. X is standardised. q of a parent is meaningless.
 */
export function gpStatistics(X: Matrix, grid: GpGrid = {}, options: GpMachine = {}): ParentSetValues {
  const { exactRows = defaultExactRows, traceError = 1e-9, maxRank = defaultMaxRank } = options;
  const { nearestRows, ...machine } = options;
  const { bandwidths, noises } = gridOf(grid);
  checkGrid(bandwidths, noises);
  const { rows: n, cols: d } = X;
  if (nearestRows !== undefined) {
    check(
      Number.isInteger(nearestRows) && nearestRows >= 1,
      `gp: the nearest rows must be a whole number from 1 on, got ${nearestRows}`,
    );
    const statistics = nearestStatistics(X, { bandwidths, noises }, { ...machine, nearestRows });
    return (parents) => statistics(selectColumns(X, parents));
  }
  const isExact = n <= exactRows;
  const cellOf = isExact ? exactCells(X, machine) : lowRankCells(X, { traceError, maxRank, ...machine });
  return (parents) => {
    const inputs = selectColumns(X, parents);
    const median = medianDistance(isExact ? inputs : evenRows(inputs, medianRows));
    const out = new Float64Array(bandwidths.length * noises.length * (d + 1));
    let at = 0;
    for (const bandwidth of bandwidths) {
      const cellInto = cellOf(inputs, bandwidth * median);
      for (const tau of noises) {
        cellInto(out.subarray(at, at + d + 1), tau);
        at += d + 1;
      }
    }
    return out;
  };
}

/** Cells of one bandwidth by factorisation of the full kernel matrix. */
function exactCells(X: Matrix, machine: KernelMachine) {
  const { rows: n, cols: d } = X;
  let space: KernelSpace | undefined; // allocated on first use
  return (inputs: Matrix, bandwidth: number) => {
    space ??= kernelSpace(n, d, machine);
    const room = space;
    writeKernel(room, inputs, bandwidth);
    return (out: Float64Array, tau: number): void => {
      check(
        factorKernel(room, n, tau),
        `gp: the kernel matrix with noise ${tau} must be positive definite in float64; raise the noises`,
      );
      squaredColumnsInto(out, forwardSolve(room, X), [n, d, room.step]);
      const L = room.numbers(room.L, n * room.step);
      let half = 0;
      for (let i = 0; i < n; i++) half += logarithm(L[i * room.step + i]);
      out[d] = 2 * half;
    };
  };
}

/** Space for a kernel matrix, its factor, and a third matrix for features and right-hand sides in turn. */
export interface KernelSpace extends DenseWorkspace {
  readonly K: number;
  readonly L: number;
  readonly Y: number;
}

type KernelMachine = Pick<GpMachine, "wide" | "beat">;

export function kernelSpace(n: number, d: number, machine: KernelMachine = {}): KernelSpace {
  // Features are padded to multiples of eight rows, with a column for each variable.
  const space = denseWorkspace(Math.max(n, d) + 8, { matrices: 3, ...machine });
  return { ...space, K: space.matrix(), L: space.matrix(), Y: space.matrix() };
}

/** Writes the kernel K of the inputs' rows, on and below the diagonal. */
export function writeKernel(space: KernelSpace, inputs: Matrix, bandwidth: number): void {
  space.writeFeatures(space.Y, inputs);
  space.rbfLower(space.K, space.Y, inputs.rows, inputs.cols, bandwidth);
}

/** Writes L with L Lᵀ = K + tau I, leaving K unchanged; returns false if that is not numerically positive definite. */
export function factorKernel(space: KernelSpace, n: number, tau: number): boolean {
  const numbers = n * space.step;
  const L = space.numbers(space.L, numbers);
  L.set(space.numbers(space.K, numbers));
  for (let i = 0; i < n; i++) L[i * space.step + i] += tau;
  return space.cholesky(space.L, n) === 0;
}

/** Replaces Y by L⁻¹ X and returns it. */
export function forwardSolve(space: KernelSpace, X: Matrix): Float64Array {
  space.write(space.Y, X);
  space.solveLower(space.Y, space.L, X.rows, X.cols);
  return space.numbers(space.Y, X.rows * space.step);
}

/** Sums of squares of the first d columns over n rows. */
export function squaredColumnsInto(
  out: Float64Array,
  rows: Float64Array,
  [n, d, step]: readonly [number, number, number],
): void {
  out.fill(0, 0, d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d; j++) out[j] += rows[i * step + j] * rows[i * step + j];
  }
}

function checkGrid(bandwidths: readonly number[], noises: readonly number[]): void {
  check(bandwidths.length > 0 && noises.length > 0, "gp: at least one bandwidth and one noise are needed");
  for (const bandwidth of bandwidths)
    check(
      bandwidth > 0 && bandwidth < Number.POSITIVE_INFINITY,
      `gp: bandwidths must be above 0, got ${bandwidth}`,
    );
  for (const tau of noises)
    check(
      tau >= 1e-6 && tau < Number.POSITIVE_INFINITY,
      `gp: noises must be 1e-6 or more, got ${tau}; a process without noise interpolates, and its likelihood has no maximum`,
    );
}
