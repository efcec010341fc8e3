// Runs programs: lists of kernel calls in linear memory, by one thread or by several that share the memory.
//
//     instruction: its length in words, kernel, lane, arguments …
//     barrier:     its length in words, −1, 0
//     end:         0
//
// Thread t of T runs the instructions whose lane is t modulo T and waits at every barrier until all have arrived; a lane
// depends on nothing that another lane has done since the last barrier, so the bytes are the same for every T.
//
// Threads synchronise through the control block (controlBytes long, zeroed, each word on its own cache line). A wait spins for
// some microseconds and then sleeps; it fails when a thread is known to be lost or `patience` slices of a tenth of a second
// pass without progress, and never hangs.

import { dispatch } from "./dispatch.generated";

// Offsets in the control block, each on its own cache line.
const JOB: usize = 0; // counts programs started; −1: quit
const PROGRAM: usize = 128;
const ARRIVED: usize = 256;
const GENERATION: usize = 384;
const SLEEPERS: usize = 512;
const LOST: usize = 640;
const PATIENCE: usize = 768;
const PRESENT: usize = 896; // threads that wait for programs, not counting the caller
export const controlBytes: i32 = 1024;

const spins: i32 = 20_000;
const slice: i64 = 100_000_000; // nanoseconds

/** Starts a program, runs its share as thread 0, and returns when all threads are done; false if a thread was lost. */
export function runProgram(program: usize, control: usize, threads: i32): bool {
  if (threads > 1) {
    atomic.store<i32>(control + PROGRAM, <i32>program);
    atomic.add<i32>(control + JOB, 1);
    atomic.notify(control + JOB, -1);
  }
  return perform(program, control, 0, threads);
}

/** The loop of a helper thread: waits for programs and runs its share of each until asked to quit. */
export function workAs(thread: i32, control: usize, threads: i32): bool {
  let seen = atomic.load<i32>(control + JOB);
  if (seen == -1) return true;
  atomic.add<i32>(control + PRESENT, 1);
  while (true) {
    let job = seen;
    for (let i = 0; i < spins && job == seen; i++) job = atomic.load<i32>(control + JOB);
    while (job == seen) {
      atomic.wait<i32>(control + JOB, seen, -1);
      job = atomic.load<i32>(control + JOB);
    }
    if (job == -1) return true;
    seen = job;
    if (!perform(<usize>atomic.load<i32>(control + PROGRAM), control, thread, threads)) break;
  }
  return false;
}

function perform(program: usize, control: usize, thread: i32, threads: i32): bool {
  let at = program;
  for (;;) {
    const words = load<u32>(at);
    if (words == 0) break;
    const kernel = load<i32>(at, 4);
    if (kernel < 0) {
      if (!meet(control, threads)) return false;
    } else if (threads == 1 || load<i32>(at, 8) % threads == thread) {
      dispatch(kernel, at + 12);
    }
    at += <usize>words << 2;
  }
  return meet(control, threads);
}

/** Waits until every thread has arrived here; false if one was lost. */
function meet(control: usize, threads: i32): bool {
  if (threads == 1) return true;
  const generation = atomic.load<i32>(control + GENERATION);
  if (atomic.add<i32>(control + ARRIVED, 1) == threads - 1) {
    atomic.store<i32>(control + ARRIVED, 0);
    atomic.add<i32>(control + GENERATION, 1);
    if (atomic.load<i32>(control + SLEEPERS) > 0) atomic.notify(control + GENERATION, -1);
    return true;
  }
  for (let i = 0; i < spins; i++) {
    if (atomic.load<i32>(control + GENERATION) != generation) return true;
  }
  // A sleeper counts itself before it checks again: the last thread to arrive sees the count, or the sleeper sees its arrival.
  atomic.add<i32>(control + SLEEPERS, 1);
  let isMet = false;
  for (let i = load<i32>(control + PATIENCE); i > 0 && !isMet; i--) {
    if (atomic.load<i32>(control + LOST) != 0) break;
    atomic.wait<i32>(control + GENERATION, generation, slice);
    isMet = atomic.load<i32>(control + GENERATION) != generation;
  }
  atomic.sub<i32>(control + SLEEPERS, 1);
  if (!isMet) atomic.store<i32>(control + LOST, 1);
  return isMet;
}
