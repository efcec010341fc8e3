// A graph whose variables have names, and the way from what a file says to such a graph.
//
// Every reader turns its text into the same plain list of statements (nodes and edges, each with the place where it
// stands), and placedOn makes the graph of them. So unknown names, self-loops and edges that contradict each other
// are refused in the same words whatever the format.
//
// A pair of variables carries at most one edge. Two statements of the same edge are one edge; a → b and b → a
// together are refused, although some programs write an undirected edge that way: in a truth it is more often a slip.

import { check, InputError, suggestion } from "../../check.ts";
import { edgeList } from "../graph.ts";
import { directedPart, type Pdag, undirectedPairs } from "../pdag.ts";
import { linkShare, type Shares, withoutDust } from "../shares/shares.ts";

export interface NamedGraph {
  readonly names: readonly string[];
  readonly graph: Pdag;
  /** weights[i * d + j]: coefficient of the directed edge i → j; 0 where none is known. */
  readonly weights?: Float64Array;
  /** How sure each edge is: written where a format has a place for it, and not read. */
  readonly shares?: Shares | undefined;
}

export interface NodeStatement {
  readonly id: string;
  /** What is shown instead of the id, where the format tells the two apart. */
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

/** What a file says. The ends of edges are nodes too, declared or not. */
export interface Statements {
  readonly nodes: readonly NodeStatement[];
  readonly edges: readonly EdgeStatement[];
}

/** One way of writing a graph down. */
export interface Syntax {
  /** What sentences call a file of this kind: "edge list". */
  readonly title: string;
  readonly extensions: readonly string[];
  readonly summary: string;
  /** How a text of this format begins, comments and white space apart, where that tells it from the others. */
  readonly begins?: RegExp;
  /** `where` begins every complaint; `names` are the columns, for the one kind of file that may leave them out. */
  readonly parse: (text: string, where: string, names?: readonly string[]) => Statements;
  readonly write: (named: NamedGraph) => string;
}

/**
 * The graph of the statements. With `names` (the table's columns) the graph is on exactly these and a name that is
 * not among them is refused; without, on the names in the order in which the file brings them.
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
 * The statements with labels in place of ids, for formats whose ids are numbers of the program that wrote them and
 * mean nothing to a table. Where two nodes show the same label the ids stay.
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

/** An edge as writers need it. */
export interface WrittenEdge extends Omit<EdgeStatement, "place"> {
  /** Shares of the graphs, where they are known: that of the link, and that of this very edge. */
  readonly sure?: { readonly probability: number; readonly direction: number };
}

/** The edges by name: directed ones by position of cause and effect, then undirected ones. */
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

/** A finite number other than 0, or undefined: what a weight must be to be kept. */
export function weightFrom(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value !== 0 ? value : undefined;
}

/** Every node once, in order of appearance, with the place of its first mention and the first label it is given. */
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
 * The id is the name where the table knows every id, or where there are no labels to go by. Otherwise what a
 * reader of the picture would see is: the label, and the id of a node without one.
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
