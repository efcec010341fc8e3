// The shapes of tables.js.

import type { createRng } from "../../src/node/index.ts";

export interface RealTable {
  readonly name: string;
  /** What is odd about it. */
  readonly has: string;
  /** Of its file, which is generated in the folder if it is not a published one. */
  readonly path: (folder: string, library: Library) => string;
  /** Options that its owner would give; default none. */
  readonly flags?: readonly string[];
}

export interface Library {
  readonly createRng: typeof createRng;
}

export const tables: readonly RealTable[];
