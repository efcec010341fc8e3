// Threads that share a memory: the interface through which a net, or the program over subsets, uses them, and their script.
//
// The script is text because core does not know how its host makes threads: Node gives it to a worker thread, a page to a Web
// Worker (node/threads/crew.ts, web/worker/crew.ts). The host calls its function `work` with every message.

/** Helper threads. */
export interface Crew {
  /** Number of threads, including the caller's. */
  readonly threads: number;
  /**
   * Sends the work to the helpers, which join as soon as they can; they leave when the net is closed or when no work remains,
   * and can then be given other work.
   */
  readonly start: (work: CrewWork) => void;
  /** The error message of a thread that has died, if any. */
  readonly lost: () => string | undefined;
}

export interface CrewWork {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** Address of the control block (src/kernels/network/program.ts, src/kernels/statistics/subset-tasks.ts). */
  readonly control: number;
  readonly threads: number;
  /** Whether a network's kernels use their wide setting. */
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
