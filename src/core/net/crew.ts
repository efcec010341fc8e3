// Threads that share a net's memory: what a net asks of them, and the script that each runs.
//
// The script is text because core does not know how its host makes threads: Node gives it to a worker thread, a page to a Web
// Worker (node/threads/crew.ts, web/worker/crew.ts). Its function `work` is to be called with every message.

/** Other threads that take part in every program. */
export interface Crew {
  /** Threads altogether, the caller's included. */
  readonly threads: number;
  /**
   * Sends the work to the others. Until all of them have come the caller works alone; they leave when the net is closed, and
   * can then be given to another net.
   */
  readonly start: (work: CrewWork) => void;
  /** A sentence where one of them has died. */
  readonly lost: () => string | undefined;
}

export interface CrewWork {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** Address of the control block (src/kernels/network/program.ts). */
  readonly control: number;
  readonly threads: number;
  /** Setting of the kernels' instance. */
  readonly isWide: boolean;
}

/** Words of the control block that JavaScript reads or writes. */
export const controlWords = { job: 0, lost: 160, patience: 192, present: 224 };
export const controlBytes = 1024;

export const crewScript = `
function work({ module, memory, control, thread, threads, isWide }) {
  try {
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    exports.setWide(isWide ? 1 : 0);
    exports.workAs(thread, control, threads);
  } catch (error) {
    const words = new Int32Array(memory.buffer, control, ${controlBytes / 4});
    Atomics.store(words, ${controlWords.lost}, 1);
    throw error;
  }
}`;
