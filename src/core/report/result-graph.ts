// The answer of a result, for pictures and programs.

import { drawingOf } from "../graph/drawing.ts";
import { type NamedGraph, namedGraph } from "../graph/formats/formats.ts";
import { edgeList, type Graph } from "../graph/graph.ts";
import { undirectedPairs } from "../graph/pdag.ts";
import { pdagOf } from "../run/problem.ts";
import type { RunResult } from "../run/result.ts";

/** The answer on the table's columns, with the coefficients that it has. */
export function resultGraph({
  table,
  edges,
  undirected,
  strengths,
}: Pick<RunResult, "table" | "edges" | "undirected" | "strengths">): NamedGraph {
  const { columns } = table;
  const pdag = pdagOf(columns, { edges, undirected });
  const fitted = strengths.filter(({ coefficient }) => coefficient !== null);
  if (fitted.length === 0) return { names: columns, graph: pdag };
  const d = columns.length;
  const weights = new Float64Array(d * d);
  for (const { a, b, coefficient } of fitted)
    weights[columns.indexOf(a) * d + columns.indexOf(b)] = coefficient!;
  return { names: columns, graph: pdag, weights };
}

/** One DAG of the answer. */
export function memberGraph({ table, member }: RunResult): NamedGraph {
  return resultGraph({ table, edges: member.edges, undirected: [], strengths: [] });
}

/** The picture as DOT, compared with this truth, or with that in the result. */
export function resultDrawing(result: RunResult, truth?: Graph): string {
  const graph = resultGraph(result);
  return quickWhereLarge(drawingOf(graph, truthOf(result, truth)), graph);
}

function truthOf(result: RunResult, given: Graph | undefined): NamedGraph | undefined {
  if (given !== undefined) return namedGraph(result.table.columns, given);
  if (result.truth === null) return undefined;
  return resultGraph({ ...result, edges: result.truth.edges, undirected: [], strengths: [] });
}

/** Graphviz takes minutes for more edges than these unless it is told to be quick. */
const manyEdges = 300;

/** Straight lines and few rounds of tidying: 1,000 edges take half a second instead of half a minute. */
function quickWhereLarge(dot: string, { graph }: NamedGraph): string {
  const { d, directed } = graph;
  const edges = edgeList({ d, edges: directed }).length + undirectedPairs(graph).length;
  if (edges <= manyEdges) return dot;
  return dot.replace("{", "{\n  graph [nslimit=1, nslimit1=1, mclimit=0.1, splines=line];");
}
