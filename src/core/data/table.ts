// A table of observations: a name for each column and X, [n, d].
//
// A categorical column holds codes 0 … k − 1 into its labels; the labels have a fixed order (categories.ts), so that the
// codes are the same wherever the table was read. As numbers the codes mean nothing. NaN is a gap: a run fills gaps, or drops
// their rows, before anything is computed (complete-table.ts).

import { check, type Remedy, setTo } from "../check.ts";
import { type Matrix, selectColumns } from "../math/matrix.ts";
import { columnMeans } from "../math/scatter.ts";

export interface Table {
  readonly names: readonly string[];
  /** n rows (samples) by d columns (variables). */
  readonly X: Matrix;
  /** Labels of each categorical column, null for a column of numbers; absent where all columns are numbers. */
  readonly levels?: Levels;
}

export type Levels = readonly (readonly string[] | null)[];

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

/** The table with only the columns at `indices`, in that order. */
export function withColumns({ names, X, levels }: Table, indices: readonly number[]): Table {
  return {
    names: indices.map((j) => names[j]!),
    X: selectColumns(X, indices),
    ...levelsOf(levels && indices.map((j) => levels[j]!)),
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
export function standardised({ names, X, levels }: Table): Table {
  const { rows: n, cols: d } = X;
  const data = new Float64Array(X.data);
  const mean = columnMeans(X);
  for (let j = 0; j < d; j++) {
    if (levels?.[j]) continue;
    let squares = 0;
    for (let i = 0; i < n; i++) {
      data[i * d + j] -= mean[j];
      squares += data[i * d + j] * data[i * d + j];
    }
    const scale = squares > 0 ? 1 / Math.sqrt(squares / n) : 0;
    for (let i = 0; i < n; i++) data[i * d + j] *= scale;
  }
  return { names, X: { rows: n, cols: d, data }, ...levelsOf(levels) };
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

/** To leave columns out of so many, as a way out where two or more are left. */
export function droppable(drop: readonly string[], of: number): Remedy[] {
  return of - drop.length >= 2 ? [{ drop }] : [];
}

const otherSearches = setTo("search", ["exact", "order"]);
