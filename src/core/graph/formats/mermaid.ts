// Mermaid flowcharts, as rendered in Markdown files and wikis.
//
//     flowchart TD
//       n0["years of school"]
//       n1["income"]
//       n0 -->|0.75| n1
//       n0 --- n2
//
// If all names are plain words they are the ids; otherwise ids are n0, n1, … and the names are the labels, with special
// characters as #code; (Mermaid's own entities). A number on an arrow is its weight. Chains, `a & b`, all node shapes
// and thick or dotted arrows are supported; styles and classes are ignored; subgraphs are refused.

import { check, InputError } from "../../check.ts";
import {
  byLabel,
  type EdgeStatement,
  type NodeStatement,
  namedEdges,
  type Syntax,
  weightFrom,
} from "./named-graph.ts";
import { decoded } from "./xml.ts";

const keywords =
  /^(?:end|graph|flowchart|subgraph|style|linkStyle|classDef|class|click|direction|default|href|call|n\d+)$/i;

export const mermaid: Syntax = {
  title: "Mermaid flowchart",
  extensions: ["mmd", "mermaid"],
  begins: /^(?:---\r?\n[\s\S]*?\n---\s*)?(?:graph|flowchart)\b/i,
  summary: "Mermaid flowchart: flowchart TD, then a --> b (a --- b undirected)",

  parse(text, where) {
    const nodes: NodeStatement[] = [];
    const edges: EdgeStatement[] = [];
    let isOpen = false;
    for (const [k, line] of withoutFrontMatter(text).split(/\r?\n/).entries()) {
      const place = `line ${k + 1}`;
      for (const statement of statementsIn(line)) {
        if (!isOpen) {
          const isHeader = /^(?:graph|flowchart)(?:\s+(?:TB|TD|BT|LR|RL))?$/i.test(statement);
          check(isHeader, `${where} ${place} must begin with flowchart TD, got "${statement}"`);
          isOpen = true;
        } else if (
          !/^(?:style|linkStyle|classDef|class|click|direction|accTitle|accDescr)\b[^-=]/.test(statement)
        ) {
          check(
            !/^(?:subgraph\b|end$)/.test(statement),
            `${where} ${place} has a subgraph, which is not supported; ungroup it`,
          );
          const chain = chainOf(statement, place, where);
          nodes.push(...chain.nodes);
          edges.push(...chain.edges);
        }
      }
    }
    check(isOpen, `${where} must begin with flowchart TD, got an empty file`);
    return byLabel({ nodes, edges });
  },

  write(named) {
    const isPlain = named.names.every((name) => /^[A-Za-z]\w*$/.test(name) && !keywords.test(name));
    const ids = new Map(named.names.map((name, i) => [name, isPlain ? name : `n${i}`]));
    const nodes = named.names.map((name) => `  ${ids.get(name)}${isPlain ? "" : `["${encoded(name)}"]`}`);
    const edges = namedEdges(named).map(({ from, to, mark, weight }) => {
      return `  ${ids.get(from)} ${mark}${weight === undefined ? "" : `|${weight}|`} ${ids.get(to)}`;
    });
    return `${["flowchart TD", ...nodes, ...edges].join("\n")}\n`;
  },
};

/** Encodes everything except letters, digits and safe punctuation: Mermaid would read quotes, tags, Markdown or its own marks. */
function encoded(name: string): string {
  return name.replace(/[^\p{L}\p{M}\p{N} .,:_+=/()-]|^ | $/gu, (c) => `#${c.codePointAt(0)};`);
}

function decodedLabel(text: string): string {
  return text.replace(/#(\w+);|&#?\w+;/g, (whole, code?: string) => {
    return decoded(code === undefined ? whole : /^\d/.test(code) ? `&#${code};` : `&${code};`);
  });
}

/** Keeps the number of lines, so that error messages give the right ones. */
function withoutFrontMatter(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/^\s*---\r?\n[\s\S]*?\n---/, (matter) => matter.replace(/[^\n]/g, ""));
}

/** The statements of a line, separated by semicolons outside quotes; none if the line is a comment. */
function statementsIn(line: string): string[] {
  if (/^\s*%%/.test(line)) return [];
  const parts = line.match(/(?:"[^"]*"|#\w+;|[^;"]|")+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function chainOf(
  statement: string,
  place: string,
  where: string,
): { nodes: NodeStatement[]; edges: EdgeStatement[] } {
  const nodes: NodeStatement[] = [];
  const edges: EdgeStatement[] = [];
  let rest = statement;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match !== null) rest = rest.slice(match[0].length);
    return match;
  };
  const fail = (): InputError =>
    new InputError(
      `${where} ${place} must be a node or an edge such as a --> b, got "${statement}"; put odd text in ["…"]`,
    );
  const group = (): string[] => {
    const ids: string[] = [];
    do {
      // An id may contain single hyphens, not the two that open an arrow.
      const id = take(/^\s*((?:[\p{L}\p{N}_.]|-(?![-.>=]))+)/u)?.[1];
      if (id === undefined) throw fail();
      const shape = take(/^(?:@\{[^}]*\}|[[({>][[({/\\]*\s*(?:"([^"]*)"|([^"\])}]*?))\s*[/\\]?[\])}]+)/);
      const label = shape?.[1] ?? shape?.[2];
      nodes.push({ id, place, ...(label === undefined ? {} : { label: decodedLabel(label) }) });
      take(/^:::\w+/);
      ids.push(id);
    } while (take(/^\s*&\s*/) !== null);
    return ids;
  };
  let sources = group();
  while (rest.trim() !== "") {
    const link = take(
      /^\s*([<ox]?)(?:--+|==+|-\.+-?)(?:\s+([^-=.|>][^|>]*?)\s+(?:--+|==+|\.+-))?([>ox](?=[\s|])|>)?\s*(?:\|([^|]*)\|)?/,
    );
    if (link === null) throw fail();
    const [, tail, inline, head, label] = link;
    const isRound = [tail, head].some((end) => end === "o" || end === "x");
    check(
      !isRound && !(tail === "<" && head === ">"),
      `${where} ${place} has an edge with two arrows or a round or crossed end; hidden common causes and uncertain ends are not supported`,
    );
    const weight = weightFrom((label ?? inline)?.replace(/^\s*"|"\s*$/g, ""));
    const targets = group();
    for (const a of sources) {
      for (const b of targets) {
        if (head === undefined && tail === "") edges.push({ from: a, to: b, mark: "---", place });
        else {
          const ends = tail === "<" ? { from: b, to: a } : { from: a, to: b };
          edges.push({ ...ends, mark: "-->", place, ...(weight === undefined ? {} : { weight }) });
        }
      }
    }
    sources = targets;
  }
  return { nodes, edges };
}
