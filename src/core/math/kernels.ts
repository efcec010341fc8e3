// The WebAssembly kernels: one instance with a linear memory of its own, and a bump allocator over it.
//
// The module is embedded in the package as text. Whoever makes an instance says how many bytes it will need; memory
// goes back to the system when the instance is dropped.

import { check } from "../check.ts";
import { statisticsBase64 } from "./kernels.generated.ts";

export interface Kernels {
  /** Address of `bytes` fresh zeroed bytes, 16-byte aligned. */
  readonly allocate: (bytes: number) => number;
  /** Address of room for `count` float64 numbers. */
  readonly allocateFloats: (count: number) => number;
  /** The float64 numbers at an address. */
  readonly floats: (address: number, count: number) => Float64Array;
  /** The uint32 numbers at an address. */
  readonly words: (address: number, count: number) => Uint32Array;
  readonly call: KernelCalls;
}

/** Signatures of the exports of src/kernels/statistics/index.ts; their files say what each does. */
export interface KernelCalls {
  readonly subsetCosts: (
    M: number,
    scale: number,
    d: number,
    work: number,
    table: number,
    masks: number,
    coefficients: number,
    maxParents: number,
    logarithmic: number,
    multiplier: number,
    tolerance: number,
    from: number,
    to: number,
  ) => number;
  readonly lowerOverSubsets: (cells: number, bits: number) => void;
  readonly bestOrderCosts: (costs: number, table: number, d: number, from: number, to: number) => void;
  readonly firstFree: () => number;
  readonly scatterInto: (
    out: number,
    x: number,
    mean: number,
    centred: number,
    rows: number,
    d: number,
  ) => void;
  readonly productRoom: (m: number, n: number, k: number) => number;
  readonly productInto: (
    C: number,
    stepC: number,
    A: number,
    rowA: number,
    columnA: number,
    B: number,
    rowB: number,
    columnB: number,
    m: number,
    n: number,
    k: number,
    mode: number,
    lower: number,
    work: number,
  ) => void;
  readonly mirrorInto: (A: number, step: number, n: number) => void;
  readonly choleskyRoom: (n: number) => number;
  readonly choleskyInto: (A: number, step: number, n: number, work: number) => number;
  readonly solveRoom: (n: number, m: number) => number;
  readonly solveLowerInto: (
    X: number,
    stepX: number,
    L: number,
    rowL: number,
    columnL: number,
    n: number,
    m: number,
    work: number,
  ) => void;
  readonly solveLowerVectorInto: (x: number, L: number, step: number, n: number) => void;
  readonly solveTransposedVectorInto: (x: number, L: number, step: number, n: number) => void;
  readonly updateCholeskyInto: (L: number, step: number, n: number, x: number, work: number) => void;
  readonly downdateCholeskyInto: (L: number, step: number, n: number, x: number, work: number) => number;
  readonly expInto: (out: number, x: number, count: number) => void;
  readonly rbfLowerInto: (
    K: number,
    step: number,
    features: number,
    stride: number,
    n: number,
    count: number,
    factor: number,
    work: number,
  ) => void;
  readonly exponentialRoom: (n: number, step: number) => number;
  readonly exponentialMinusIdentityInto: (
    E: number,
    A: number,
    step: number,
    n: number,
    work: number,
  ) => number;
  readonly multiplyAddPeak: (rounds: number, factor: number, term: number) => number;
}

const pageBytes = 65536;
/** The most that one WebAssembly memory can hold. */
export const maxKernelBytes = 65536 * pageBytes - pageBytes;

export function createKernels(bytes: number): Kernels {
  check(
    bytes >= 0 && bytes <= maxKernelBytes,
    `kernels: at most ${maxKernelBytes} bytes of linear memory, got ${bytes}`,
  );
  // One page beside what was asked for: the compiler keeps its own constants (tables of log) at the bottom.
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) + 1 });
  const module = new WebAssembly.Module(bytesFromBase64(statisticsBase64));
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  const call = instance.exports as unknown as KernelCalls;
  let top = Math.ceil(call.firstFree() / 16) * 16;
  const allocate = (size: number): number => {
    const address = top;
    top += Math.ceil(size / 16) * 16;
    check(top <= memory.buffer.byteLength, `kernels: out of the ${bytes} bytes that were asked for`);
    return address;
  };
  return {
    allocate,
    allocateFloats: (count) => allocate(count * 8),
    floats: (address, count) => new Float64Array(memory.buffer, address, count),
    words: (address, count) => new Uint32Array(memory.buffer, address, count),
    call,
  };
}

function bytesFromBase64(text: string): Uint8Array {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const length = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const out = new Uint8Array((text.length / 4) * 3 - length);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const character of text) {
    if (character === "=") break;
    held = (held << 6) | alphabet.indexOf(character);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[at++] = (held >> bits) & 255;
      held &= (1 << bits) - 1;
    }
  }
  return out;
}
