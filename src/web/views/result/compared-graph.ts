// Two runs as one graph: every pair that either links, in the direction of A where A has it, otherwise in that of B.

import { numbers, type wire } from "../../../core/index.ts";
import { type EdgeKind, type ShownEdge, shownName } from "../shared/shown-edge.ts";

type ComparedEdge = wire.Comparison["edges"][number];
type Arrow = ComparedEdge["a"];

/** What A and B have in common, and what not, in the order of the table. */
export const comparedKinds = ["plain", "reversed", "only-a", "only-b"] as const;
export type ComparedKind = (typeof comparedKinds)[number];

const kindWords: Readonly<Record<ComparedKind, string>> = {
  plain: "in both",
  reversed: "in both, with different directions",
  "only-a": "only in A",
  "only-b": "only in B",
};

export function comparedKind({ a, b, isSame }: ComparedEdge): ComparedKind {
  if (isSame) return "plain";
  return a === "none" ? "only-b" : b === "none" ? "only-a" : "reversed";
}

export function comparedWords(edge: ComparedEdge): string {
  return kindWords[comparedKind(edge)];
}

/** "a → b", or a dash where they are not linked. */
export function arrowWords(pair: ComparedEdge["pair"], arrow: Arrow): string {
  const [first, second] = pair.map(shownName);
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
    const { pair, a, b, coefficients } = edge;
    const arrow = a === "none" ? b : a;
    const [from, to] = arrow === "backward" ? [pair[1], pair[0]] : pair;
    const kind = comparedKind(edge);
    const turned = kind === "reversed" ? `${kindWords[kind]} (B: ${arrowWords(pair, b)})` : kindWords[kind];
    return {
      from,
      to,
      isDirected: arrow !== "undirected",
      kind,
      coefficient: a === "none" ? coefficients.b : coefficients.a,
      note: turned,
    };
  });
}

/** What the lines of the drawing mean, and how many there are of each. */
export function comparedLegend({
  counts: { same, turned, onlyA, onlyB },
}: Pick<wire.Comparison, "counts">): (readonly [EdgeKind, string])[] {
  const many = { plain: same, reversed: turned, "only-a": onlyA, "only-b": onlyB };
  return comparedKinds.map((kind) => [kind, `${numbers.count(many[kind])} ${kindWords[kind]}`]);
}
