// Values that belong to a parent set rather than to a (node, parents): a kernel matrix is factored once for all
// children. Cached in bounded memory, or precomputed for all parent sets of a small problem, in any order and by any
// number of workers: each row is a pure function of the data and the parents.

import { check } from "../check.ts";
import { allowedParents, type Knowledge, requiredParents } from "../graph/knowledge.ts";
import { type Local, localScore, type Score } from "./score.ts";

/** The values of a parent set (ascending); the same bytes for the same parents, whatever was requested before. */
export type ParentSetValues = (parents: readonly number[]) => Float64Array;

/** Maximum number of variables for a table of all parent sets, which takes 8 · width · 2^d bytes. */
export const mostTableVariables = 20;

/** Default limit on the operations for all parent sets together: about twenty minutes on one thread. */
const affordableOperations = 1e13;

/** The largest number of variables whose 2^d parent sets are affordable at this cost for each. */
export function affordableVariables(operationsOfSet: number): number {
  let most = 1;
  while (operationsOfSet * 2 ** (most + 1) <= affordableOperations) most++;
  return most;
}

/** Default limit on cached numbers: 64 MB. */
const mostRemembered = 2 ** 23;

/** Storage between runs for rows of parent sets that are requested one by one. */
export interface StoredSets {
  /** The rows of earlier runs; called once, before the first is needed. */
  readonly known: () => Iterable<readonly [parents: readonly number[], row: Float64Array]>;
  /** Stores a computed row. */
  readonly put: (parents: readonly number[], row: Float64Array) => void;
}

/** A cache of rows by parent set. */
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

/** A cache that starts with the stored rows and stores new ones. */
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

/** Caches the values; when the cache would exceed `numbers` numbers, it is cleared. */
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

/** Lets workers compute the rows of these sets that are not cached; once aborted midway, it does nothing. */
function prefetcher(
  { start, rows }: SetWorkers,
  { memory, here, beat }: { memory: SetMemory; here: ParentSetValues; beat: (() => void) | undefined },
): NonNullable<Local["ahead"]> {
  let isFree = true;
  return (sets) => {
    const missing = [...new Map(sets.map((set) => [set.join(), set])).values()].filter(
      (set) => set.length > 0 && memory.get(set) === undefined,
    );
    if (missing.length < 2 || !isFree) return; // a single one is computed just as fast here
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

/** A score whose terms are such values, one for each node; `operations` is the cost of a parent set. */
export function parentSetScore(
  name: string,
  options: Pick<Score, "d" | "isEquivalentButForChance" | "logEvidence" | "candidates"> & {
    readonly terms: ParentSetValues;
    readonly operations: number;
    /** Workers that compute several rows in parallel. */
    readonly workers?: SetWorkers | undefined;
    /** Storage for rows between runs. */
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
    hasInteractions: true,
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

/** All possible parent sets, ascending as binary numbers (bit i: variable i), the empty set first. */
export function parentSets(d: number): number[][] {
  check(d <= mostTableVariables, `score: at most ${mostTableVariables} variables have a list, got ${d}`);
  return Array.from({ length: 2 ** d - 1 }, (_, mask) => membersOf(mask, d));
}

/** The parent sets that some node can have under this knowledge. */
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

/** The index of the table row for these parents. */
export function parentSetRow(parents: readonly number[]): number {
  return parents.reduce((mask, i) => mask + 2 ** i, 0);
}

export interface ParentSetTable {
  readonly d: number;
  /** Numbers per parent set. */
  readonly width: number;
  /** [2^d, width]; rows of missing sets are NaN. */
  readonly data: Float64Array;
}

/** An empty table, to be filled by data.set(row, parentSetRow(parents) * width). */
export function emptyParentSetTable(d: number, width: number): ParentSetTable {
  check(
    d <= mostTableVariables,
    `score: a table of all parent sets holds at most ${mostTableVariables} variables, got ${d}; let the search request what it needs`,
  );
  return { d, width, data: new Float64Array(2 ** d * width).fill(Number.NaN) };
}

/** Computes rows one by one, or in parallel on other threads. */
export interface SetWorkers {
  /** Starts computing these sets; earlier ones must be finished. `here` computes rows on this thread. */
  readonly start: (sets: readonly (readonly number[])[], here: ParentSetValues) => void;
  /** Rows finished since the last call, by the position of their set in the list; may be empty. */
  readonly rows: () => readonly { readonly at: number; readonly row: Float64Array }[];
}

/** Computes one set per call, on this thread. */
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
  /** The table with the rows so far. */
  readonly table: ParentSetTable | undefined;
}

/** Computes a table of these sets; rows in an earlier table are reused. */
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

/** A table as a function; missing sets are computed by `otherwise`. */
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
