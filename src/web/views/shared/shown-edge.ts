// An edge as a drawing shows it, and the words for it: the drawing, its list and a screen reader say the same.

import { numbers } from "../../../core/index.ts";

/** How its line looks, beside the others: colour and style. */
export type EdgeKind =
  | "plain"
  | "known"
  | "correct"
  | "reversed"
  | "missing"
  | "extra"
  | "open"
  | "only-a"
  | "only-b";

export interface ShownEdge {
  readonly from: string;
  readonly to: string;
  readonly isDirected: boolean;
  readonly kind: EdgeKind;
  /** What the score loses without the link, where that is known. */
  readonly loss: number | null;
  /** What the kind means here, and whatever else is to be said; empty for nothing. */
  readonly note: string;
}

/** What is chosen of a drawing. */
export type Chosen =
  | { readonly what: "edge"; readonly from: string; readonly to: string }
  | { readonly what: "node"; readonly name: string };

/** A name as text; one that would look like nothing stands in quotation marks. */
export function shownName(name: string): string {
  return /^[\s\p{C}]*$/u.test(name) ? `“${name}”` : name;
}

/** "a causes b, score loss 12.4, known beforehand". */
export function edgeWords({ from, to, isDirected, loss, note }: ShownEdge): string {
  const [a, b] = [shownName(from), shownName(to)];
  const link = isDirected ? `${a} causes ${b}` : `${a} and ${b} are adjacent, direction undetermined`;
  return [
    link,
    ...(loss === null ? [] : [`score loss ${numbers.significant(loss)}`]),
    ...(note === "" ? [] : [note]),
  ].join(", ");
}

/** "age: 2 causes, 1 effect", for each variable. */
export function allNodeWords(names: readonly string[], edges: readonly ShownEdge[]): string[] {
  const counts = new Map(names.map((name) => [name, { causes: 0, effects: 0, open: 0 }]));
  for (const { from, to, isDirected } of edges) {
    const [cause, effect] = [counts.get(from)!, counts.get(to)!];
    if (isDirected) {
      cause.effects++;
      effect.causes++;
    } else {
      cause.open++;
      effect.open++;
    }
  }
  return [...counts].map(([name, { causes, effects, open }]) => {
    const parts = [numbers.counted(causes, "cause"), numbers.counted(effects, "effect")];
    return `${shownName(name)}: ${[...parts, ...(open === 0 ? [] : [`${numbers.count(open)} undirected`])].join(", ")}`;
  });
}

/** The edges at a variable. */
export function neighbours(
  name: string,
  edges: readonly ShownEdge[],
): Readonly<Record<"causes" | "effects" | "open", readonly ShownEdge[]>> {
  return {
    causes: edges.filter((edge) => edge.isDirected && edge.to === name),
    effects: edges.filter((edge) => edge.isDirected && edge.from === name),
    open: edges.filter((edge) => !edge.isDirected && (edge.from === name || edge.to === name)),
  };
}

/** Is it the chosen edge? An undirected one is the same both ways. */
export function isChosen({ from, to, isDirected }: ShownEdge, chosen: Chosen | null): boolean {
  if (chosen?.what !== "edge") return false;
  const isThis = chosen.from === from && chosen.to === to;
  return isThis || (!isDirected && chosen.from === to && chosen.to === from);
}

/** The width of each line: by the square root of its loss among all, where that is asked for and known. */
export function lineWidths(edges: readonly ShownEdge[], isByStrength: boolean): number[] {
  const most = edges.reduce((size, { loss }) => Math.max(size, loss ?? 0), 0);
  return edges.map(({ loss }) =>
    !isByStrength || loss === null || most === 0 ? 1.6 : 0.8 + 4.2 * Math.sqrt(loss / most),
  );
}
