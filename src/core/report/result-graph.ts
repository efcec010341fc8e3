// The answer of a result, for pictures and programs.

import { drawingOf } from "../graph/drawing.ts";
import { type NamedGraph, namedGraph } from "../graph/formats/formats.ts";
import { edgeList, type Graph } from "../graph/graph.ts";
import { undirectedPairs } from "../graph/pdag.ts";
import { sharesFromPairs } from "../graph/shares/shares.ts";
import { pdagOf } from "../run/problem.ts";
import type { RunResult } from "../run/result.ts";

/** The answer on the table's columns, with the coefficients that it has, and how sure its edges are where that is known. */
export function resultGraph({
  table,
  edges,
  undirected,
  strengths,
  confidence,
}: Pick<RunResult, "table" | "edges" | "undirected" | "strengths" | "confidence">): NamedGraph {
  const { columns } = table;
  const named = {
    names: columns,
    graph: pdagOf(columns, { edges, undirected }),
    ...(confidence && { shares: sharesFromPairs(columns, confidence.pairs) }),
  };
  const fitted = strengths.filter(({ coefficient }) => coefficient !== null);
  if (fitted.length === 0) return named;
  const d = columns.length;
  const weights = new Float64Array(d * d);
  for (const { a, b, coefficient } of fitted)
    weights[columns.indexOf(a) * d + columns.indexOf(b)] = coefficient!;
  return { ...named, weights };
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
  const { table, truth } = result;
  return resultGraph({ table, edges: truth.edges, undirected: [], strengths: [] });
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
