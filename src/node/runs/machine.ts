// What this machine has: memory for a search, and the versions that go into the record of a run.

import { readFileSync } from "node:fs";
import { freemem } from "node:os";

/** Bytes a search may allocate: three quarters of what is free now. */
export function memoryAtHand(): number {
  return 0.75 * freemem();
}

export function versions(): Record<string, string> {
  const file = new URL("../../../package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return { wherefore: version, node: process.versions.node };
}
