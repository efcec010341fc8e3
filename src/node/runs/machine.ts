// What this machine provides: memory for a search, compilation of WebAssembly, hashes, and the versions for the record of a
// run.

/// <reference path="../../core/wasm.d.ts" />

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { setFlagsFromString } from "node:v8";

/** Bytes a search may allocate: three quarters of the free memory. */
export function memoryAtHand(): number {
  return 0.75 * freemem();
}

/** Number of threads of a run that leaves one core free for other requests. */
export function sparingThreads(): number {
  return Math.max(1, availableParallelism() - 1);
}

/**
 * Lets Node 20 compile the fused kernels; must be called before they are. Later versions need no flag, and have none.
 *
 * @example
 * ```js
 * allowRelaxedSimd(); // undefined
 * ```
 */
export function allowRelaxedSimd(): void {
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--experimental-wasm-relaxed-simd");
}

/**
 * A WebAssembly module (as hexadecimal text) compiled by V8 with its revectoriser, which combines two 128-bit instructions
 * into one of 256 bits; undefined if the runtime has none (it came with Node 24, for x64 with AVX2). The caller must test
 * whether the results are the same (core/math/wasm/wide-kernels.ts).
 *
 * The pass is experimental: some SIMD code makes it crash the process. So the flags, which are global to the process, are set
 * during this compilation only and affect no other module. The other two flags make V8 compile the whole module now, with the
 * optimising compiler, instead of lazily during a run, with the flags of that moment.
 *
 * @example
 * ```js
 * wideModule("0061736d01000000") === undefined || process.arch === "x64"; // true
 * ```
 */
export function wideModule(hex: string): WebAssembly.Module | undefined {
  if (process.arch !== "x64" || Number.parseInt(process.versions.node, 10) < 24) return undefined;
  // V8 reuses the compiled code of a module with the same bytes: an empty custom section makes the bytes differ.
  const section = [0, 5, 4, ...Buffer.from("wide")];
  const code = Buffer.concat([Buffer.from(hex, "hex"), Buffer.from(section)]);
  try {
    setFlagsFromString("--experimental-wasm-revectorize");
    setFlagsFromString("--no-liftoff");
    setFlagsFromString("--no-wasm-lazy-compilation");
    return new WebAssembly.Module(code);
  } finally {
    setFlagsFromString("--wasm-lazy-compilation");
    setFlagsFromString("--liftoff");
    setFlagsFromString("--no-experimental-wasm-revectorize");
  }
}

export function sha256(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

export function versions(): Record<string, string> {
  const file = new URL("../../../package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return { wherefore: version, node: process.versions.node };
}
