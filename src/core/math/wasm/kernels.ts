// The float64 kernels (src/kernels/statistics) in their own linear memory; wide-kernels.ts decides when they can use
// 256-bit instructions.

import { type StatisticsCalls, statisticsHex } from "./kernels.generated.ts";
import { instantiate, type Linear, type Shared } from "./linear-memory.ts";

export { maxKernelBytes } from "./linear-memory.ts";

export interface Kernels extends Linear, Shared {
  readonly call: StatisticsCalls;
}

export interface KernelsOptions {
  /** The same kernels compiled to 256-bit instructions, from `wideKernels`. */
  readonly wide?: WebAssembly.Module | undefined;
  /** Use memory that several threads can share. */
  readonly shared?: boolean;
}

export function createKernels(bytes: number, { wide, shared = false }: KernelsOptions = {}): Kernels {
  // A wide module is compiled for shared memory.
  const plain = instantiate<StatisticsCalls>(statisticsHex, bytes, { shared: shared || wide !== undefined });
  if (wide === undefined) return plain;
  const { exports } = new WebAssembly.Instance(wide, { env: { memory: plain.memory } });
  const call = exports as unknown as StatisticsCalls;
  call.setTilesTogether(2);
  return { ...plain, module: wide, call };
}
