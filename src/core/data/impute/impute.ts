// Multiple imputation by chained equations, for values that are missing at random (whether a value is missing may depend on observed
// values, not on missing ones).
//
//     fill every gap with a random draw from the observed values of its column
//     repeat, for each column with gaps in turn:
//       fit the column on the others, in a bootstrap sample of the rows where it is observed      fit.ts
//       redraw each gap from the fit
//
// A number is replaced by the value of one of the five rows whose fitted values are nearest (predictive mean matching), so that only
// observed values are imputed; a category by a label drawn from the probabilities of a linear discriminant. The bootstrap propagates
// the uncertainty of the fit. The m imputations form one table in which a complete row occurs once, and a row with gaps m times with
// weight w/m: a likelihood summed over it is w times the mean over the imputations, which is the E step of structural EM by simulation
// (Friedman 1998). Imputed values are no observations, so every row counts as w ≤ 1, and all of them together as the number of complete
// rows that tell as much about links (../evidence-rows.ts).
//
// Rows and columns are first sorted, so that the result does not depend on their order in the file.
//
// van Buuren, S., Groothuis-Oudshoorn, K. "mice: multivariate imputation by chained equations in R." JSS 45(3), 2011. Little, R.
// "Missing-data adjustments in large surveys." JBES 6(3), 1988. Friedman, N. "The Bayesian structural EM algorithm." UAI 1998.
//
// Differs from mice: linear discriminants for all categories (there: logistic regressions), bootstrap samples (there: draws from the
// posterior of the coefficients), at most 50 columns of predictors, the most strongly correlated ones. Cost: m · rounds · columns
// with gaps · n · p², p columns of predictors.

import { check } from "../../check.ts";
import { matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import { evidenceRows } from "../evidence-rows.ts";
import { levelsOf, nameOrder, type Table, withColumns } from "../table.ts";
import { createDesign, type Design } from "./design.ts";
import { drawnLabels, drawnNumbers } from "./fit.ts";

export interface ImputeOptions {
  /** Number of imputations. Default: 8, or 4 or 2 if the table would grow beyond its number of rows and 10,000. */
  readonly count?: number | undefined;
  readonly rounds?: number;
}

/** NaN is a gap. Yields the share of the work done; without gaps, returns the table itself. */
export function* imputedTable<T extends Table>(
  table: T,
  rng: Rng,
  { count: fixedCount, rounds = 5 }: ImputeOptions = {},
): Generator<number, T, void> {
  check(
    fixedCount === undefined || (Number.isInteger(fixedCount) && fixedCount > 0),
    `impute: missing values are filled once or more often, got ${fixedCount}`,
  );
  const order = nameOrder(table.names);
  const whole = inRowOrder(withColumns(table, order));
  const gaps = gapRows(whole);
  if (gaps.every((rows) => rows.length === 0)) return table;
  checkValues(whole, gaps);
  const count = fixedCount ?? usualCount(whole.X.rows, new Set(gaps.flat()).size);
  const fillings: Table["X"][] = [];
  for (let k = 0; k < count; k++) {
    const design = createDesign(whole);
    const stream = rng.fork(`imputation/${k}`);
    gaps.forEach((rows, j) => {
      design.fill(j, rows, anyValues(whole.X, j, rows, stream.fork(`begin/${whole.names[j]}`)));
    });
    for (let round = 0; round < rounds; round++) {
      yield (k * rounds + round) / (count * rounds);
      gaps.forEach((rows, j) => {
        if (rows.length > 0)
          design.fill(j, rows, drawn(design, j, rows, stream.fork(`${round}/${whole.names[j]}`)));
      });
    }
    fillings.push(design.filled());
  }
  const place = order.map((_, j) => order.indexOf(j));
  return { ...table, ...withColumns(stacked(whole, gaps, fillings), place) };
}

/** A power of 2. */
function usualCount(rows: number, gappy: number): number {
  const isSmall = (count: number) => rows + (count - 1) * gappy <= Math.max(largeRows, rows);
  return [8, 4].find(isSmall) ?? 2;
}

const largeRows = 10_000;

function drawn(design: Design, j: number, rows: readonly number[], rng: Rng): Float64Array {
  return design.labels(j) > 0 ? drawnLabels(design, j, rows, rng) : drawnNumbers(design, j, rows, rng);
}

/** The rows with at least one value, sorted by their values, column by column, gaps last. */
function inRowOrder({ names, X, levels }: Table): Table {
  const { rows, cols, data } = X;
  const hasValue = (i: number) => !data.subarray(i * cols, (i + 1) * cols).every(Number.isNaN);
  const compared = (a: number, b: number): number => {
    for (let j = 0; j < cols; j++) {
      const [x, y] = [data[a * cols + j], data[b * cols + j]];
      if (x === y || (Number.isNaN(x) && Number.isNaN(y))) continue;
      return Number.isNaN(x) || x > y ? 1 : -1;
    }
    return 0;
  };
  const rowOrder = Array.from({ length: rows }, (_, i) => i)
    .filter(hasValue)
    .sort(compared);
  const out = matrix(rowOrder.length, cols);
  rowOrder.forEach((from, to) => {
    out.data.set(data.subarray(from * cols, (from + 1) * cols), to * cols);
  });
  return { names, X: out, ...levelsOf(levels) };
}

/** Rows with a gap, by column. */
function gapRows({ X: { rows, cols, data } }: Table): number[][] {
  const gaps = Array.from({ length: cols }, (): number[] => []);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++) if (Number.isNaN(data[i * cols + j])) gaps[j].push(i);
  return gaps;
}

function checkValues({ names, X }: Table, gaps: readonly (readonly number[])[]): void {
  const short = gaps.findIndex((rows) => X.rows - rows.length < leastValues);
  check(
    short < 0,
    () =>
      `impute: column "${names[short]}" must have at least ${leastValues} values to impute the missing ones from, got ${X.rows - gaps[short].length}`,
    { remedies: [{ drop: [names[short]] }, { set: { missing: "drop" } }] },
  );
}

const leastValues = 10;

/** Random draws from the observed values of the column, one per gap. */
function anyValues({ rows, cols, data }: Table["X"], j: number, gaps: readonly number[], rng: Rng) {
  const values: number[] = [];
  for (let i = 0; i < rows; i++) if (!Number.isNaN(data[i * cols + j])) values.push(data[i * cols + j]);
  return Float64Array.from(gaps, () => values[rng.integer(values.length)]);
}

/** Shares of a row are multiples of this, and the number of imputations is a power of 2, so that sums of weights are exact. */
const leastWeight = 2 ** -20;

/** Complete rows once, the others once per imputation, with weights. */
function stacked(
  { names, X, levels }: Table,
  gaps: readonly (readonly number[])[],
  fillings: readonly Table["X"][],
): Table {
  const { rows: n, cols: d } = X;
  const isFilled = new Uint8Array(n);
  for (const rows of gaps) for (const i of rows) isFilled[i] = 1;
  const filled = isFilled.reduce((sum, is) => sum + is, 0);
  const rows = n - filled + filled * fillings.length;
  const out = matrix(rows, d);
  const share = Math.round(evidenceRows(X) / n / leastWeight) * leastWeight;
  const weights = new Float64Array(rows).fill(share);
  let at = 0;
  for (let i = 0; i < n; i++) {
    const from = isFilled[i] === 1 ? fillings : fillings.slice(0, 1);
    for (const { data } of from) {
      out.data.set(data.subarray(i * d, (i + 1) * d), at * d);
      weights[at++] = share / from.length;
    }
  }
  return { names, X: out, weights, fileRows: n, ...levelsOf(levels) };
}
