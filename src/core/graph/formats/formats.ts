// The formats in which graphs are read and written, by name, and how to recognise the format of a file.
//
// | name      | undirected edges | weights       | variables without edges |
// |-----------|------------------|---------------|-------------------------|
// | csv       | mark ---         | column weight | no                      |
// | adjacency | 1 both ways      | the entries   | yes                     |
// | json      | "undirected"     | "weights"     | yes                     |
// | dot       | dir=none         | coefficient   | yes                     |
// | graphml   | directed="false" | data weight   | yes                     |
// | gml       | directed 0       | weight        | yes                     |
// | dagitty   | --               | beta          | yes                     |
// | tetrad    | ---              | no            | yes                     |
// | mermaid   | ---              | on the arrow  | yes                     |
// | endpoints | −1 both ways     | no            | yes                     |
//
// All ten support any name, except control characters in GraphML and dagitty and a trailing backslash in dagitty.

import { check, InputError, suggestion } from "../../check.ts";
import type { Graph } from "../graph.ts";
import { pdagFromGraph } from "../pdag.ts";
import { adjacency, squareOf } from "./adjacency.ts";
import { rowsOf } from "./cells.ts";
import { dagitty } from "./dagitty.ts";
import { dot } from "./dot.ts";
import { edgeList, endColumns } from "./edge-list.ts";
import { endpoints, looksLikeEndpoints } from "./endpoints.ts";
import { gml } from "./gml.ts";
import { graphml } from "./graphml.ts";
import { json } from "./json.ts";
import { mermaid } from "./mermaid.ts";
import { type NamedGraph, placedOn, type Syntax } from "./named-graph.ts";
import { tetrad } from "./tetrad.ts";

export { dotId } from "./dot.ts";
export { confidenceIn, parsedJson, zodSentence } from "./json.ts";
export type { NamedGraph } from "./named-graph.ts";
export { quoted, quotedPattern, unquoted } from "./quote.ts";

/** All formats; a new one needs only its line here. */
const syntaxes = {
  csv: edgeList,
  adjacency,
  json,
  dot,
  graphml,
  gml,
  dagitty,
  tetrad,
  mermaid,
  endpoints,
} as const satisfies Readonly<Record<string, Syntax>>;

export type FormatName = keyof typeof syntaxes;

export const formatNames = Object.keys(syntaxes) as FormatName[];

export interface ReadGraphOptions {
  /** Prefix of every error message: the role of the file, such as "truth". */
  readonly where?: string;
}

export interface GraphFormat {
  readonly name: FormatName;
  /** Without the dot; the first is the one used for writing. */
  readonly extensions: readonly string[];
  /** One line for a list of formats. */
  readonly summary: string;
  /** The graph in `text`, on the columns `names` if given. */
  readonly read: (text: string, names?: readonly string[], options?: ReadGraphOptions) => NamedGraph;
  readonly write: (named: NamedGraph) => string;
}

export const graphFormats = Object.fromEntries(
  formatNames.map((name) => [name, format(name, syntaxes[name])]),
) as Readonly<Record<FormatName, GraphFormat>>;

/**
 * The graph in `text`; with `names` (the table's columns) it is on exactly these, in their order.
 *
 * @example
 * ```js
 * readGraph("digraph { x -> y }", "dot").names; // ["x", "y"]
 * ```
 */
export function readGraph(
  text: string,
  name: FormatName,
  names?: readonly string[],
  options: ReadGraphOptions = {},
): NamedGraph {
  check(
    Object.hasOwn(graphFormats, name),
    () => `graph: no format called "${name}"; ${suggestion(name, formatNames)}`,
  );
  return graphFormats[name].read(text, names, options);
}

/**
 * A directed graph with names.
 *
 * @example
 * ```js
 * namedGraph(["x", "y"], graphFromEdges(2, [[0, 1]])).names; // ["x", "y"]
 * ```
 */
export function namedGraph(names: readonly string[], graph: Graph, weights?: Float64Array): NamedGraph {
  return { names, graph: pdagFromGraph(graph), ...(weights === undefined ? {} : { weights }) };
}

/**
 * The format of a file, from its name and, if that is ambiguous, from its content.
 *
 * @example
 * ```js
 * formatOf("graph.dot", "digraph { x -> y }"); // "dot"
 * ```
 */
export function formatOf(fileName: string, text: string): FormatName {
  const extension = /\.([^./\\]+?)(?:\.gz)?$/i.exec(fileName)?.[1].toLowerCase() ?? "";
  if (extension === "csv" || extension === "tsv")
    return endColumns(rowsOf(text, fileName)[0]?.cells ?? []) === null ? matrixFormat(text) : "csv";
  const byContent = formatFromText(text);
  if (extension === "dot" || extension === "gv") return byContent === "dagitty" ? "dagitty" : "dot";
  const candidates = formatNames.filter((name) => graphFormats[name].extensions.includes(extension));
  if (candidates.length === 1) return candidates[0];
  if (byContent !== null) return byContent;
  throw new InputError(
    `${fileName}: the format of the file cannot be recognised from its name or content; give it the extension of one of ${formatNames.join(", ")} (wherefore formats lists them)`,
  );
}

/** The format from the text alone: by its beginning, the header of an edge list or the shape of a matrix; null if unrecognised. */
function formatFromText(text: string): FormatName | null {
  const start = text.replace(/^(?:[\s\uFEFF]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[#%][^\n]*)+/, "");
  const all: Readonly<Record<FormatName, Syntax>> = syntaxes;
  const begun = formatNames.find((name) => all[name].begins?.test(start));
  if (begun !== undefined) return begun;
  const rows = rowsOf(text, "graph");
  if (endColumns(rows[0]?.cells ?? []) !== null) return "csv";
  const isSquare = rows.length > 2 && rows.every(({ cells }) => cells.length === rows[0].cells.length);
  return isSquare && Math.abs(rows[0].cells.length - rows.length) <= 1 ? matrixFormat(text) : null;
}

/** Endpoints if the matrix cannot be an adjacency matrix. A matrix that cannot be parsed is reported when it is read. */
function matrixFormat(text: string): FormatName {
  try {
    return looksLikeEndpoints(squareOf(text, "graph", undefined)) ? "endpoints" : "adjacency";
  } catch {
    return "adjacency";
  }
}

function format(name: FormatName, { title, extensions, summary, parse, write }: Syntax): GraphFormat {
  return {
    name,
    extensions,
    summary,
    read: (text, names, { where = "graph" } = {}) => {
      const place = `${where}: ${title}`;
      return placedOn(parse(text, place, names), names, place);
    },
    write,
  };
}
