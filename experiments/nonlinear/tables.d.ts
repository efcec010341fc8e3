// The shapes of tables.js.

import type * as wherefore from "../../src/node/index.ts";

export type Makers = Pick<typeof wherefore, "createRng" | "createTable" | "matrix" | "simulate">;

export interface Drawn {
  readonly table: wherefore.Table;
  readonly truth: wherefore.Graph;
}

export interface Shape {
  readonly nodes: number;
  /** Expected. */
  readonly edges: number;
  readonly samples: number;
}

export function gaussianProcesses(library: Makers, seed: number, shape: Shape): Drawn;
