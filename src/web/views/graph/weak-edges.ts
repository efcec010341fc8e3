// Hides weak and uncertain edges: a slider steps through the score losses of the edges in a drawing one by one, because losses
// differ by orders of magnitude. Edges whose loss is unknown are always shown.

import { linkedShare, type ShownEdge } from "../shared/shown-edge.ts";

/** The distinct losses in ascending order. */
export function lossSteps(edges: readonly ShownEdge[]): number[] {
  return [...new Set(edges.flatMap(({ loss }) => loss ?? []))].toSorted((a, b) => a - b);
}

export function strongEdges(edges: readonly ShownEdge[], least: number): readonly ShownEdge[] {
  return least <= 0 ? edges : edges.filter(({ loss }) => loss === null || loss >= least);
}

/** Edges linked in more than this share of the graphs, and edges whose share is unknown. */
export function sureEdges(edges: readonly ShownEdge[], above: number): readonly ShownEdge[] {
  return above <= 0 ? edges : edges.filter((edge) => (linkedShare(edge) ?? 1) > above);
}

export function openEdges(edges: readonly ShownEdge[], isOpenOnly: boolean): readonly ShownEdge[] {
  return isOpenOnly ? edges.filter(({ isDirected }) => !isDirected) : edges;
}

/** Slider position for a smallest loss: the number of steps below it, but never all. */
export function stepOf(steps: readonly number[], least: number): number {
  return Math.min(steps.length - 1, steps.filter((loss) => loss < least).length);
}
