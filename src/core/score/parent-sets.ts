// Numbers that belong to a parent set rather than to a (node, parents): a kernel matrix is factored once for all
// children. Remembered in bounded memory, or computed beforehand for all parent sets of a small problem, in any order
// and by any number of workers: each row is a pure function of the data and the parents.

import { check } from "../check.ts";
import { allowedParents, type Knowledge, requiredParents } from "../graph/knowledge.ts";
import { type Local, localScore, type Score } from "./score.ts";

/** Numbers of a parent set (ascending); the same bytes for the same parents, whatever was asked before. */
export type ParentSetValues = (parents: readonly number[]) => Float64Array;

/** The most variables whose parent sets are worth a table; beyond it, 8 · width · 2^d bytes are too many. */
export const mostTableVariables = 20;

/** Operations that all parent sets together may take unless told to: some twenty minutes of one thread. */
const affordableOperations = 1e13;

/** Most variables whose 2^d parent sets are affordable at so many operations each. */
export function affordableVariables(operationsOfSet: number): number {
  let most = 1;
  while (operationsOfSet * 2 ** (most + 1) <= affordableOperations) most++;
  return most;
}

/** Numbers that are remembered unless said: 64 MB. */
const mostRemembered = 2 ** 23;

/** Rows of parent sets that are asked for one by one, kept between runs. */
export interface StoredSets {
  /** Those of earlier runs; asked for once, before the first is needed. */
  readonly known: () => Iterable<readonly [parents: readonly number[], row: Float64Array]>;
  /** One that was computed. */
  readonly put: (parents: readonly number[], row: Float64Array) => void;
}

/** Rows of parent sets that were computed. */
interface SetMemory {
  readonly get: (parents: readonly number[]) => Float64Array | undefined;
  readonly put: (parents: readonly number[], row: Float64Array) => void;
}

function setMemory(numbers: number): SetMemory {
  const rows = new Map<string, Float64Array>();
  let count = 0;
  return {
    get: (parents) => rows.get(parents.join()),
    put: (parents, row) => {
      if (count + row.length > numbers) {
        rows.clear();
        count = 0;
      }
      rows.set(parents.join(), row);
      count += row.length;
    },
  };
}

/** A memory that begins with what was kept, and has what comes kept. */
function storedMemory(memory: SetMemory, { known, put }: StoredSets): SetMemory {
  let isRead = false;
  const read = () => {
    if (isRead) return;
    isRead = true;
    for (const [parents, row] of known()) memory.put(parents, row);
  };
  return {
    get: (parents) => {
      read();
      return memory.get(parents);
    },
    put: (parents, row) => {
      memory.put(parents, row);
      if (parents.length > 0) put(parents, row);
    },
  };
}

/** What was computed is not computed again; where `numbers` of them are full, all are forgotten. */
export function rememberedSets(
  values: ParentSetValues,
  numbers: number = mostRemembered,
  memory: SetMemory = setMemory(numbers),
): ParentSetValues {
  return (parents) => {
    const before = memory.get(parents);
    if (before !== undefined) return before;
    const row = values(parents);
    memory.put(parents, row);
    return row;
  };
}

/** Has workers compute the rows of these sets that are not remembered; once it was left in the middle, it does nothing. */
function prefetcher(
  { start, rows }: SetWorkers,
  { memory, here, beat }: { memory: SetMemory; here: ParentSetValues; beat: (() => void) | undefined },
): NonNullable<Local["ahead"]> {
  let isFree = true;
  return (sets) => {
    const missing = [...new Map(sets.map((set) => [set.join(), set])).values()].filter(
      (set) => set.length > 0 && memory.get(set) === undefined,
    );
    if (missing.length < 2 || !isFree) return; // one alone is computed as soon here
    isFree = false;
    start(missing, here);
    for (let pending = missing.length; pending > 0; ) {
      beat?.();
      for (const { at, row } of rows()) {
        memory.put(missing[at], row);
        pending--;
      }
    }
    isFree = true;
  };
}

/** The score whose terms are such numbers, one for each node; `operations` are those of a parent set. */
export function parentSetScore(
  name: string,
  options: Pick<Score, "d" | "isEquivalentButForChance" | "logEvidence" | "candidates"> & {
    readonly terms: ParentSetValues;
    readonly operations: number;
    /** Who computes rows that are asked for at once. */
    readonly workers?: SetWorkers | undefined;
    /** Where rows are kept between runs. */
    readonly kept?: StoredSets | undefined;
    readonly beat?: (() => void) | undefined;
  },
): Score {
  const { d, operations, isEquivalentButForChance, logEvidence, candidates, workers, kept, beat } = options;
  const fresh = setMemory(mostRemembered);
  const memory = kept ? storedMemory(fresh, kept) : fresh;
  const terms = rememberedSets(options.terms, mostRemembered, memory);
  const local: Local = {
    term: (node, parents) => terms(parents)[node],
    ...(workers && { ahead: prefetcher(workers, { memory, here: options.terms, beat }) }),
  };
  return localScore({
    ...{ name, d, local, isEquivalent: false, isScaleFree: true },
    ...(isEquivalentButForChance && { isEquivalentButForChance }),
    ...(logEvidence !== undefined && { logEvidence }),
    ...(candidates && { candidates }),
    exactVariables: affordableVariables(operations),
  });
}

