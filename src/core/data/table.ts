// A table of observations: a name for each column and X, [n, d].
//
// A categorical column holds codes 0 … k − 1 into its labels; the labels have a fixed order (categories.ts), so that the codes do not
// depend on the reader. The codes have no numerical meaning. NaN is a gap: a run fills gaps, or drops their rows, before anything is
// computed (complete-table.ts).
//
// Linear methods need the rows only through their means and scatter matrix, and a numeric table can be given by these alone: estimated
// where values are missing, from a covariance matrix, or from a file larger than memory. Code that needs no more calls tableScatter
// and sampleSize; code that reads rows refuses such a table (checkRows).
//
// Rows may have weights: survey weights, or several completions of a row with gaps (impute/impute.ts), each counting as a fraction of
// it. Code that honours weights (counts, Gaussians per cell, scatter matrices) accepts such rows; other code refuses them.

import { check, type Refusal, type Remedy } from "../check.ts";
import { type Matrix, matrix, selectColumns } from "../math/matrix.ts";
import {
  columnMeans,
  rescaledScatter,
  type Scatter,
  scatterOf,
  scatterSteps,
  selectScatter,
  weightedScatter,
} from "../math/scatter.ts";

export interface Table {
  readonly names: readonly string[];
  /** n rows (samples) by d columns (variables). */
  readonly X: Matrix;
  /** Labels of each categorical column, null for a column of numbers; absent where all columns are numbers. */
  readonly levels?: Levels;
  /** Scatter of all rows, if X does not hold them all: X then has some of them (the complete ones, a sample), or none. */
  readonly scatter?: TableScatter;
  /** Positive weights of the rows of X, if they are not all 1; their sum is the number of rows that they represent. */
  readonly weights?: Float64Array;
  /** Number of rows of the file that it is made of, if missing values make it count as fewer (evidence-rows.ts). */
  readonly fileRows?: number;
  /** Cached scatter of these rows with these weights (summedTable), so that n·d²/2 multiplications are done only once. */
  readonly sums?: RowSums;
}

interface RowSums {
  readonly X: Matrix;
  readonly weights: Float64Array | undefined;
  readonly scatter: Scatter;
}

export interface TableScatter extends Scatter {
  /** Origin, as in "estimated by EM from rows with gaps". */
  readonly origin: string;
  /** The rows that it was estimated from, NaN where missing: the precision of the estimate depends on where the gaps are. */
  readonly cells?: Matrix | undefined;
}

export type Levels = readonly (readonly string[] | null)[];

/**
 * A table from names and a matrix of its rows.
 *
 * @example
 * ```js
 * createTable(["x", "y"], matrixFromRows([[1, 2], [3, 4]])).X.rows; // 2
 * ```
 */
export function createTable(names: readonly string[], X: Matrix, levels?: Levels): Table {
  check(names.length === X.cols, `table: ${X.cols} columns need as many names, got ${names.length}`);
  const seen = new Set<string>();
  for (const name of names) {
    check(!seen.has(name), `table: two columns are called "${name}"`, {
      remedies: [{ act: "rename one" }, { drop: [name] }],
    });
    seen.add(name);
  }
  checkCodes(names, X, levels);
  return { names, X, ...levelsOf(levels) };
}

/**
 * A table of numbers given by means and scatter matrix; X holds the available rows.
 *
 * @example
 * ```js
 * const scatter = { n: 10, mean: new Float64Array(1), S: matrixFromRows([[5]]), origin: "a book" };
 * tableFromScatter(["x"], scatter).names; // ["x"]
 * ```
 */
export function tableFromScatter(
  names: readonly string[],
  scatter: TableScatter,
  X: Matrix = matrix(0, names.length),
): Table {
  const { S, mean } = scatter;
  check(
    [S.rows, S.cols, mean.length].every((size) => size === names.length),
    `table: ${names.length} columns need as many means and a scatter matrix of their size, got ${mean.length} and one of ${S.rows} by ${S.cols}`,
  );
  return { ...createTable(names, X), scatter };
}

