// GML: nested lists of keys and values.
//
//     graph [
//       directed 1
//       node [ id 0 label "age" ]
//       edge [ source 0 target 1 weight 0.75 ]
//     ]
//
// An undirected edge in a directed graph has `directed 0` (GML defines this for graphs only; other programs read such
// an edge as directed). Text is ASCII: other characters, & and " are numeric entities, as networkx writes them.
//
// Himsolt, M. "GML: a portable graph file format." Universität Passau, 1996.

import { check, InputError } from "../../check.ts";
import { byLabel, type EdgeStatement, type NodeStatement, namedEdges, type Syntax } from "./named-graph.ts";
import { lineCounter } from "./quote.ts";
import { decoded } from "./xml.ts";

type Value = string | number | Pair[];
interface Pair {
  readonly key: string;
  readonly value: Value;
  readonly place: string;
}

export const gml: Syntax = {
  title: "GML",
  extensions: ["gml"],
  begins: /^(?:Creator\b|Version\b|graph\s*\[)/i,
  summary: "GML: graph [ directed 1 node [ … ] edge [ … ] ]",

  parse(text, where) {
    const graph = pairsOf(text, where).find(({ key }) => key === "graph")?.value;
    check(Array.isArray(graph), `${where} must hold graph [ … ]; is it a GML file?`);
    const isDirected = field(graph, "directed") === 1;
    const items = (key: string): { list: Pair[]; place: string }[] =>
      graph.flatMap(({ key: k, value, place }) =>
        k === key && Array.isArray(value) ? [{ list: value, place }] : [],
      );
    const text_ = (value: Value | undefined, what: string): string => {
      check(typeof value === "string" || typeof value === "number", `${where} ${what}; correct the file`);
      return `${value}`;
    };
    return byLabel({
      nodes: items("node").map(({ list, place }): NodeStatement => {
        const id = text_(field(list, "id"), `${place} must give its node an id`);
        const label = field(list, "label") ?? field(list, "name");
        return label === undefined || Array.isArray(label) ? { id, place } : { id, label: `${label}`, place };
      }),
      edges: items("edge").map(({ list, place }): EdgeStatement => {
        const from = text_(field(list, "source"), `${place} must give its edge a source`);
        const to = text_(field(list, "target"), `${place} must give its edge a target`);
        const flag = field(list, "directed");
        if (!(flag === undefined ? isDirected : flag === 1)) return { from, to, mark: "---", place };
        const weight = field(list, "weight");
        return { from, to, mark: "-->", place, ...(typeof weight === "number" ? { weight } : {}) };
      }),
    });
  },

  write(named) {
    const index = new Map(named.names.map((name, i) => [name, i]));
    const block = (key: string, fields: readonly string[]): string[] => [
      `  ${key} [`,
      ...fields.map((f) => `    ${f}`),
      "  ]",
    ];
    const nodes = named.names.flatMap((name, i) => block("node", [`id ${i}`, `label "${encoded(name)}"`]));
    const edges = namedEdges(named).flatMap(({ from, to, mark, weight, sure = {} }) =>
      block("edge", [
        `source ${index.get(from)}`,
        `target ${index.get(to)}`,
        ...(mark === "---" ? ["directed 0"] : []),
        ...(weight === undefined ? [] : [`weight ${weight}`]),
        ...Object.entries(sure).map(([name, share]) => `${name} ${share}`),
      ]),
    );
    return `${["graph [", "  directed 1", ...nodes, ...edges, "]"].join("\n")}\n`;
  },
};

function field(list: readonly Pair[], key: string): Value | undefined {
  return list.find((pair) => pair.key === key)?.value;
}

function encoded(name: string): string {
  return name.replace(/[^ -~]|["&]/gu, (c) => `&#${c.codePointAt(0)};`);
}

function pairsOf(text: string, where: string): Pair[] {
  const pattern = /[\s\uFEFF]+|#[^\n]*|"([^"]*)"|([[\]])|([^\s"[\]]+)/y;
  const root: Pair[] = [];
  const open: Pair[][] = [root];
  let key: { text: string; place: string } | undefined;
  let offset = 0;
  const lineOf = lineCounter(text);
  while (offset < text.length) {
    pattern.lastIndex = offset;
    const match = pattern.exec(text);
    const place = lineOf(offset);
    if (match === null)
      throw new InputError(`${where} ${place} opens a quote that is never closed; end it with "`);
    offset = pattern.lastIndex;
    const [, quoted, bracket, word] = match;
    if (quoted === undefined && bracket === undefined && word === undefined) continue;
    const list = open[open.length - 1];
    if (bracket === "]") {
      check(
        open.length > 1 && key === undefined,
        `${where} ${place} has a ] that closes nothing; correct the file`,
      );
      open.pop();
    } else if (key === undefined) {
      check(
        word !== undefined,
        `${where} ${place} must have a key such as node, got "${match[0]}"; correct the file`,
      );
      key = { text: word.toLowerCase(), place };
    } else {
      const value: Value = bracket === "[" ? [] : quoted !== undefined ? decoded(quoted) : numberOr(word);
      list.push({ key: key.text, value, place: key.place });
      if (Array.isArray(value)) open.push(value);
      key = undefined;
    }
  }
  check(
    open.length === 1,
    `${where} must close every [ with a ], and ends before it does; is the file complete?`,
  );
  return root;
}

function numberOr(word: string): string | number {
  return Number.isNaN(Number(word)) ? word : Number(word);
}
