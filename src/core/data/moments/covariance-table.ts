// A table from a covariance matrix. It has the number of rows behind the matrix, but X has none.
//
// The sum of products is the covariance times its divisor: n − 1 in R's cov, numpy.cov, pandas and Tetrad's files, n in maximum
// likelihood. A matrix with ones on its diagonal is read as a correlation matrix, of columns in units of their standard deviations
// (divisor n). The means are unknown and set to 0; no score uses them.

import { check } from "../../check.ts";
import { type Matrix, matrix } from "../../math/matrix.ts";
import { unitDiagonal } from "../../math/scatter.ts";
import { choleskyOf } from "../../math/solve.ts";
import { droppable, type Table, tableFromScatter } from "../table.ts";
import { type CovarianceText, covarianceText } from "./covariance-text.ts";

export interface CovarianceOptions {
  /** Number of rows from which the matrix was computed, if the text does not state it. */
  readonly rows?: number | undefined;
  /** Divisor of the sums of products; n − 1 by default. */
  readonly dividedBy?: "n - 1" | "n" | undefined;
}

/**
 * A table given by its covariances alone.
 *
 * @example
 * ```js
 * readCovariance("x,y\n1,0.5\n0.5,2\n", { rows: 100 }).names; // ["x", "y"]
 * ```
 */
export function readCovariance(text: string, { rows, dividedBy = "n - 1" }: CovarianceOptions = {}): Table {
  const read = covarianceText(text);
  const { names, entries } = read;
  const n = rowsOf(read, rows);
  checkVariances(read);
  const isCorrelation = entries.every((row, i) => row[i] === 1);
  const factor = isCorrelation || dividedBy === "n" ? n : n - 1;
  const d = names.length;
  const S = matrix(d, d);
  for (let i = 0; i < d; i++)
    for (let j = 0; j <= i; j++) S.data[i * d + j] = S.data[j * d + i] = factor * entryOf(read, i, j);
  checkDefinite(names, S);
  const what = isCorrelation
    ? "a correlation matrix, so every column is in units of its standard deviation"
    : `a covariance matrix, divided by ${dividedBy.replace("-", "−")}`;
  const origin = `given as ${what}, from ${n} rows`;
  return tableFromScatter(names, { n, mean: new Float64Array(d), S, origin });
}

function rowsOf({ rows: inText }: CovarianceText, rows: number | undefined): number {
  const n = rows ?? inText;
  check(
    n !== undefined,
    "covariance: the number of rows from which the matrix was computed is required, and is not given",
    {
      field: "rows",
      remedies: [{ act: "give it", option: "rows" }],
    },
  );
  check(
    rows === undefined || inText === undefined || rows === inText,
    `covariance: the number of rows must be one, got ${rows} and ${inText} in the text`,
    { field: "rows", remedies: [{ unset: ["rows"] }] },
  );
  check(
    Number.isInteger(n) && n >= 2,
    `covariance: the number of rows must be a whole number of at least 2, got ${n}`,
    {
      field: "rows",
    },
  );
  return n;
}

function checkVariances({ names, entries, lines }: CovarianceText): void {
  check(names.length >= 2, `covariance: at least 2 variables are needed, got ${names.length}`);
  entries.forEach((row, i) => {
    check(
      row[i] > 0,
      () => `covariance: the variance of "${names[i]}" must be above 0, got ${row[i]} in line ${lines[i]}`,
      { remedies: [{ act: "correct it" }, { drop: [names[i]] }] },
    );
  });
}

/** Rounding difference allowed between the two copies of an entry, relative to the product of the standard deviations. */
const sameEntry = 1e-6;

function entryOf({ names, entries, lines }: CovarianceText, i: number, j: number): number {
  const below = entries[i][j];
  const above = entries[j][i] ?? below;
  const most = Math.sqrt(entries[i][i] * entries[j][j]);
  check(
    Math.abs(below - above) <= sameEntry * most,
    () =>
      `covariance: the matrix must be symmetric, got ${above} for "${names[j]}" and "${names[i]}" in line ${lines[j]}, and ${below} in line ${lines[i]}`,
    { remedies: [{ act: "correct one of the two" }, { act: "give the lower triangle alone" }] },
  );
  const value = (below + above) / 2;
  check(
    Math.abs(value) <= (1 + sameEntry) * most,
    () =>
      `covariance: the entry of "${names[j]}" and "${names[i]}" must be at most the product of their standard deviations, ${most.toPrecision(6)}, in size, got ${value} in line ${lines[i]}`,
    { remedies: [{ act: "correct it, or the variances of the two" }] },
  );
  return value;
}

/** Smallest eigenvalue of the correlation matrix that rounding of the digits may produce. */
const leastEigenvalue = -1e-6;

/** Refuses a matrix that is not positive semi-definite, naming a column that the ones before it over-explain. */
function checkDefinite(names: readonly string[], S: Matrix): void {
  const { R } = unitDiagonal(S);
  names.forEach((_, j) => {
    R.data[j * names.length + j] -= leastEigenvalue;
  });
  const all = names.map((_, j) => j);
  const [c] = choleskyOf(R, all).dropped;
  check(
    c === undefined,
    () =>
      `covariance: the matrix must be positive semi-definite, like that of any data, got one in which ${namesBefore(names, c)} explain more than all of the variance of "${names[c]}"`,
    {
      remedies: [
        { act: "compute every entry from the same rows, not pair by pair" },
        { act: "write more digits" },
        ...droppable([names[c]], names.length),
      ],
    },
  );
}

function namesBefore(names: readonly string[], c: number): string {
  const shown = names.slice(0, Math.min(c, 5)).map((name) => `"${name}"`);
  return shown.join(", ") + (c > 5 ? ` and ${c - 5} more` : "");
}
