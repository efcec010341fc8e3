// Lists of tasks for the kernels over subsets, executed by the caller and the threads of a crew
// (src/kernels/statistics/subset-tasks.ts). The bytes are the same for any number of threads.

import { bitCount } from "../../math/bit-sets.ts";
import type { Kernels } from "../../math/wasm/wasm.ts";
import { type Crew, controlWords } from "../../net/crew.ts";

/** Kinds of tasks, and the meaning of their two numbers. */
export const taskKinds = {
  /** Costs of the parent sets from … to − 1. */
  costs: 0,
  /** The table at an address, over this many bits: each set gets the least of its subsets. */
  lower: 1,
  /** Best sinks of the sets from … to − 1. */
  order: 2,
  /** Best completions of the sets from, from − 1, … to. */
  rest: 3,
  /** The least cost if i comes before j and is not its parent: i + 32 j, and the place of the answer. */
  unlinked: 4,
  /** The least cost if i comes before j, linked or not: the same numbers. */
  preceding: 5,
} as const;

/** A kind and two numbers. */
export type Task = readonly [kind: number, a: number, b: number];

/** Tasks that are independent of each other, but depend on all groups before. */
export type TaskGroup = readonly Task[];

/** Arguments that all tasks in a memory share; addresses, except for the last four. */
export interface TaskArguments {
  readonly table: number;
  readonly costs: number;
  /** Best completions; 0 if they are not needed. */
  readonly rest: number;
  /** Where results go: for pairs their numbers; for costs how often a column was a combination of others. */
  readonly out: number;
  /** Input of the cost kernel; null if costs come from elsewhere. */
  readonly gaussian: GaussianArguments | null;
  readonly d: number;
  /** Number of variables in which the sets in this memory differ. */
  readonly bits: number;
  readonly crew: Crew | undefined;
}

/** Arguments of the kernel subsetCosts. */
export interface GaussianArguments {
  readonly matrix: number;
  readonly scale: number;
  readonly masks: number;
  readonly coefficients: number;
  readonly work: number;
  /** Bytes of `work` for each thread. */
  readonly workBytes: number;
  readonly maxParents: number;
  readonly isLogarithmic: boolean;
  readonly tolerance: number;
}

export interface Tasks {
  /** Executes all of them; yields the share done. */
  readonly run: (groups: readonly TaskGroup[], multiplier?: number) => Generator<number, void, void>;
}

/** Maximum number of tasks in one run. */
export const mostTasks = 2048;
// Offsets in the control block, in words (the kernels' file has them in bytes).
const [next, done, stop, seen, input, first] = [0, 32, 64, 96, 256, 288];
export const taskBytes = 4 * first + 16 * mostTasks;
/** Consecutive waits after which a thread that took a task counts as lost: a minute. */
const patience = 3000;

export function createTasks(kernels: Kernels, args: TaskArguments): Tasks {
  const { call, module, memory } = kernels;
  const { crew, gaussian } = args;
  const control = kernels.allocate(taskBytes);
  const words = new Int32Array(memory.buffer, control, taskBytes / 4);
  const factors = kernels.floats(control + 4 * input + 64, 2);
  Atomics.store(words, stop, 1);
  words.set(argumentWords(args), input);
  factors[1] = gaussian?.tolerance ?? 0;

  return {
    *run(groups, multiplier = 0) {
      const count = listed(groups);
      factors[0] = multiplier;
      for (const word of [done, seen, next, stop]) Atomics.store(words, word, 0);
      crew?.start({ module, memory, control, threads: crew.threads });
      let waits = 0;
      try {
        for (;;) {
          const outcome = call.doSubsetTask(control);
          if (outcome < 0) return;
          waits = outcome === 0 ? waits + 1 : 0;
          const isLost = waits > patience || Atomics.load(words, controlWords.lost) !== 0;
          const lost = crew?.lost() ?? (isLost ? "it did not answer" : undefined);
          if (lost !== undefined) throw new Error(`exact: a thread was lost (${lost}); start the run again`);
          yield Atomics.load(words, done) / count;
        }
      } finally {
        // Threads that come late leave, and so do all threads if the work is abandoned.
        Atomics.store(words, stop, 1);
      }
    },
  };

  /** Writes the list; returns its length. */
  function listed(groups: readonly TaskGroup[]): number {
    let count = 0;
    for (const group of groups) {
      const after = count;
      for (const task of group) words.set([...task, after], first + 4 * count++);
    }
    if (count > mostTasks) throw new Error(`${count} tasks, and a list has room for ${mostTasks}`);
    words[input] = count;
    return count;
  }
}

/** In the order of the kernels' file, which begins with the number of tasks. */
function argumentWords({ d, bits, table, costs, rest, out, gaussian }: TaskArguments): number[] {
  const common = [0, d, bits, table, costs, rest, out];
  if (gaussian === null) return common;
  const { matrix, scale, work, workBytes, masks, coefficients, maxParents, isLogarithmic } = gaussian;
  return [
    ...common,
    ...[matrix, scale, work, workBytes, masks, coefficients, maxParents, isLogarithmic ? 1 : 0],
  ];
}

/** The sets of `bits` variables as ranges of numbers from … to − 1: all subsets of a range are in earlier groups or in itself. */
export function setGroups(bits: number): (readonly (readonly [from: number, to: number])[])[] {
  const low = Math.min(bits, Math.max(10, bits - 9));
  const high = bits - low;
  const groups: [number, number][][] = Array.from({ length: high + 1 }, () => []);
  for (let h = 0; h < 2 ** high; h++) groups[bitCount(h)].push([h * 2 ** low, (h + 1) * 2 ** low]);
  return groups;
}
