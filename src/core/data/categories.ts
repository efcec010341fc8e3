// Columns as categories: labels in a fixed order, and codes into them.
//
// Labels of a numeric column are its numbers, in numerical order; labels of a column with text are its trimmed cells, sorted by code
// unit. Only labels that occur are listed, so the same rows give the same codes whichever reader produced them.

import { check, suggestion } from "../check.ts";
import { column, type Matrix } from "../math/matrix.ts";
import { checkSomeRows, levelsOf, type Table } from "./table.ts";

/** Numbers with more distinct values than this are not treated as categories, unless the user says so. */
const mostCategories = 50;

/** The table with the named columns as categories, however many distinct values they have. */
export function withCategories<T extends Table>(table: T, columns: readonly string[]): T {
  for (const name of columns) {
    check(
      table.names.includes(name),
      () => `table: no column is called "${name}"; ${suggestion(name, table.names)}`,
      { field: "categorical" },
    );
  }
  return recoded(table, (name) => columns.includes(name));
}

/** The table with every column as categories. Numbers with too many distinct values are refused. */
export function asCategories<T extends Table>(table: T): T {
  const { names, X, levels } = table;
  const many = names.filter((_, j) => !levels?.[j] && distinctCount(X, j) > mostCategories);
  const others = many.length > 1 ? ` (too many also in ${listed(many.slice(1))})` : "";
  check(
    many.length === 0,
    () =>
      `table: column "${many[0]}" must have at most ${mostCategories} distinct numbers to be treated as categories, got ${distinctCount(X, names.indexOf(many[0]))}${others}`,
    {
      field: "score",
      remedies: [
        { act: "bin it" },
        { drop: many },
        { when: "if its numbers are labels", set: { categorical: many } },
        { set: { score: "bic-mixed" } },
      ],
    },
  );
  return recoded(table, () => true);
}

/** The table with the chosen columns of numbers as categories. */
function recoded<T extends Table>(table: T, isChosen: (name: string) => boolean): T {
  const { names, X, levels } = table;
  const chosen = names.map((name, j) => !levels?.[j] && isChosen(name));
  if (!chosen.includes(true)) return table;
  checkSomeRows("categories", table, { field: "categorical", remedies: [{ unset: ["categorical"] }] });
  const { rows, cols } = X;
  const data = new Float64Array(X.data);
  const labels = names.map((_, j) => {
    if (!chosen[j]) return levels?.[j] ?? null;
    const values = distinctValues(X, j);
    const code = new Map(values.map((x, k) => [x, k]));
    for (let i = 0; i < rows; i++) data[i * cols + j] = code.get(X.data[i * cols + j]) ?? Number.NaN;
    return values.map(String);
  });
  return { ...table, X: { rows, cols, data }, ...levelsOf(labels) };
}

/** Ascending; 0 and −0 are one value, gaps are skipped. */
function distinctValues(X: Matrix, j: number): number[] {
  return [...new Set(column(X, j).filter(Number.isFinite))].sort((a, b) => a - b);
}

function distinctCount(X: Matrix, j: number): number {
  return distinctValues(X, j).length;
}

function listed(names: readonly string[]): string {
  const quoted = names.slice(0, 5).map((name) => `"${name}"`);
  return quoted.join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
}