/** Means and scatter matrix of the columns. */
export function tableScatter(table: Pick<Table, "X" | "scatter" | "weights" | "sums">): Scatter {
  const { X, scatter, weights } = table;
  return scatter ?? sumsOf(table) ?? (weights ? weightedScatter(X, weights) : scatterOf(X));
}

/** The table with the scatter of its rows cached; yields the share done. */
export function* summedTable<T extends Table>(table: T): Generator<number, T, void> {
  const { X, scatter, weights } = table;
  if (scatter !== undefined || sumsOf(table) !== undefined || X.rows === 0) return table;
  const summed = weights ? weightedScatter(X, weights) : yield* scatterSteps(X);
  return { ...table, sums: { X, weights, scatter: summed } };
}

/** The cached scatter, if it belongs to these rows and weights: a table derived from another may have different ones. */
function sumsOf({ X, weights, sums }: Pick<Table, "X" | "weights" | "sums">): Scatter | undefined {
  return sums?.X === X && sums.weights === weights ? sums.scatter : undefined;
}

/** Number of complete rows, of equal weight, that the table counts as; a whole number, unless its rows have weights. */
export function sampleSize({ X, scatter, weights }: Table): number {
  return scatter?.n ?? weights?.reduce((sum, w) => sum + w, 0) ?? X.rows;
}

/** Number of rows of the file that the table is made of. */
export function rowsUsed({ X, scatter, fileRows }: Table): number {
  return fileRows ?? scatter?.n ?? X.rows;
}

/**
 * The table with only the columns at `indices`, in that order.
 *
 * @example
 * ```js
 * const table = createTable(["x", "y"], matrixFromRows([[1, 2], [3, 4]]));
 * withColumns(table, [1]).names; // ["y"]
 * ```
 */
export function withColumns(table: Table, indices: readonly number[]): Table {
  const { names, X, levels, scatter, weights, fileRows } = table;
  const chosen = selectColumns(X, indices);
  const sums = sumsOf(table);
  return {
    names: indices.map((j) => names[j]!),
    X: chosen,
    ...(weights && { weights }),
    ...(fileRows !== undefined && { fileRows }),
    ...levelsOf(levels && indices.map((j) => levels[j]!)),
    ...(scatter && { scatter: scatterOfColumns(scatter, indices) }),
    // A sum of products of two columns does not depend on the others: these are, bit for bit, the sums of the chosen columns.
    ...(sums && { sums: { X: chosen, weights, scatter: selectScatter(sums, indices) } }),
  };
}

function scatterOfColumns(scatter: TableScatter, indices: readonly number[]): TableScatter {
  const { cells } = scatter;
  return {
    ...scatter,
    ...selectScatter(scatter, indices),
    ...(cells && { cells: selectColumns(cells, indices) }),
  };
}

/** The `levels` field, present only where a column is categorical. */
export function levelsOf(levels: Levels | undefined): { levels?: Levels } {
  return levels?.some((labels) => labels !== null) ? { levels } : {};
}

/** Positions of the columns in the order of their names (by code unit), the order every search works in. */
export function nameOrder(names: readonly string[]): number[] {
  return names.map((_, j) => j).sort((a, b) => (names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : 0));
}

/**
 * Each numeric column with mean 0 and population standard deviation 1 (a constant one becomes 0); categories unchanged.
 *
 * @example
 * ```js
 * const table = createTable(["x"], matrixFromRows([[1], [3]]));
 * [...standardised(table).X.data].map(Math.sign); // [-1, 1]
 * ```
 */
