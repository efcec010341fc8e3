// An edge as shown in a drawing, and its description: the drawing, the list of edges and screen readers use the same words.

import { linkOf, numbers, type PairShares, words } from "../../../core/index.ts";

/** Determines the colour and style of the line. */
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
  /** Loss of score if the link is removed; null if unknown. */
  readonly loss: number | null;
  /** Shares of the graphs (forward: from → to); undefined without confidence, null if hardly any graph links the two. */
  readonly sure?: PairShares | null | undefined;
  /** Meaning of the kind here, and further remarks; may be empty. */
  readonly note: string;
}

/** The selected element of a drawing. */
export type Chosen =
  | { readonly what: "edge"; readonly from: string; readonly to: string }
  | { readonly what: "node"; readonly name: string };

/** A name as text; an invisible name is put in quotation marks. */
export function nameText(name: string): string {
  return /^[\s\p{C}]*$/u.test(name) ? `“${name}”` : name;
}

/** "a causes b, linked in 95 %, so drawn in 60 %, score loss 12.4, known beforehand". */
export function edgeWords({ from, to, isDirected, loss, sure, note }: ShownEdge): string {
  const [a, b] = [nameText(from), nameText(to)];
  const link = isDirected ? `${a} causes ${b}` : `${a} and ${b} are adjacent, direction undetermined`;
  return [
    link,
    ...(sure === undefined ? [] : [sureWords(sure, isDirected)]),
    ...(loss === null ? [] : [`score loss ${numbers.significant(loss)}`]),
    ...(note === "" ? [] : [note]),
  ].join(", ");
}

function sureWords(sure: PairShares | null, isDirected: boolean): string {
  const [link, way] = words.edgeShares(sure, isDirected);
  return isSplit(sure, isDirected) ? `linked in ${link}, ${way}` : `linked in ${link}, so drawn in ${way}`;
}

/** Is the edge undirected although every graph directs it? Then the share of each direction is given. */
export function isSplit(sure: PairShares | null, isDirected: boolean): boolean {
  return !isDirected && sure?.undirected === 0;
}

/** Share of the graphs that link the two variables; undefined if unknown. */
export function linkedShare({ sure }: ShownEdge): number | undefined {
  return sure === undefined ? undefined : sure === null ? 0 : linkOf(sure);
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
    return `${nameText(name)}: ${[...parts, ...(open === 0 ? [] : [`${numbers.count(open)} undirected`])].join(", ")}`;
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

/** Is it the selected edge? An undirected edge matches both ways round. */
export function isChosen({ from, to, isDirected }: ShownEdge, chosen: Chosen | null): boolean {
  if (chosen?.what !== "edge") return false;
  const isThis = chosen.from === from && chosen.to === to;
  return isThis || (!isDirected && chosen.from === to && chosen.to === from);
}

/** Width of each line: by the square root of its loss relative to the largest if `isByStrength`, otherwise by its share. */
export function lineWidths(edges: readonly ShownEdge[], isByStrength: boolean): number[] {
  const most = edges.reduce((size, { loss }) => Math.max(size, loss ?? 0), 0);
  return edges.map((edge) => {
    const { loss } = edge;
    if (isByStrength) return loss === null || most === 0 ? 1.6 : 0.8 + 4.2 * Math.sqrt(loss / most);
    const share = linkedShare(edge);
    return share === undefined ? 1.6 : 0.8 + 3 * share;
  });
}

/** Opacity of the line: edges with a larger share are darker. Undefined: opaque. */
export function lineOpacity(edge: ShownEdge): number | undefined {
  const share = linkedShare(edge);
  return share === undefined ? undefined : 0.3 + 0.7 * share;
}
