// Graphviz DOT.
//
//     digraph {
//       age;
//       "years of school";
//       age -> "years of school" [coefficient=0.75];
//       age -> income [dir=none];
//     }
//
// Written for other programs to read; drawing.ts writes the DOT of pictures. An undirected edge is dir=none. The
// coefficient has its own attribute because Graphviz treats `weight` as a layout hint; a `weight` is read if there is
// no coefficient (networkx writes one).
//
// Arrows at the ends of an edge follow dir, arrowhead and arrowtail as in Graphviz, so the output of causal-learn and
// pydot can be read, as can nodes whose names are in their labels. Inside quotes \" is a quote and \\ a backslash: what
// Graphviz displays, though its own parser keeps the second backslash in the id.

import { check } from "../../check.ts";
import { type DotEdge, dotDocument } from "./dot-syntax.ts";
import {
  type EdgeStatement,
  type NodeStatement,
  namedEdges,
  type Syntax,
  weightFrom,
} from "./named-graph.ts";

const keywords = ["node", "edge", "graph", "digraph", "subgraph", "strict"];

export const dot: Syntax = {
  title: "DOT",
  extensions: ["dot", "gv"],
  begins: /^(?:strict\s+)?(?:di)?graph\b[^[\n]*\{/i,
  summary: "Graphviz DOT: digraph { a -> b; a -> c [dir=none] }",

  parse(text, where) {
    const { kind, nodes, edges } = dotDocument(text, where, {
      kinds: ["digraph", "graph"],
      marks: ["->", "--"],
      inside: '(?:[^"\\\\]|\\\\[\\s\\S])*',
      unescaped: (inside) => inside.replace(/\\(?:\r?\n|(["\\]))/g, "$1"),
    });
    return {
      nodes: nodes.map(({ id, attributes, place }): NodeStatement => {
        const label = attributes.get("label")?.replaceAll("\\N", id);
        return label === undefined || label === "" ? { id, place } : { id, label, place };
      }),
      edges: edges.map((edge) => statementOf(edge, kind === "graph", where)),
    };
  },

  write(named) {
    const nodes = named.names.map((name) => `  ${dotId(name)};`);
    const edges = namedEdges(named).map(({ from, to, mark, weight, sure = {} }) => {
      const attributes = [
        ...(mark === "---" ? ["dir=none"] : []),
        ...(weight === undefined ? [] : [`coefficient="${weight}"`]),
        ...Object.entries(sure).map(([name, share]) => `${name}="${share}"`),
      ];
      const list = attributes.length === 0 ? "" : ` [${attributes.join(", ")}]`;
      return `  ${dotId(from)} -> ${dotId(to)}${list};`;
    });
    return `${["digraph {", ...nodes, ...edges, "}"].join("\n")}\n`;
  },
};

/** A name as a DOT id, in quotes unless it is a plain word. */
export function dotId(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !keywords.includes(name.toLowerCase())) return name;
  return `"${name.replace(/["\\]/g, "\\$&")}"`;
}

function statementOf(
  { from, to, mark, attributes, place }: DotEdge,
  isUndirected: boolean,
  where: string,
): EdgeStatement {
  check(
    mark === (isUndirected ? "--" : "->") || mark === "--",
    `${where} ${place} has -> in an undirected graph; begin the file with "digraph"`,
  );
  const dir = attributes.get("dir")?.toLowerCase() ?? (mark === "--" ? "none" : "forward");
  const head = (dir === "forward" || dir === "both") && attributes.get("arrowhead") !== "none";
  const tail = (dir === "back" || dir === "both") && attributes.get("arrowtail") !== "none";
  const isRound = [head && attributes.get("arrowhead"), tail && attributes.get("arrowtail")].some(
    (shape) => typeof shape === "string" && /^(o?dot|ocircle|circle)$/.test(shape),
  );
  check(
    !(head && tail) && !isRound,
    `${where} ${place} has an edge with two arrows or an uncertain end (${from}, ${to}); hidden common causes are not supported`,
  );
  if (!head && !tail) return { from, to, mark: "---", place };
  const weight = weightFrom(attributes.get("coefficient") ?? attributes.get("weight"));
  return {
    ...(head ? { from, to } : { from: to, to: from }),
    mark: "-->",
    place,
    ...(weight === undefined ? {} : { weight }),
  };
}
