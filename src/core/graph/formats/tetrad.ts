// The text format in which Tetrad saves graphs.
//
//     Graph Nodes:
//     age;income;school
//
//     Graph Edges:
//     1. age --> income
//     2. age --- school
//
// Older versions separate the nodes by commas. Text after an edge on its line (properties, bootstrap probabilities) and
// other sections are ignored. Tetrad's names have no spaces; a name with a space, a quote, a comma or a semicolon is
// written in double quotes with backslash escapes, which Tetrad itself does not read.

import { check } from "../../check.ts";
import { marked } from "./edge-list.ts";
import { type EdgeStatement, type NodeStatement, namedEdges, type Syntax } from "./named-graph.ts";
import { quoted, quotedPattern, unquoted } from "./quote.ts";

export const tetrad: Syntax = {
  title: "Tetrad graph",
  extensions: ["txt", "tetrad"],
  begins: /^Graph Nodes:/im,
  summary: "Tetrad text: Graph Nodes: a;b;c and Graph Edges: 1. a --> b",

  parse(text, where) {
    const nodes: NodeStatement[] = [];
    const edges: EdgeStatement[] = [];
    let section = "";
    text.split(/\r?\n/).forEach((raw, k) => {
      const line = raw.replace(/^\uFEFF/, "").trim();
      const place = `line ${k + 1}`;
      const heading = /^(Graph \w[\w ]*):$/i.exec(line);
      if (heading !== null) section = heading[1].toLowerCase();
      else if (line !== "" && section === "graph nodes")
        nodes.push(...namesIn(line).map((id) => ({ id, place })));
      else if (line !== "" && section === "graph edges") edges.push(edgeOf(line, place, where));
    });
    check(
      nodes.length + edges.length > 0 || /graph nodes:/i.test(text),
      `${where} must have the sections "Graph Nodes:" and "Graph Edges:"; was it saved by Tetrad?`,
    );
    return { nodes, edges };
  },

  write(named) {
    const edges = namedEdges(named).map(
      ({ from, to, mark }, k) => `${k + 1}. ${wordOf(from)} ${mark} ${wordOf(to)}`,
    );
    return ["Graph Nodes:", named.names.map(wordOf).join(";"), "", "Graph Edges:", ...edges, ""].join("\n");
  },
};

function wordOf(name: string): string {
  return /^[^\s;,"]+$/.test(name) && !/^graph$/i.test(name) ? name : quoted(name);
}

/** The names separated by semicolons, or by commas if the line has no semicolon outside quotes. */
function namesIn(line: string): string[] {
  const bare = line.replace(new RegExp(quotedPattern, "g"), "");
  const separator = bare.includes(";") ? ";" : ",";
  const pattern = new RegExp(`\\s*(${quotedPattern}|[^${separator}]+)\\s*(?:${separator}|$)`, "g");
  return [...line.matchAll(pattern)].map(([, word]) => unquoted(word.trim())).filter((name) => name !== "");
}

function edgeOf(line: string, place: string, where: string): EdgeStatement {
  const word = `(${quotedPattern}|\\S+)`;
  const match = new RegExp(`^(?:\\d+\\.\\s+)?${word}\\s+(\\S+)\\s+${word}(?:\\s|$)`).exec(line);
  check(match !== null, `${where} ${place} must be an edge such as 1. a --> b, got "${line}"`);
  return marked(unquoted(match[1]), unquoted(match[3]), match[2], { place }, where);
}
