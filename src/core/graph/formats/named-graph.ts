// A graph whose variables have names, and how it is built from the statements in a file.
//
// Every reader turns its text into the same plain list of statements (nodes and edges, each with its place in the file),
// and placedOn builds the graph from them. So unknown names, self-loops and contradictory edges are refused in the same
// words whatever the format.
//
// A pair of variables has at most one edge. Two statements of the same edge are one edge; a → b and b → a together are
// refused, although some programs write an undirected edge that way: in a true graph it is more often a mistake.

import { check, InputError, suggestion } from "../../check.ts";
import { edgeList } from "../graph.ts";
import { directedPart, type Pdag, undirectedPairs } from "../pdag.ts";
import { linkShare, type Shares, withoutDust } from "../shares/shares.ts";

export interface NamedGraph {
  readonly names: readonly string[];
  readonly graph: Pdag;
  /** weights[i * d + j]: coefficient of the directed edge i → j; 0 if unknown. */
  readonly weights?: Float64Array;
  /** The confidence in each edge: written if the format supports it, and not read. */
  readonly shares?: Shares | undefined;
}

export interface NodeStatement {
  readonly id: string;
  /** The text shown instead of the id, if the format distinguishes the two. */
  readonly label?: string;
  /** "line 3". */
  readonly place: string;
}

export interface EdgeStatement {
  readonly from: string;
  readonly to: string;
  readonly mark: "-->" | "---";
  readonly weight?: number;
  readonly place: string;
}

/** The statements of a file. The endpoints of edges are nodes too, declared or not. */
export interface Statements {
  readonly nodes: readonly NodeStatement[];
  readonly edges: readonly EdgeStatement[];
}

/** A graph format: its parser and writer. */
export interface Syntax {
  /** What messages call a file in this format: "edge list". */
  readonly title: string;
  readonly extensions: readonly string[];
  readonly summary: string;
  /** How a text in this format begins after comments and white space, if that distinguishes it from the others. */
  readonly begins?: RegExp;
  /** `where` begins every error message; `names` are the columns, for matrices, which may omit the header. */
  readonly parse: (text: string, where: string, names?: readonly string[]) => Statements;
  readonly write: (named: NamedGraph) => string;
}

/**
 * The graph of the statements. With `names` (the table's columns) the graph is on exactly these, and any other name is
 * refused; without, on the names in the order of their appearance in the file.
 */
export function placedOn(
  statements: Statements,
  names: readonly string[] | undefined,
  where: string,
): NamedGraph {
  const nodes = nodesOf(statements);
  const nameOf = nameOfEach(nodes, names);
  const all = names ?? [...new Set(nameOf.values())];
  const position = new Map(all.map((name, i) => [name, i]));
  for (const { id, place } of nodes.values()) {
    const name = nameOf.get(id)!;
    check(name !== "", `${where} ${place} has an empty name; every variable needs a name`);
    if (!position.has(name)) {
      throw new InputError(
        `${where} ${place} names "${name}", which is not a column of the table; ${suggestion(name, all)}`,
      );
    }
  }
  return withEdges(all, statements.edges, (id) => position.get(nameOf.get(id)!)!, where);
}

/**
 * The statements with labels in place of ids, for formats whose ids are internal to the program that wrote them and
 * mean nothing to a table. If two nodes have the same label, all ids are kept.
 */
export function byLabel(statements: Statements): Statements {
  const nameOf = nameOfEach(nodesOf(statements), undefined);
  return {
    nodes: statements.nodes.map(({ id, place }) => ({ id: nameOf.get(id)!, place })),
    edges: statements.edges.map((edge) => ({
      ...edge,
      from: nameOf.get(edge.from)!,
      to: nameOf.get(edge.to)!,
    })),
  };
}

/** An edge for writers. */
export interface WrittenEdge extends Omit<EdgeStatement, "place"> {
  /** Shares of the graphs, if known: with the link, and with exactly this edge. */
  readonly sure?: { readonly probability: number; readonly direction: number };
}

