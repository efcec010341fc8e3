// A table of observations: a name for each column and X, [n, d].
//
// A categorical column holds codes 0 … k − 1 into its labels; the labels have a fixed order (categories.ts), so that the
// codes are the same wherever the table was read. As numbers the codes mean nothing. NaN is a gap: a run fills gaps, or drops
// their rows, before anything is computed (complete-table.ts).
//
// What is linear needs the rows only through their means and scatter matrix, and a table of numbers can be given by these: where
// values are missing, by a covariance matrix, and of a file larger than memory. Whoever needs no more asks for tableScatter and
// sampleSize; who reads rows refuses such a table (checkRows).

import { check, type Refusal, type Remedy, setTo } from "../check.ts";
import { type Matrix, matrix, selectColumns } from "../math/matrix.ts";
import { columnMeans, rescaledScatter, type Scatter, scatterOf, selectScatter } from "../math/scatter.ts";

export interface Table {
  readonly names: readonly string[];
  /** n rows (samples) by d columns (variables). */
  readonly X: Matrix;
  /** Labels of each categorical column, null for a column of numbers; absent where all columns are numbers. */
  readonly levels?: Levels;
  /** Of all rows, where X does not hold them all: X then has some of them (the complete ones, a sample), or none. */
  readonly scatter?: TableScatter;
}

export interface TableScatter extends Scatter {
  /** Where it comes from: "estimated by EM from rows with gaps". */
  readonly origin: string;
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
 * A table of numbers that is given by means and scatter matrix; X has what rows there are.
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
export function tableScatter({ X, scatter }: Table): Scatter {
  return scatter ?? scatterOf(X);
}

/** How many rows the table stands for. */
export function sampleSize({ X, scatter }: Table): number {
  return scatter?.n ?? X.rows;
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
export function withColumns({ names, X, levels, scatter }: Table, indices: readonly number[]): Table {
  return {
    names: indices.map((j) => names[j]!),
    X: selectColumns(X, indices),
    ...levelsOf(levels && indices.map((j) => levels[j]!)),
    ...(scatter && { scatter: { ...scatter, ...selectScatter(scatter, indices) } }),
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

/** Each column of numbers with mean 0 and population standard deviation 1 (a constant one becomes 0); categories as they are. */
export function standardised(table: Table): Table {
  const { X, levels, scatter } = table;
  const { cols: d, data } = X;
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
  { names, X, levels, scatter }: Table,
  factors: Float64Array,
  offsets: Float64Array,
): Table {
  const { rows: n, cols: d } = X;
  const data = new Float64Array(n * d);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < d; j++) data[i * d + j] = factors[j] * (X.data[i * d + j] - offsets[j]);
  return {
    names,
    X: { rows: n, cols: d, data },
    ...levelsOf(levels),
    ...(scatter && { scatter: { ...scatter, ...rescaledScatter(scatter, factors, offsets) } }),
  };
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

/** Refuses categories, with ways out beside leaving them out: to what computes with them their codes mean nothing. */
export function checkNumbers(
  where: string,
  { names, levels }: Table,
  ways: readonly Remedy[] = otherSearches,
): void {
  const labelled = names.filter((_, j) => levels?.[j]);
  check(labelled.length === 0, `${where}: column "${labelled[0]}" must hold numbers, got categories`, {
    remedies: [...ways, ...droppable(labelled, names.length)],
  });
}

/** Refuses a table that is given by its scatter matrix: what reads the rows needs them all. */
export function checkRows(
  where: string,
  { X, scatter }: Pick<Table, "X" | "scatter">,
  { field, remedies = otherSearches }: Refusal = {},
): void {
  const some = X.rows > 0 ? ` and ${X.rows} of the rows` : "";
  check(
    scatter === undefined,
    () => `${where}: every row is needed, got the means and covariances of ${scatter!.n} rows${some}`,
    { field, remedies: [...remedies, { act: "give a table with all its rows" }] },
  );
}

/** To leave columns out of so many, as a way out where two or more are left. */
export function droppable(drop: readonly string[], of: number): Remedy[] {
  return of - drop.length >= 2 ? [{ drop }] : [];
}

const otherSearches = setTo("search", ["exact", "order"]);
