// What coverage.js computes, and from which functions.

import type { gapVariance } from "../../src/core/score/gap-variance.ts";
import type { linearEffect } from "../../src/core/score/linear-effect.ts";
import type { createRng, simulate, tableByEm } from "../../src/node/index.ts";

export interface Cell {
  readonly nodes: number;
  readonly rows: number;
  /** Of the values that are missing, in columns that have gaps. */
  readonly share: number;
  readonly by: "chance" | "first column";
  readonly tables: number;
}

export interface Row extends Omit<Cell, "tables"> {
  readonly seed: number;
  /** Of the true graph. */
  readonly edges: number;
  /** Edges whose coefficient has an interval. */
  readonly intervals: number;
  /** Those whose interval covers the true coefficient. */
  readonly covered: number;
  /** Those that would be covered if missing values counted as observed. */
  readonly asObserved: number;
}

export interface Library {
  readonly createRng: typeof createRng;
  readonly simulate: typeof simulate;
  readonly tableByEm: typeof tableByEm;
  readonly gapVariance: typeof gapVariance;
  readonly linearEffect: typeof linearEffect;
}

export declare const cells: readonly Cell[];
export declare function coverageRow(library: Library, cell: Cell, seed: number): Row;
/** A line for each cell that has rows. */
export declare function coverageTable(rows: readonly Row[]): string;
