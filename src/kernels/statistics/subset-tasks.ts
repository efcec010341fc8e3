// The sweeps over subsets as a list of tasks, which threads with shared memory take one after the other.
//
// A block in memory holds the counters, the arguments of all tasks, and the list: four words per task, its kind, two numbers,
// and how many of the tasks before it must be done (`after`). No other task that may run at the same time reads or writes what a
// task writes, so the bytes are the same whichever thread runs it. No thread takes a task that must wait, so only running tasks
// are ever waited for; threads may join late, or never. Helpers run only a little ahead of the caller: when it pauses, so do they.

import { subsetCosts } from "./subset-costs";
import { bestOrderCosts, bestRestCosts, lowerOverSubsets, precedingCost } from "./subset-search";

// Offsets of the counters, each on its own cache line, and of the lists; the same as in core/search/exact/subset-tasks.ts.
const NEXT: usize = 0;
const DONE: usize = 128;
const STOP: usize = 256; // nonzero: all threads leave
const SEEN: usize = 384; // the next task when the caller last took one
const ARGUMENTS: usize = 1024;
const TASKS: usize = 1152;

const slice: i64 = 20_000_000; // nanoseconds
const ahead: i32 = 8; // tasks per thread

/**
 * Runs one task in the calling thread. Returns 1 if it did, 0 if none was ready and it waited briefly, −1 if all are done or all
 * threads are to leave.
 */
export function doSubsetTask(control: usize): i32 {
  atomic.store<i32>(control + SEEN, atomic.load<i32>(control + NEXT));
  return doTask(control, 0, i32.MAX_VALUE);
}

/** The loop of a helper thread, until all tasks are done. */
export function workAs(thread: i32, control: usize, threads: i32): void {
  while (doTask(control, thread, atomic.load<i32>(control + SEEN) + ahead * threads) >= 0) {}
}

/** Runs a task with an index below `limit`, as thread number `thread`. */
function doTask(control: usize, thread: i32, limit: i32): i32 {
  const at = control + ARGUMENTS;
  const count = load<i32>(at);
  const done = atomic.load<i32>(control + DONE);
  if (done == count || atomic.load<i32>(control + STOP) != 0) return -1;
  const next = atomic.load<i32>(control + NEXT);
  const task = control + TASKS + (<usize>next << 4);
  if (next == count || next >= limit || load<i32>(task, 12) > done) {
    atomic.wait<i32>(control + DONE, done, slice);
    return 0;
  }
  if (atomic.cmpxchg<i32>(control + NEXT, next, next + 1) != next) return 1;
  // The counters may have been reset since they were read.
  const after = load<i32>(task, 12);
  for (let now = atomic.load<i32>(control + DONE); now < after; now = atomic.load<i32>(control + DONE)) {
    if (atomic.load<i32>(control + STOP) != 0) return -1;
    atomic.wait<i32>(control + DONE, now, slice);
  }
  perform(at, load<i32>(task), load<u32>(task, 4), load<u32>(task, 8), thread);
  atomic.add<i32>(control + DONE, 1);
  atomic.notify(control + DONE, -1);
  return 1;
}

function perform(at: usize, kind: i32, a: u32, b: u32, thread: i32): void {
  const d = load<i32>(at, 4);
  const bits = load<i32>(at, 8);
  const table = load<usize>(at, 12);
  const costs = load<usize>(at, 16);
  const rest = load<usize>(at, 20);
  const out = load<usize>(at, 24);
  if (kind == 0) {
    const events = subsetCosts(
      load<usize>(at, 28),
      load<usize>(at, 32),
      d,
      load<usize>(at, 36) + <usize>thread * load<usize>(at, 40),
      table,
      load<usize>(at, 44),
      load<usize>(at, 48),
      load<i32>(at, 52),
      load<i32>(at, 56) != 0,
      load<f64>(at, 64),
      load<f64>(at, 72),
      a,
      b,
      bits,
    );
    atomic.add<i32>(out, events);
  } else if (kind == 1) {
    lowerOverSubsets(<usize>a, <i32>b);
  } else if (kind == 2) {
    bestOrderCosts(costs, table, bits, a, b);
  } else if (kind == 3) {
    bestRestCosts(rest, table, d, <i32>a, <i32>b);
  } else {
    const i = <i32>(a & 31);
    const j = <i32>(a >> 5);
    const all: u32 = 0xffffffff;
    const parents = kind == 4 ? all ^ ((<u32>1) << i) : all;
    store<f64>(out + (<usize>b << 3), precedingCost(costs, rest, table, d, i, j, parents));
  }
}
