// What this machine has: memory for a search, what its runtime makes of WebAssembly, hashes, and the versions that go into
// the record of a run.

/// <reference path="../../core/wasm.d.ts" />

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { setFlagsFromString } from "node:v8";

/** Bytes a search may allocate: three quarters of what is free now. */
export function memoryAtHand(): number {
  return 0.75 * freemem();
}

/** Threads of a run beside which the machine answers others. */
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
 * A WebAssembly module (as hexadecimal text) compiled by V8 with its revectoriser, which makes one 256-bit instruction of two
 * 128-bit ones; undefined where the runtime has none (it came with Node 24, and is for x64 with AVX2). Whether the results
 * are the same is the caller's to test (core/math/wasm/wide-kernels.ts).
 *
 * The pass is experimental: there is SIMD code at which it ends the process. So the flags, which hold for the whole process,
 * are set during this one compilation only, and no other module meets it. The other two make V8 compile all of it now,
 * with the optimising compiler, instead of at some moment of a run, with the flags of that moment.
 *
 * @example
 * ```js
 * wideModule("0061736d01000000") === undefined || process.arch === "x64"; // true
 * ```
 */
export function wideModule(hex: string): WebAssembly.Module | undefined {
  if (process.arch !== "x64" || Number.parseInt(process.versions.node, 10) < 24) return undefined;
  // V8 hands out the code it has of a module with the same bytes: an empty section of its own name makes them others.
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
