// The final graph of a result, for pictures and programs.

import { drawingOf } from "../graph/drawing.ts";
import { type NamedGraph, namedGraph } from "../graph/formats/formats.ts";
import { edgeList, type Graph } from "../graph/graph.ts";
import type { NamedEdge, RunResult } from "../run/result.ts";

/** The final graph on the table's columns, with its coefficients. */
export function resultGraph({ table, edges, undirected, coefficients }: RunResult): NamedGraph {
  const { columns } = table;
  const d = columns.length;
  const place = new Map(columns.map((name, i) => [name, i]));
  const at = ([a, b]: NamedEdge): number => place.get(a)! * d + place.get(b)!;
  const pdag = { d, directed: new Uint8Array(d * d), undirected: new Uint8Array(d * d) };
  for (const edge of edges) pdag.directed[at(edge)] = 1;
  for (const [a, b] of undirected) pdag.undirected[at([a, b])] = pdag.undirected[at([b, a])] = 1;
  if (coefficients === null) return { names: columns, graph: pdag };
  const weights = new Float64Array(d * d);
  for (const { cause, effect, value } of coefficients) weights[at([cause, effect])] = value;
  return { names: columns, graph: pdag, weights };
}

/** The picture as DOT, compared with this truth, or with that in the result. */
export function resultDrawing(result: RunResult, truth?: Graph): string {
  const graph = resultGraph(result);
  return quickWhereLarge(drawingOf(graph, truthOf(result, truth)), graph);
}

function truthOf(result: RunResult, given: Graph | undefined): NamedGraph | undefined {
  if (given !== undefined) return namedGraph(result.table.columns, given);
  if (result.truth === null) return undefined;
  return resultGraph({ ...result, edges: result.truth.edges, undirected: [], coefficients: null });
}

/** Graphviz takes minutes for more edges than these unless it is told to be quick. */
const manyEdges = 300;

/** Straight lines and few rounds of tidying: 1,000 edges take half a second instead of half a minute. */
function quickWhereLarge(dot: string, { graph }: NamedGraph): string {
  const edges = edgeList({ d: graph.d, edges: graph.directed }).length;
  if (edges <= manyEdges) return dot;
  return dot.replace("{", "{\n  graph [nslimit=1, nslimit1=1, mclimit=0.1, splines=line];");
}
