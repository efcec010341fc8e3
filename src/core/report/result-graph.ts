// The answer of a result, for pictures and programs.

import { drawingOf, pictureNote } from "../graph/drawing.ts";
import { type NamedGraph, namedGraph } from "../graph/formats/formats.ts";
import type { Graph } from "../graph/graph.ts";
import { sharesFromPairs } from "../graph/shares/shares.ts";
import { pdagOf } from "../run/problem.ts";
import type { RunResult } from "../run/result.ts";

/** The answer on the table's columns, with its coefficients and the confidence in its edges, if it has them. */
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
  const place = new Map(columns.map((name, j) => [name, j]));
  for (const { a, b, coefficient } of fitted) weights[place.get(a)! * d + place.get(b)!] = coefficient!;
  return { ...named, weights };
}

/** One DAG of the answer. */
export function memberGraph({ table, member }: RunResult): NamedGraph {
  return resultGraph({ table, edges: member.edges, undirected: [], strengths: [] });
}

/** The picture as DOT, compared with this truth, by default with that of the result. */
export function resultDrawing(result: RunResult, truth?: Graph): string {
  return drawingOf(resultGraph(result), truthOf(result, truth));
}

/** The note of a picture that shows only a part of the graph; null if it shows all. */
export function resultPictureNote(result: RunResult): string | null {
  return pictureNote(resultGraph(result), truthOf(result, undefined));
}

function truthOf(result: RunResult, graph: Graph | undefined): NamedGraph | undefined {
  if (graph !== undefined) return namedGraph(result.table.columns, graph);
  if (result.truth === null) return undefined;
  const { table, truth } = result;
  return resultGraph({ table, edges: truth.edges, undirected: [], strengths: [] });
}
