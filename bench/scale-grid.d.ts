// The exports of bench/scale-grid.js.

export interface Size {
  readonly method: string;
  /** Variables. */
  readonly d: number;
  /** Rows. */
  readonly n: number;
  /** Edges per variable. */
  readonly edges: number;
}

export interface Curve {
  readonly what: string;
  readonly sizes: readonly (readonly [d: number, n: number, edges: number])[];
}

export const curves: Readonly<Record<string, Curve>>;
export const sizes: readonly Size[];
export const head: readonly string[];
export function sizeCells(size: Size): string[];
