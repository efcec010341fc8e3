// The float64 kernels (src/kernels/statistics) in a linear memory of their own; wide-kernels.ts says when they can be
// 256-bit instructions.

import { type StatisticsCalls, statisticsHex } from "./kernels.generated.ts";
import { instantiate, type Linear } from "./linear-memory.ts";

export { maxKernelBytes } from "./linear-memory.ts";

export interface Kernels extends Linear {
  readonly call: StatisticsCalls;
}

export interface KernelsOptions {
  /** The same kernels as 256-bit instructions, from `wideKernels`. */
  readonly wide?: WebAssembly.Module | undefined;
}

export function createKernels(bytes: number, { wide }: KernelsOptions = {}): Kernels {
  const plain = instantiate<StatisticsCalls>(statisticsHex, bytes);
  if (wide === undefined) return plain;
  const { exports } = new WebAssembly.Instance(wide, { env: { memory: plain.memory } });
  const call = exports as unknown as StatisticsCalls;
  call.setTilesTogether(2);
  return { ...plain, call };
}
