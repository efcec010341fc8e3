// Numbers that belong to a parent set rather than to a (node, parents): a kernel matrix is factored once for all
// children. Remembered in bounded memory, or computed beforehand for all parent sets of a small problem, in any order
// and by any number of workers: each row is a pure function of the data and the parents.

import { check } from "../check.ts";

/** Numbers of a parent set (ascending); the same bytes for the same parents, whatever was asked before. */
export type ParentSetValues = (parents: readonly number[]) => Float64Array;

/** The most variables whose parent sets are worth a table; beyond it, 8 · width · 2^d bytes are too many. */
export const mostTableVariables = 20;

/** What was computed is not computed again; where `numbers` of them are full, all are forgotten. */
export function rememberedSets(values: ParentSetValues, numbers = 2 ** 23): ParentSetValues {
  const known = new Map<string, Float64Array>();
  let kept = 0;
  return (parents) => {
    const key = parents.join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const row = values(parents);
    if (kept + row.length > numbers) {
      known.clear();
      kept = 0;
    }
    known.set(key, row);
    kept += row.length;
    return row;
  };
}

export interface ParentSetOptions {
  /** Only sets of at most so many; d − 1 unless said. */
  readonly maxParents?: number;
}

/** The parent sets that a node can have, ascending as binary numbers (bit i: variable i), the empty set first. */
export function* parentSets(
  d: number,
  { maxParents = d - 1 }: ParentSetOptions = {},
): Generator<number[], void, void> {
  for (let mask = 0; mask < 2 ** d; mask++) {
    const parents = membersOf(mask, d);
    if (parents.length <= Math.min(maxParents, d - 1)) yield parents;
  }
}

/** Row of a table that holds these parents. */
export function parentSetRow(parents: readonly number[]): number {
  return parents.reduce((mask, i) => mask + 2 ** i, 0);
}

export interface ParentSetTable {
  readonly d: number;
  /** Numbers of a parent set. */
  readonly width: number;
  /** [2^d, width]; rows of sets left out are NaN. */
  readonly data: Float64Array;
}

export interface TableProgress {
  readonly done: number;
  readonly total: number;
}

/** An empty table, for rows that come from elsewhere: data.set(row, parentSetRow(parents) * width). */
export function emptyParentSetTable(d: number, width: number): ParentSetTable {
  check(
    d <= mostTableVariables,
    `score: a table of all parent sets holds at most ${mostTableVariables} variables, got ${d}; let the search ask for what it needs`,
  );
  return { d, width, data: new Float64Array(2 ** d * width).fill(Number.NaN) };
}

/** All parent sets, one in each step. */
export function* parentSetTable(
  values: ParentSetValues,
  d: number,
  options: ParentSetOptions = {},
): Generator<TableProgress, ParentSetTable, void> {
  const sets = [...parentSets(d, options)];
  let table: ParentSetTable | undefined;
  for (const [at, parents] of sets.entries()) {
    const row = values(parents);
    table ??= emptyParentSetTable(d, row.length);
    table.data.set(row, parentSetRow(parents) * table.width);
    yield { done: at + 1, total: sets.length };
  }
  return table ?? emptyParentSetTable(d, 0);
}

/** A table as a function; sets that it leaves out are asked of `otherwise`. */
export function fromParentSetTable(
  { width, data }: ParentSetTable,
  otherwise: ParentSetValues,
): ParentSetValues {
  return (parents) => {
    const at = parentSetRow(parents) * width;
    return Number.isNaN(data[at]) ? otherwise(parents) : data.subarray(at, at + width);
  };
}

function membersOf(mask: number, d: number): number[] {
  const members: number[] = [];
  for (let i = 0; i < d; i++) if (Math.floor(mask / 2 ** i) % 2 === 1) members.push(i);
  return members;
}
