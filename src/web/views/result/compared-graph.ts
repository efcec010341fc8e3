// Two runs as one graph: every pair that either run links, directed as in A if A links it, otherwise as in B; undirected if one of
// them leaves the direction open.

import { numbers, type wire } from "../../../core/index.ts";
import { type EdgeKind, nameText, type ShownEdge } from "../shared/shown-edge.ts";

type ComparedEdge = wire.Comparison["edges"][number];
type Arrow = ComparedEdge["a"];

/** Agreement and differences of A and B, in the order of the table. */
export const comparedKinds = ["plain", "open", "reversed", "only-a", "only-b"] as const;
export type ComparedKind = (typeof comparedKinds)[number];

const kindWords: Readonly<Record<ComparedKind, string>> = {
  plain: "the same in both",
  open: "in both, one leaves the direction open",
  reversed: "in both, with opposite directions",
  "only-a": "only in A",
  "only-b": "only in B",
};

const kindOf: Readonly<Record<ComparedEdge["mark"], ComparedKind>> = {
  same: "plain",
  "open in one": "open",
  opposite: "reversed",
  "only in a": "only-a",
  "only in b": "only-b",
};

export function comparedKind({ mark }: ComparedEdge): ComparedKind {
  return kindOf[mark];
}

export function comparedWords(edge: ComparedEdge): string {
  return kindWords[comparedKind(edge)];
}

/** "a → b", or a dash if they are not linked. */
export function arrowWords(pair: ComparedEdge["pair"], arrow: Arrow): string {
  const [first, second] = pair.map(nameText);
  switch (arrow) {
    case "forward":
      return `${first} → ${second}`;
    case "backward":
      return `${second} → ${first}`;
    case "undirected":
      return `${first} — ${second}`;
    case "none":
      return "–";
  }
}

export function comparedGraph({ edges }: Pick<wire.Comparison, "edges">): ShownEdge[] {
  return edges.map((edge) => {
    const { pair, a, b, losses } = edge;
    // If one of them leaves the direction open, so does the combined graph.
    const arrow = edge.mark === "open in one" ? "undirected" : a === "none" ? b : a;
    const [from, to] = arrow === "backward" ? [pair[1], pair[0]] : pair;
    const kind = comparedKind(edge);
    const isOtherwise = kind === "reversed" || kind === "open";
    const note = isOtherwise
      ? `${kindWords[kind]} (A: ${arrowWords(pair, a)}, B: ${arrowWords(pair, b)})`
      : kindWords[kind];
    return {
      from,
      to,
      isDirected: arrow !== "undirected",
      kind,
      loss: a === "none" ? losses.b : losses.a,
      note,
    };
  });
}

/** Meaning of each kind of line in the drawing, with counts. */
export function comparedLegend({
  counts: { same, open, opposite, onlyA, onlyB },
}: Pick<wire.Comparison, "counts">): (readonly [EdgeKind, string])[] {
  const many = { plain: same, open, reversed: opposite, "only-a": onlyA, "only-b": onlyB };
  return comparedKinds.map((kind) => [kind, `${numbers.count(many[kind])} ${kindWords[kind]}`]);
}
