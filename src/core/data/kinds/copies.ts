// Redundant columns: equal to another column, a linear function of it, or a one-to-one relabelling of it; and columns that are linear
// combinations of others.
//
// Two columns are compared on the rows where both have a value, at least nine in ten; most pairs already differ in the first rows.

import { listedWith } from "../../check.ts";
import { type Matrix, matrix, selectRows } from "../../math/matrix.ts";
import { scatterOf } from "../../math/scatter.ts";
import { completeRowsOf } from "../complete-table.ts";
import { exactRelations, fewestShared, lineBetween } from "../doctor/doctor.ts";
import { nameOrder } from "../table.ts";
import { distinctUpTo, missingIn, type ReadAs } from "./reading.ts";

/** A redundant column and the columns that determine it. */
export interface Copy {
  readonly column: number;
  readonly reason: string;
  /** Names of the columns that it copies or is a linear combination of. */
  readonly of: readonly string[];
}

const fewRows = 10;
const mostDistinct = 50;
const leastShared = 0.9;

/** Did the user set the kind of this column? It is then kept in preference to its copies. */
type IsAsked = (name: string) => boolean;

/** Columns in order of preference: kind set by the user, then fewer gaps, then numbers before labels, then by name. */
function byWorth(columns: readonly ReadAs[], names: readonly string[], isAsked: IsAsked): number[] {
  const gaps = columns.map(({ values }) => missingIn(values));
  const isLabelled = (j: number) => Number(columns[j].levels !== null);
  const place = nameOrder(names).reduce<number[]>((out, j, at) => {
    out[j] = at;
    return out;
  }, []);
  return names
    .map((_, j) => j)
    .filter((j) => columns[j].isUsed)
    .sort(
      (i, j) =>
        Number(isAsked(names[j])) - Number(isAsked(names[i])) ||
        gaps[i] - gaps[j] ||
        isLabelled(i) - isLabelled(j) ||
        place[i] - place[j],
    );
}

export function copiesAmong(
  columns: readonly ReadAs[],
  names: readonly string[],
  isAsked: IsAsked = () => false,
): Copy[] {
  const out: Copy[] = [];
  const kept: number[] = [];
  for (const j of byWorth(columns, names, isAsked)) {
    if (columns[j].values.length < fewRows) break;
    const found = kept
      .map((i) => [i, sameness(columns[i], columns[j])] as const)
      .find(([, how]) => how !== null);
    if (found === undefined) kept.push(j);
    else out.push({ column: j, reason: `${found[1]} "${names[found[0]]}"`, of: [names[found[0]]] });
  }
  return out;
}

function sameness(a: ReadAs, b: ReadAs): string | null {
  if (a.levels === null && b.levels === null) {
    const line = lineBetween(a.values, b.values);
    if (line !== null && line.shared >= leastShared * a.values.length)
      return line.isEqual ? "is the same as" : "is a linear function of";
  }
  return isRenaming(a, b) ? "has one label for each of" : null;
}

/** Do the values of two columns, at least one of them labelled, correspond one to one? */
function isRenaming(a: ReadAs, b: ReadAs): boolean {
  const n = a.values.length;
  if (a.levels && b.levels && a.levels.length !== b.levels.length) return false;
  if ((a.levels && isContinuous(b)) || (b.levels && isContinuous(a)) || (!a.levels && !b.levels))
    return false;
  const to = new Map<number, number>();
  const from = new Map<number, number>();
  let shared = 0;
  for (let i = 0; i < n; i++) {
    const [x, y] = [a.values[i], b.values[i]];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    shared++;
    if (!to.has(x) && !from.has(y)) {
      to.set(x, y);
      from.set(y, x);
    }
    if (to.get(x) !== y || from.get(y) !== x) return false;
  }
  // If most values occur only once, they correspond one to one with any other column.
  return shared >= leastShared * n && to.size > 1 && 2 * to.size <= shared;
}

function isContinuous({ levels, values }: ReadAs): boolean {
  return levels === null && distinctUpTo(values, mostDistinct + 1).length > mostDistinct;
}

/**
 * Numeric columns that are linear combinations of others, sought in the complete rows; in a table with gaps they must have enough of
 * them, and hold wherever all these columns have a value.
 */
export function sumsAmong(
  columns: readonly ReadAs[],
  names: readonly string[],
  isAsked: IsAsked = () => false,
): Copy[] {
  const numbers = nameOrder(names)
    .filter((j) => columns[j].isUsed && columns[j].levels === null)
    .sort((i, j) => Number(isAsked(names[j])) - Number(isAsked(names[i])));
  const all = sideBySide(numbers.map((j) => columns[j].values));
  const complete = completeRowsOf(all);
  // With no more rows than columns, every column is a linear combination of the others; with few more, it may be by chance.
  const spare = complete.length < all.rows ? fewestShared : 0;
  if (numbers.length < 3 || complete.length <= numbers.length + 1 + spare) return [];
  const scatter = scatterOf(spare === 0 ? all : selectRows(all, complete));
  const varied = numbers.map((_, k) => k).filter((k) => scatter.S.data[k * numbers.length + k] > 0);
  return exactRelations(all, scatter, varied).relations.map(({ column, on }) => {
    const of = on.map((k) => names[numbers[k]]);
    const quoted = of.map((name) => `"${name}"`);
    return { column: numbers[column], reason: `is determined by ${listedWith("and", quoted)}`, of };
  });
}

function sideBySide(columns: readonly Float64Array[]): Matrix {
  const X = matrix(columns[0]?.length ?? 0, columns.length);
  columns.forEach((values, j) => {
    values.forEach((x, i) => {
      X.data[i * X.cols + j] = x;
    });
  });
  return X;
}
