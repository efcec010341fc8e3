// What this machine has: memory for a search, and the versions that go into the record of a run.

import { readFileSync } from "node:fs";
import { freemem } from "node:os";
import { setFlagsFromString } from "node:v8";

/** Bytes a search may allocate: three quarters of what is free now. */
export function memoryAtHand(): number {
  return 0.75 * freemem();
}

/** Lets Node 20 compile the fused kernels; must be called before they are. Later versions need no flag, and have none. */
export function allowRelaxedSimd(): void {
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--experimental-wasm-relaxed-simd");
}

export function versions(): Record<string, string> {
  const file = new URL("../../../package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return { wherefore: version, node: process.versions.node };
}
