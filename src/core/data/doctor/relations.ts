// Exact and nearly exact linear relations among the columns of a table.
//
// The share of a column is the part of its variance that the others do not explain, 1 − R² with intercept. Columns are taken in the
// order of their names, so the result does not depend on their order in the file:
//   1. a column that is an affine copy of an earlier one is its twin (share given that one ≤ 1e-10)
//   2. of the rest, a column that is determined by earlier ones (share ≤ 1e-10) depends on them. The earlier columns are
//      independent, so the combination is unique; its zero coefficients are dropped, which leaves the smallest
//      relation that contains the column
//   3. of the independent ones, a column whose share given all others is ≤ 1e-4 nearly depends on them
//
// Why 1e-10: the correlation matrix has errors of about 1e-15, factorising it loses the square root of the share, and
// sums written with six digits leave about 1e-12. Why 1e-4: the paper's own simulated sets (12 and 30 nodes) reach
// 1e-3 with no relation in them, while sums and conversions rounded to three digits stay below 1e-5.
//
// For a table given by its scatter matrix, the share is computed from the matrix; otherwise the rows must confirm a relation.
//
// Cost: n·d² once for the scatter matrix, n·k to confirm a relation of k columns in the rows, d³ for the rest.

import type { Matrix } from "../../math/matrix.ts";
import { type Scatter, unitDiagonal } from "../../math/scatter.ts";
import { backwardSolveInto, choleskyOf, forwardSolveInto, inverseDiagonal } from "../../math/solve.ts";

const exactShare = 1e-10;
const nearShare = 1e-4;
/** Number of columns between two progress reports. */
const stepColumns = 32;

/** column ≈ intercept + Σ coefficients[k] · on[k]. An empty `on`: all other columns together, too many to name. */
export interface Relation {
  readonly column: number;
  readonly on: readonly number[];
  readonly coefficients: readonly number[];
  readonly intercept: number;
  /** Unexplained share of the column's variance. */
  readonly share: number;
}

export interface ExactRelations {
  readonly relations: readonly Relation[];
  /** The columns of `order` that remain when the left-hand sides of the relations are removed. */
  readonly independent: readonly number[];
}

/** Exact relations, each reported once, and the independent columns. X may have rows with gaps, which the scatter matrix has not. */
export function exactRelations(X: Matrix | null, scatter: Scatter, order: readonly number[]): ExactRelations {
  const steps = relationSteps(X, scatter, order);
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
  }
}

/** As exactRelations, a few columns at a time: yields the share done. */
export function* relationSteps(
  X: Matrix | null,
  scatter: Scatter,
  order: readonly number[],
): Generator<number, ExactRelations, void> {
  const { R } = unitDiagonal(scatter.S);
  const relations: Relation[] = [];
  const singles: number[] = [];
  for (const j of order) {
    const twin = singles.find((i) => 1 - R.data[i * R.cols + j] * R.data[i * R.cols + j] <= exactShare);
    const relation = twin === undefined ? null : confirmed(X, scatter, fitted(scatter, R, j, [twin]));
    if (relation === null) singles.push(j);
    else relations.push(relation);
  }
  const independent: number[] = [];
  const rows: Float64Array[] = []; // of the Cholesky factor of the independent columns
  for (const [k, j] of singles.entries()) {
    const done = k / singles.length;
    if (k % stepColumns === stepColumns - 1) yield done * done * done; // a row costs the square of its length
    const { row, share } = nextRow(R, rows, independent, j);
    const relation = share <= exactShare ? smallestRelation(X, scatter, R, j, independent) : null;
    if (relation !== null) {
      relations.push(relation);
    } else if (share > 0) {
      independent.push(j);
      rows.push(row);
    }
  }
  return { relations, independent };
}

/** Nearly exact relations among independent columns. A column named by one relation does not start another. */
export function nearRelations(scatter: Scatter, independent: readonly number[]): Relation[] {
  const { R } = unitDiagonal(scatter.S);
  const shares = sharesGivenOthers(R, independent);
  const named = new Set<number>();
  const out: Relation[] = [];
  independent.forEach((j, k) => {
    if (named.has(j) || !(shares[k] <= nearShare)) return;
    const others = independent.filter((i) => i !== j);
    const on = forwardSelection(R, j, others, 5);
    const relation =
      on === null ? { ...fitted(scatter, R, j, []), share: shares[k] } : fitted(scatter, R, j, on);
    for (const i of [j, ...relation.on]) named.add(i);
    out.push(relation);
  });
  return out;
}

