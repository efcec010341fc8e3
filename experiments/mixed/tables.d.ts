// The shapes of tables.js.

import type * as wherefore from "../../src/node/index.ts";

export type Makers = Pick<typeof wherefore, "createRng" | "createTable" | "matrix" | "graphFromEdges">;

export interface Drawn {
  readonly table: wherefore.Table;
  readonly truth: wherefore.Graph;
  /** The columns that are categories. */
  readonly categorical: string[];
}

export interface Shape {
  readonly nodes: number;
  readonly samples: number;
  /** What may cause a category; categories only is the rule of bnlearn. */
  readonly causes: "categories" | "any";
  /** Expected number of neighbours of a variable. */
  readonly degree?: number;
  /** Share of categories among the variables. */
  readonly share?: number;
}

export function clgaussian(library: Makers, seed: number, samples?: number): Drawn;
export function randomMixed(library: Makers, seed: number, shape: Shape): Drawn;