export function standardised(table: Table): Table {
  const { X, levels, weights } = table;
  const { cols: d, data } = X;
  const scatter = weights ? tableScatter(table) : table.scatter;
  const mean = scatter?.mean ?? columnMeans(X);
  const squares = (j: number): number => {
    if (scatter) return scatter.S.data[j * d + j];
    let sum = 0;
    for (let at = j; at < data.length; at += d) sum += (data[at] - mean[j]) * (data[at] - mean[j]);
    return sum;
  };
  const scale = Float64Array.from(mean, (_, j) => {
    if (levels?.[j]) return 1;
    const sum = squares(j);
    return sum > 0 ? 1 / Math.sqrt(sum / sampleSize(table)) : 0;
  });
  return rescaled(
    table,
    scale,
    mean.map((m, j) => (levels?.[j] ? 0 : m)),
  );
}

/** Each column as factor · (x − offset). */
export function rescaled(
  { names, X, levels, scatter, weights, fileRows }: Table,
  factors: Float64Array,
  offsets: Float64Array,
): Table {
  const cells = scatter?.cells;
  return {
    names,
    X: rescaledRows(X, factors, offsets),
    ...(weights && { weights }),
    ...(fileRows !== undefined && { fileRows }),
    ...levelsOf(levels),
    ...(scatter && {
      scatter: {
        ...scatter,
        ...rescaledScatter(scatter, factors, offsets),
        ...(cells && { cells: rescaledRows(cells, factors, offsets) }),
      },
    }),
  };
}

function rescaledRows({ rows, cols: d, data }: Matrix, factors: Float64Array, offsets: Float64Array): Matrix {
  return matrix(
    rows,
    d,
    data.map((x, k) => factors[k % d] * (x - offsets[k % d])),
  );
}

function checkCodes(names: readonly string[], { rows, cols, data }: Matrix, levels: Levels = []): void {
  check(
    levels.length === 0 || levels.length === cols,
    `table: ${cols} columns need as many lists of labels (null: numbers), got ${levels.length}`,
  );
  levels.forEach((labels, j) => {
    if (labels === null) return;
    for (let i = 0; i < rows; i++) {
      const code = data[i * cols + j];
      check(
        Number.isNaN(code) || (Number.isInteger(code) && code >= 0 && code < labels.length),
        () =>
          `table: column "${names[j]}" must hold codes from 0 to ${labels.length - 1} into its labels, got ${code} in row ${i + 1}`,
      );
    }
  });
}

/** Refuses categories, whose codes have no numerical meaning; leaving them out is added to the remedies. */
export function checkNumbers(
  where: string,
  { names, levels }: Table,
  { field, remedies = [] }: Refusal = {},
): void {
  const labelled = names.filter((_, j) => levels?.[j]);
  check(labelled.length === 0, `${where}: column "${labelled[0]}" must hold numbers, got categories`, {
    field,
    remedies: [...remedies, ...droppable(labelled, names.length)],
  });
}

/** Refuses a table given by its scatter matrix or with weighted rows, for code that needs all rows with equal weight. */
export function checkRows(
  where: string,
  table: Pick<Table, "X" | "scatter" | "weights">,
  refusal: Refusal = {},
): void {
  checkSomeRows(where, table, refusal);
  const { field, remedies = [] } = refusal;
  check(table.weights === undefined, `${where}: all rows must have equal weight, got rows with weights`, {
    field,
    remedies: [...remedies, { set: { missing: "drop" }, when: "if the weights are those of imputed values" }],
  });
}

/** Refuses a table given by its scatter matrix. */
export function checkSomeRows(
  where: string,
  { X, scatter }: Pick<Table, "X" | "scatter">,
  { field, remedies = [] }: Refusal = {},
): void {
  const some = X.rows > 0 ? ` and ${X.rows} of the rows` : "";
  check(
    scatter === undefined,
    () => `${where}: every row is needed, got only the means and covariances of ${scatter!.n} rows${some}`,
    { field, remedies: [...remedies, { act: "give a table with all its rows" }] },
  );
}

/** The remedy of dropping columns out of `of`, if two or more would remain. */
export function droppable(drop: readonly string[], of: number): Remedy[] {
  return of - drop.length >= 2 ? [{ drop }] : [];
}
