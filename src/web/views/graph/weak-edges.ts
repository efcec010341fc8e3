// Hiding weak edges, and unsure ones: a slider goes through the score losses that the edges of a drawing have, one after the other, because losses
// differ by orders of magnitude. Edges whose loss is not known always stay.

import { linkedShare, type ShownEdge } from "../shared/shown-edge.ts";

/** The losses that are there, each once, the least first. */
export function lossSteps(edges: readonly ShownEdge[]): number[] {
  return [...new Set(edges.flatMap(({ loss }) => loss ?? []))].toSorted((a, b) => a - b);
}

export function strongEdges(edges: readonly ShownEdge[], least: number): readonly ShownEdge[] {
  return least <= 0 ? edges : edges.filter(({ loss }) => loss === null || loss >= least);
}

/** Those that more than this share of the graphs links, and those of which that is not known. */
export function sureEdges(edges: readonly ShownEdge[], above: number): readonly ShownEdge[] {
  return above <= 0 ? edges : edges.filter((edge) => (linkedShare(edge) ?? 1) > above);
}

export function openEdges(edges: readonly ShownEdge[], isOpenOnly: boolean): readonly ShownEdge[] {
  return isOpenOnly ? edges.filter(({ isDirected }) => !isDirected) : edges;
}

/** Where the slider stands for a least loss: how many of the steps are below it, but never all. */
export function stepOf(steps: readonly number[], least: number): number {
  return Math.min(steps.length - 1, steps.filter((loss) => loss < least).length);
}
