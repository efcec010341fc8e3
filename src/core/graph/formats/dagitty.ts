// The text format of dagitty.net and of the R package dagitty.
//
//     dag {
//     bb="0,0,1,1"
//     age [exposure,pos="0.1,0.2"]
//     age -> income [beta="0.75"]
//     }
//
// `dag`, or `pdag` if an edge is undirected (--). `beta` is a path coefficient. Positions, roles and other attributes are
// ignored. Two-headed edges (hidden common causes), mags and pags are refused.
//
// In quoted names \" is a quote and every other backslash is literal, so a name can neither end in a backslash nor
// contain a line break: such a name is refused when writing.
//
// Textor et al. "Robust causal inference using directed acyclic graphs: the R package 'dagitty'." IJE 45(6), 2016.

import { check } from "../../check.ts";
import { dotDocument } from "./dot-syntax.ts";
import { namedEdges, type Syntax, weightFrom } from "./named-graph.ts";

export const dagitty: Syntax = {
  title: "dagitty graph",
  extensions: ["dagitty", "txt"],
  begins: /^(?:dagitty\s*\(|p?dag\b[^{\n]*\{)/i,
  summary: "dagitty: dag { a -> b } (pdag and -- where edges are undirected)",

  parse(text, where) {
    const { nodes, edges } = dotDocument(withoutRQuotes(text), where, {
      kinds: ["dag", "pdag"],
      marks: ["@->", "<-@", "@-@", "--@", "@--", "<->", "->", "<-", "--"],
      inside: '(?:[^"\\\\]|\\\\"|\\\\(?!"))*',
      unescaped: (inside) => inside.replaceAll('\\"', '"'),
    });
    return {
      nodes: nodes.map(({ id, place }) => ({ id, place })),
      edges: edges.map(({ from, to, mark, attributes, place }) => {
        check(
          mark === "->" || mark === "<-" || mark === "--",
          `${where} ${place} joins "${from}" and "${to}" by ${mark}; hidden common causes and uncertain ends are not supported`,
        );
        if (mark === "--") return { from, to, mark: "---" as const, place };
        const weight = weightFrom(attributes.get("beta"));
        const ends = mark === "->" ? { from, to } : { from: to, to: from };
        return { ...ends, mark: "-->" as const, place, ...(weight === undefined ? {} : { weight }) };
      }),
    };
  },

  write(named) {
    const edges = namedEdges(named);
    const kind = edges.some(({ mark }) => mark === "---") ? "pdag" : "dag";
    const lines = edges.map(({ from, to, mark, weight }) => {
      const beta = weight === undefined ? "" : ` [beta="${weight}"]`;
      return `${idOf(from)} ${mark === "---" ? "--" : "->"} ${idOf(to)}${beta}`;
    });
    return `${[`${kind} {`, ...named.names.map(idOf), ...lines, "}"].join("\n")}\n`;
  },
};

function idOf(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what dagitty's grammar excludes
  const isPlain = !name.endsWith("\\") && !/[\x00-\x1F\x7F]/.test(name);
  check(
    isPlain,
    () =>
      `dagitty: a name must not end in a backslash or hold a line break or tab, got ${JSON.stringify(name)}; rename it`,
  );
  return /^[0-9a-zA-Z_.]+$/.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`;
}

/** dagitty.net shows its code for R as dagitty('dag { … }'). */
function withoutRQuotes(text: string): string {
  const call = /^\s*dagitty\s*\(\s*'([\s\S]*)'\s*\)\s*$/.exec(text);
  return call === null ? text : call[1];
}
