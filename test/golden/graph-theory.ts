// Reads graph-theory.json: facts about graphs from scipy, gadjid, causal-learn and gcastle (versions inside; made by
// bench/peers/golden-graph-theory.py). A graph is a string of edges: "0>1 2-3" is 0 → 1 and 2 — 3.

import { readFileSync } from "node:fs";
import type { Graph } from "../../src/core/graph/graph.ts";
import type { Pdag } from "../../src/core/graph/pdag.ts";

interface Pair {
  readonly d: number;
  readonly truth: string;
  readonly estimate: string;
  readonly sid: number;
}

interface MeasuredPair extends Pair {
  readonly shdClass: number;
  readonly fdr: number;
  readonly tpr: number;
  readonly fpr: number;
  readonly shd: number;
  readonly precision: number;
  readonly recall: number;
  /** Null where gcastle divides 0 by 0. */
  readonly f1: number | null;
  readonly shdOfEstimatedClass: number;
}

interface GraphTheory {
  readonly acyclicity: readonly { readonly d: number; readonly edges: string; readonly h: number }[];
  readonly classes: readonly { readonly d: number; readonly dag: string; readonly cpdag: string }[];
  readonly pairs: readonly MeasuredPair[];
  readonly large: readonly Pair[];
}

export function readGraphTheory(): GraphTheory {
  return JSON.parse(readFileSync(new URL("./graph-theory.json", import.meta.url), "utf8"));
}

export function pdagFromText(d: number, text: string): Pdag {
  const directed = new Uint8Array(d * d);
  const undirected = new Uint8Array(d * d);
  for (const [, i, mark, j] of text.matchAll(/(\d+)([>-])(\d+)/g)) {
    if (mark === ">") directed[Number(i) * d + Number(j)] = 1;
    else undirected[Number(i) * d + Number(j)] = undirected[Number(j) * d + Number(i)] = 1;
  }
  return { d, directed, undirected };
}

export function graphFromText(d: number, text: string): Graph {
  return { d, edges: pdagFromText(d, text).directed };
}
