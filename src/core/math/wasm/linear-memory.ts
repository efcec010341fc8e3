// A WebAssembly module embedded as text, instantiated with its own linear memory and a bump allocator over it.
//
// The caller states how many bytes an instance will need; the memory is freed when the instance is garbage-collected.

import { check } from "../../check.ts";
import { bytesFromHex } from "../bytes/bytes.ts";

export interface Linear {
  /** Address of `bytes` fresh zeroed bytes, 16-byte aligned. */
  readonly allocate: (bytes: number) => number;
  /** Address of room for `count` float64 numbers. */
  readonly allocateFloats: (count: number) => number;
  /** The float64 numbers at an address. */
  readonly floats: (address: number, count: number) => Float64Array;
  /** The float32 numbers at an address. */
  readonly singles: (address: number, count: number) => Float32Array;
  /** The uint32 numbers at an address. */
  readonly words: (address: number, count: number) => Uint32Array;
}

const pageBytes = 65536;
/** Maximum size of a linear memory in bytes: what WebAssembly allows, less one page. */
export const maxKernelBytes = 65536 * pageBytes - pageBytes;

/** What another thread needs to work in the same memory. */
export interface Shared {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
}

/**
 * An instance of the module in `hex`, whose exports are `Calls` (among them `firstFree`). Modules compiled for shared
 * memory run in unshared memory unless `shared` is set.
 */
export function instantiate<Calls>(
  hex: string,
  bytes: number,
  { shared = false }: { readonly shared?: boolean } = {},
): Linear & Shared & { readonly call: Calls } {
  check(
    bytes >= 0 && bytes <= maxKernelBytes,
    `kernels: at most ${maxKernelBytes} bytes of linear memory, got ${bytes}`,
  );
  // One page more than requested: the compiler places its own constants (tables of log) at the bottom.
  const pages = Math.ceil(bytes / pageBytes) + 1;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
  const module = compiled(hex, shared);
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  let top = Math.ceil((exports.firstFree as () => number)() / 16) * 16;
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
    singles: (address, count) => new Float32Array(memory.buffer, address, count),
    words: (address, count) => new Uint32Array(memory.buffer, address, count),
    call: exports as unknown as Calls,
    module,
    memory,
  };
}

/** Compiled modules, cached because they are stateless and take longer to compile than many problems take to solve. */
const modules = {
  shared: new Map<string, WebAssembly.Module>(),
  single: new Map<string, WebAssembly.Module>(),
};

function compiled(hex: string, isShared: boolean): WebAssembly.Module {
  const cache = isShared ? modules.shared : modules.single;
  let module = cache.get(hex);
  if (module === undefined) {
    const code = bytesFromHex(hex);
    module = new WebAssembly.Module(isShared ? code : unshared(code));
    cache.set(hex, module);
  }
  return module;
}

/**
 * The module with its memory declared as unshared. The import of "memory" declares whether it is shared (flag 3: shared, with a
 * maximum; 1: with a maximum), and the module accepts no other; the code is the same.
 */
function unshared(code: Uint8Array): Uint8Array {
  const name = [6, ..."memory"].map((c) => (typeof c === "number" ? c : c.charCodeAt(0)));
  const at = code.findIndex((_, i) => name.every((byte, k) => code[i + k] === byte));
  if (code[at + 7] === 2 && code[at + 8] === 3) code[at + 8] = 1;
  return code;
}

/** Whether this runtime can compile the module. */
export function isSupported(hex: string): boolean {
  return WebAssembly.validate(unshared(bytesFromHex(hex)));
}
