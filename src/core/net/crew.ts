// Threads that share a memory: what a net, or the program over subsets, asks of them, and the script that each runs.
//
// The script is text because core does not know how its host makes threads: Node gives it to a worker thread, a page to a Web
// Worker (node/threads/crew.ts, web/worker/crew.ts). Its function `work` is to be called with every message.

/** Other threads that take part in the work. */
export interface Crew {
  /** Threads altogether, the caller's included. */
  readonly threads: number;
  /**
   * Sends the work to the others, who come when they can; they leave when the net is closed, or when nothing is left to do, and
   * can then be given other work.
   */
  readonly start: (work: CrewWork) => void;
  /** A sentence where one of them has died. */
  readonly lost: () => string | undefined;
}

export interface CrewWork {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** Address of the control block (src/kernels/network/program.ts, src/kernels/statistics/subset-tasks.ts). */
  readonly control: number;
  readonly threads: number;
  /** Setting of a network's kernels. */
  readonly isWide?: boolean;
}

/** Words of the control block that JavaScript reads or writes. */
export const controlWords = { job: 0, lost: 160, patience: 192, present: 224 };
export const controlBytes = 1024;

export const crewScript = `
function work({ module, memory, control, thread, threads, isWide }) {
  try {
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    if (isWide !== undefined) exports.setWide(isWide ? 1 : 0);
    exports.workAs(thread, control, threads);
  } catch (error) {
    const words = new Int32Array(memory.buffer, control, ${controlBytes / 4});
    Atomics.store(words, ${controlWords.lost}, 1);
    throw error;
  }
}`;
