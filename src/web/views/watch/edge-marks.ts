// A graph as a matrix, one row per cause: 1 for an edge, a smaller value for one that was just removed.

import type { NamedEdge } from "../../../core/index.ts";

const faint = 0.2;

export function edgeMarks(
  columns: readonly string[],
  edges: readonly NamedEdge[],
  gone: readonly NamedEdge[],
): number[][] {
  const number = new Map(columns.map((name, k) => [name, k]));
  const values = columns.map(() => new Array<number>(columns.length).fill(0));
  const mark = (list: readonly NamedEdge[], value: number): void => {
    for (const [cause, effect] of list) values[number.get(cause)!][number.get(effect)!] = value;
  };
  mark(gone, faint);
  mark(edges, 1);
  return values;
}

export function markWords(value: number): string {
  return value === 1 ? "an edge" : value > 0 ? "no longer an edge" : "no edge";
}
