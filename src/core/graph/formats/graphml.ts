// GraphML, with the names as ids of the nodes (as in networkx).
//
//     <graph edgedefault="directed">
//       <node id="age"/>
//       <edge source="age" target="income"><data key="weight">0.75</data></edge>
//       <edge source="age" target="school" directed="false"/>
//
// When reading, a node is named by its data key "name" or "label" (igraph), or by its yEd label. Nested graphs and
// hyperedges are refused, ports are ignored. XML cannot contain control characters: a name with one is refused.
//
// Brandes et al. "GraphML progress report." Graph Drawing 2001; http://graphml.graphdrawing.org

import { check } from "../../check.ts";
import {
  type EdgeStatement,
  type NodeStatement,
  namedEdges,
  type Syntax,
  weightFrom,
} from "./named-graph.ts";
import { type Element, encodedAttribute, xmlRoot } from "./xml.ts";

const opening = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">';

export const graphml: Syntax = {
  title: "GraphML",
  extensions: ["graphml", "xml"],
  begins: /^</,
  summary: 'GraphML: XML with <node id="a"/> and <edge source="a" target="b"/>',

  parse(text, where) {
    const root = xmlRoot(text, where);
    const keys = new Map(
      inside(root, "key").map((key) => [key.attributes.get("id"), key.attributes.get("attr.name")]),
    );
    const graph = inside(root, "graph")[0];
    check(
      root.name === "graphml" && graph !== undefined,
      `${where} must hold <graphml> with a <graph>; is it a GraphML file?`,
    );
    const nodes = inside(graph, "node");
    check(
      nodes.every((node) => inside(node, "graph").length === 0) && inside(graph, "hyperedge").length === 0,
      `${where} has graphs within nodes or hyperedges, which are not supported; ungroup them`,
    );
    const data = (element: Element, ...called: string[]): string | undefined =>
      inside(element, "data").find((d) => {
        const key = d.attributes.get("key");
        return called.includes((keys.get(key) ?? key ?? "").toLowerCase());
      })?.text;
    const isDirected = graph.attributes.get("edgedefault") !== "undirected";
    return {
      nodes: nodes.map((node): NodeStatement => {
        const label = data(node, "name", "label") ?? yedLabel(node);
        return {
          id: attribute(node, "id", where),
          place: node.place,
          ...(label === undefined ? {} : { label }),
        };
      }),
      edges: inside(graph, "edge").map((edge): EdgeStatement => {
        const ends = {
          from: attribute(edge, "source", where),
          to: attribute(edge, "target", where),
          place: edge.place,
        };
        const flag = edge.attributes.get("directed");
        if (!(flag === undefined ? isDirected : flag === "true")) return { ...ends, mark: "---" };
        const weight = weightFrom(data(edge, "weight"));
        return { ...ends, mark: "-->", ...(weight === undefined ? {} : { weight }) };
      }),
    };
  },

  write(named) {
    const edges = namedEdges(named).map(({ from, to, mark, weight, sure = {} }) => {
      const ends = `    <edge source="${safe(from)}" target="${safe(to)}"${mark === "---" ? ' directed="false"' : ""}`;
      const data = Object.entries({ ...(weight === undefined ? {} : { weight }), ...sure })
        .map(([key, value]) => `<data key="${key}">${value}</data>`)
        .join("");
      return data === "" ? `${ends}/>` : `${ends}>${data}</edge>`;
    });
    const keys = ["weight", ...(named.shares === undefined ? [] : ["probability", "direction"])];
    return `${[
      '<?xml version="1.0" encoding="UTF-8"?>',
      opening,
      ...keys.map((key) => `  <key id="${key}" for="edge" attr.name="${key}" attr.type="double"/>`),
      '  <graph edgedefault="directed">',
      ...named.names.map((name) => `    <node id="${safe(name)}"/>`),
      ...edges,
      "  </graph>",
      "</graphml>",
    ].join("\n")}\n`;
  },
};

function inside(element: Element, name: string): Element[] {
  return element.children.filter((child) => child.name === name);
}

function attribute(element: Element, name: string, where: string): string {
  const value = element.attributes.get(name);
  check(
    value !== undefined,
    `${where} ${element.place} has a <${element.name}> without ${name}; correct the file`,
  );
  return value;
}

function yedLabel(element: Element): string | undefined {
  if (element.name === "NodeLabel" && element.text.trim() !== "") return element.text.trim();
  for (const child of element.children) {
    const label = yedLabel(child);
    if (label !== undefined) return label;
  }
  return undefined;
}

function safe(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML excludes
  const isXml = !/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/u.test(name);
  check(
    isXml,
    () => `graphml: a name must not hold control characters, got ${JSON.stringify(name)}; rename it`,
  );
  return encodedAttribute(name);
}