/** Row of column j in the Cholesky factor of the earlier columns and j, and its share given the earlier columns. */
function nextRow(R: Matrix, rows: readonly Float64Array[], before: readonly number[], j: number) {
  const k = before.length;
  const row = new Float64Array(k + 1);
  let share = 1;
  for (let a = 0; a < k; a++) {
    const earlier = rows[a];
    let x = R.data[before[a] * R.cols + j];
    for (let l = 0; l < a; l++) x -= earlier[l] * row[l];
    row[a] = x / earlier[a];
    share -= row[a] * row[a];
  }
  row[k] = Math.sqrt(Math.max(0, share));
  return { row, share };
}

/** The relation that determines j from the fewest earlier columns; null if the rows contradict it. */
function smallestRelation(
  X: Matrix | null,
  scatter: Scatter,
  R: Matrix,
  j: number,
  before: readonly number[],
): Relation | null {
  const whole = regression(R, j, before);
  // Rounding leaves tiny coefficients in place of zeros: try without them first. A wrong guess shows in the share.
  for (const least of [1e-3, 1e-5, 0]) {
    const on = before.filter((_, k) => Math.abs(whole.beta[k]) > least);
    if (on.length === 0 || regression(R, j, on).share > exactShare) continue;
    const relation = confirmed(X, scatter, fitted(scatter, R, j, on));
    if (relation !== null) return relation;
  }
  return null;
}

/** The relation with its share computed from the rows where all its columns have a value; null if they do not confirm it. */
function confirmed(X: Matrix | null, { n, mean, S }: Scatter, relation: Relation): Relation | null {
  if (X === null) return relation.share <= exactShare ? relation : null;
  const { column, on, coefficients } = relation;
  const { rows, cols, data } = X;
  let [squares, count] = [0, 0];
  for (let i = 0; i < rows; i++) {
    let residual = data[i * cols + column] - mean[column];
    for (let k = 0; k < on.length; k++) residual -= coefficients[k] * (data[i * cols + on[k]] - mean[on[k]]);
    if (Number.isNaN(residual)) continue;
    squares += residual * residual;
    count++;
  }
  const share = (squares / S.data[column * S.cols + column]) * (n / count);
  return share <= exactShare ? { ...relation, share } : null;
}

/** The least-squares relation of j on some columns, in the units of the table. */
function fitted({ n, mean, S }: Scatter, R: Matrix, j: number, on: readonly number[]): Relation {
  const { beta, share } = regression(R, j, on);
  const scaleOf = (i: number) => Math.sqrt(S.data[i * S.cols + i]);
  const coefficients = on.map((i, k) => (beta[k] * scaleOf(j)) / scaleOf(i));
  const exact = on.reduce((sum, i, k) => sum - coefficients[k] * mean[i], mean[j]);
  // An intercept within the rounding of the means and the noise of the fit counts as 0.
  const size = on.reduce((sum, i, k) => sum + Math.abs(coefficients[k] * mean[i]), Math.abs(mean[j]));
  const deviation = scaleOf(j) / Math.sqrt(n);
  const intercept =
    Math.abs(exact) > 1e-9 * (size + deviation) + 3 * Math.sqrt(share) * deviation ? exact : 0;
  return { column: j, on, coefficients, intercept, share };
}

/** Coefficients and share of standardised j on standardised columns. */
function regression(R: Matrix, j: number, on: readonly number[]): { beta: Float64Array; share: number } {
  const { L } = choleskyOf(R, on);
  const y = Float64Array.from(on, (i) => R.data[i * R.cols + j]);
  forwardSolveInto(y, L);
  const share = y.reduce((left, x) => left - x * x, 1);
  backwardSolveInto(y, L);
  return { beta: y, share: Math.max(0, share) };
}

/** 1/(R⁻¹)ⱼⱼ for each of some independent columns: its share given all the others. */
function sharesGivenOthers(R: Matrix, columns: readonly number[]): Float64Array {
  return inverseDiagonal(choleskyOf(R, columns).L, columns.length).map((x) => 1 / x);
}

/** At most `most` columns that nearly determine j, added greedily by the share they leave; null if more are needed. */
function forwardSelection(R: Matrix, j: number, others: readonly number[], most: number): number[] | null {
  let on: number[] = [];
  while (on.length < Math.min(most, others.length)) {
    let best = -1;
    let bestShare = Infinity;
    for (const i of others) {
      if (on.includes(i)) continue;
      const { share } = regression(R, j, [...on, i]);
      if (share < bestShare) [best, bestShare] = [i, share];
    }
    on.push(best);
    if (bestShare <= nearShare) {
      for (const i of [...on]) {
        const without = on.filter((k) => k !== i);
        if (without.length > 0 && regression(R, j, without).share <= nearShare) on = without;
      }
      return on;
    }
  }
  return null;
}
