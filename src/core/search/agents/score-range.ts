// S of graphs and its bounds, as rewards.ts describes; term-scale.ts and graph-scale.ts derive them from a score.

import { check } from "../../check.ts";

export interface Scale {
  readonly lower: number;
  readonly upper: number;
  /** Whether `lower` is below S of every directed graph. */
  readonly isLowerBound: boolean;
  /** S of `count` graphs; lower is better, Infinity where the score forbids the graph. */
  readonly valuesInto: (S: Float64Array, parents: Uint32Array, count: number, acyclic: Uint8Array) => void;
  /** Numbers of terms (or graphs) looked up, computed, and now in the cache. */
  readonly counts: () => { readonly lookups: number; readonly computed: number; readonly remembered: number };
}

/** S of the empty graph, which must be finite. */
export function finiteUpper(upper: number): number {
  check(
    upper < Number.POSITIVE_INFINITY,
    "rewards: the score of the empty graph must be finite, got -Infinity; the score must allow the graph without edges",
  );
  return upper;
}