/** The edges by name: directed ones in the order of cause and effect, then undirected ones. */
export function namedEdges({ names, graph, weights, shares }: NamedGraph): WrittenEdge[] {
  const { d } = graph;
  const edgeOf = (i: number, j: number, mark: "-->" | "---"): WrittenEdge => {
    const weight = mark === "---" ? 0 : (weights?.[i * d + j] ?? 0);
    const probability = shares ? withoutDust(linkShare(shares, i, j)) : 0;
    const direction = (mark === "-->" ? shares?.directed : shares?.undirected)?.[i * d + j] ?? 0;
    return {
      from: names[i],
      to: names[j],
      mark,
      ...(weight === 0 ? {} : { weight }),
      ...(probability === 0 ? {} : { sure: { probability, direction } }),
    };
  };
  return [
    ...edgeList(directedPart(graph)).map(([i, j]) => edgeOf(i, j, "-->")),
    ...undirectedPairs(graph).map(([i, j]) => edgeOf(i, j, "---")),
  ];
}

/** The weight if it is a finite number other than 0, else undefined. */
export function weightFrom(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value !== 0 ? value : undefined;
}

/** Every node once, in order of appearance, with the place of its first mention and its first label. */
function nodesOf({ nodes, edges }: Statements): Map<string, NodeStatement> {
  const out = new Map<string, NodeStatement>();
  const mention = (node: NodeStatement): void => {
    const earlier = out.get(node.id);
    if (earlier === undefined) out.set(node.id, node);
    else if (earlier.label === undefined && node.label !== undefined)
      out.set(node.id, { ...earlier, label: node.label });
  };
  nodes.forEach(mention);
  for (const { from, to, place } of edges) {
    mention({ id: from, place });
    mention({ id: to, place });
  }
  return out;
}

/**
 * The name of each node: its id if every id is a column of the table, or if labels are ambiguous. Otherwise what a
 * reader of the picture would see: the label, or the id of a node without one.
 */
function nameOfEach(
  nodes: Map<string, NodeStatement>,
  names: readonly string[] | undefined,
): Map<string, string> {
  const ids = [...nodes.keys()];
  const labels = [...nodes.values()].map(({ id, label }) => label ?? id);
  const allAreColumns = names !== undefined && ids.every((id) => names.includes(id));
  const useIds = allAreColumns || new Set(labels).size < ids.length;
  return new Map(ids.map((id, k) => [id, useIds ? id : labels[k]]));
}

function withEdges(
  names: readonly string[],
  edges: readonly EdgeStatement[],
  indexOf: (id: string) => number,
  where: string,
): NamedGraph {
  const d = names.length;
  const directed = new Uint8Array(d * d);
  const undirected = new Uint8Array(d * d);
  const weights = new Float64Array(d * d);
  const first = new Map<number, EdgeStatement>(); // by pair, the smaller index first
  const quote = ({ from, to, mark }: EdgeStatement): string => {
    return `"${names[indexOf(from)]}" ${mark} "${names[indexOf(to)]}"`;
  };
  for (const edge of edges) {
    const i = indexOf(edge.from);
    const j = indexOf(edge.to);
    check(
      i !== j,
      `${where} ${edge.place} joins "${names[i]}" to itself; an edge needs two different variables`,
    );
    const pair = Math.min(i, j) * d + Math.max(i, j);
    const before = first.get(pair) ?? edge;
    const agrees = before.mark === edge.mark && (edge.mark === "---" || indexOf(before.from) === i);
    const clash = before.mark === edge.mark ? ", a cycle of two" : "";
    check(
      agrees,
      () =>
        `${where} ${before.place} says ${quote(before)} and ${edge.place} ${quote(edge)}${clash}; two variables are joined by one edge: keep one, or mark it undirected (---)`,
    );
    first.set(pair, before);
    if (edge.mark === "---") undirected[i * d + j] = undirected[j * d + i] = 1;
    else {
      directed[i * d + j] = 1;
      weights[i * d + j] = edge.weight ?? weights[i * d + j];
    }
  }
  const graph = { d, directed, undirected };
  return weights.some((w) => w !== 0) ? { names, graph, weights } : { names, graph };
}