/** The parent sets that a node can have, ascending as binary numbers (bit i: variable i), the empty set first. */
export function parentSets(d: number): number[][] {
  check(d <= mostTableVariables, `score: at most ${mostTableVariables} variables have a list, got ${d}`);
  return Array.from({ length: 2 ** d - 1 }, (_, mask) => membersOf(mask, d));
}

/** Those that some node can have under this knowledge. */
export function legalParentSets(knowledge: Knowledge): number[][] {
  const { d, maxParents } = knowledge;
  const nodes = Array.from({ length: d }, (_, j) => ({
    allowed: parentSetRow(allowedParents(knowledge, j)),
    required: parentSetRow(requiredParents(knowledge, j)),
  }));
  return parentSets(d).filter((parents) => {
    const set = parentSetRow(parents);
    return (
      parents.length <= maxParents &&
      nodes.some(({ allowed, required }) => (set & ~allowed) === 0 && (required & ~set) === 0)
    );
  });
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

/** An empty table, for rows that come from elsewhere: data.set(row, parentSetRow(parents) * width). */
export function emptyParentSetTable(d: number, width: number): ParentSetTable {
  check(
    d <= mostTableVariables,
    `score: a table of all parent sets holds at most ${mostTableVariables} variables, got ${d}; let the search request what it needs`,
  );
  return { d, width, data: new Float64Array(2 ** d * width).fill(Number.NaN) };
}

/** Computes rows one by one, or several at once elsewhere. */
export interface SetWorkers {
  /** Begins with these sets; those of before must be done. What is computed on this thread, `here` computes. */
  readonly start: (sets: readonly (readonly number[])[], here: ParentSetValues) => void;
  /** Rows that came since they were last asked for, by their set's place in the list; may be none yet. */
  readonly rows: () => readonly { readonly at: number; readonly row: Float64Array }[];
}

/** One set each time, on this thread. */
export function inTurn(): SetWorkers {
  let queue: readonly (readonly number[])[] = [];
  let values: ParentSetValues;
  let next = 0;
  return {
    start: (sets, here) => {
      queue = sets;
      values = here;
      next = 0;
    },
    rows: () => {
      const at = next++;
      return [{ at, row: values(queue[at]) }];
    },
  };
}

export interface TableProgress {
  readonly done: number;
  readonly total: number;
  /** With the rows so far. */
  readonly table: ParentSetTable | undefined;
}

/** A table of these sets; those that an earlier table has are taken from it. */
export function* parentSetTable(
  {
    values,
    workers = inTurn(),
  }: { readonly values: ParentSetValues; readonly workers?: SetWorkers | undefined },
  d: number,
  sets: readonly (readonly number[])[],
  earlier?: ParentSetTable,
): Generator<TableProgress, ParentSetTable, void> {
  const missing = earlier ? sets.filter((parents) => !hasRow(earlier, parents)) : sets;
  let table = earlier;
  let done = 0;
  if (missing.length > 0) workers.start(missing, values);
  while (done < missing.length) {
    for (const { at, row } of workers.rows()) {
      table ??= emptyParentSetTable(d, row.length);
      table.data.set(row, parentSetRow(missing[at]) * table.width);
      done++;
    }
    yield { done, total: missing.length, table };
  }
  return table ?? emptyParentSetTable(d, 0);
}

/** A table as a function; sets that it leaves out are asked of `otherwise`. */
export function fromParentSetTable(table: ParentSetTable, otherwise: ParentSetValues): ParentSetValues {
  const { width, data } = table;
  return (parents) => {
    const at = parentSetRow(parents) * width;
    return hasRow(table, parents) ? data.subarray(at, at + width) : otherwise(parents);
  };
}

function hasRow({ width, data }: ParentSetTable, parents: readonly number[]): boolean {
  return width > 0 && !Number.isNaN(data[parentSetRow(parents) * width]);
}

function membersOf(mask: number, d: number): number[] {
  const members: number[] = [];
  for (let i = 0; i < d; i++) if (((mask >> i) & 1) === 1) members.push(i);
  return members;
}
