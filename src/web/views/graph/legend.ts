// The meanings of the lines that occur in a drawing.

import type { EdgeKind, ShownEdge } from "../shared/shown-edge.ts";

/** A sample and its meaning: a kind of line, an arrow, the same line without arrowhead, or lines of two widths. */
export type LegendRow = readonly [look: EdgeKind | "arrow" | "line" | "widths", words: string];

const open = "direction open";

/** `kinds`: meaning of colours and line styles, if there are several. */
export function legendRows(
  edges: readonly ShownEdge[],
  kinds: readonly LegendRow[],
  isByStrength: boolean,
): LegendRow[] {
  const has = (test: (edge: ShownEdge) => boolean): boolean => edges.some(test);
  const isTold = kinds.some(([kind]) => kind === "open");
  const isOpen = has(({ isDirected }) => !isDirected);
  return [
    ...(has(({ isDirected }) => isDirected)
      ? [["arrow", isOpen ? "direction identified: from cause to effect" : "from cause to effect"] as const]
      : []),
    ...(has(({ isDirected, kind }) => !isDirected && kind === "open") && !isTold
      ? [["open", open] as const]
      : []),
    ...(has(({ isDirected, kind }) => !isDirected && kind !== "open") ? [["line", open] as const] : []),
    ...(has(({ kind }) => kind === "known")
      ? [["known", "direction from prior knowledge, or implied by it"] as const]
      : []),
    ...kinds,
    ...(isByStrength
      ? has(({ loss }) => loss !== null)
        ? [["widths", "wider: the score loses more without the link"] as const]
        : []
      : has(({ sure }) => sure !== undefined)
        ? [["widths", "wider and darker: more certain that the two are linked"] as const]
        : []),
  ];
}
