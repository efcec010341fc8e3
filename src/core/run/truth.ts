// A true graph to compare with, from the text of a graph file or from edges, checked against the columns of a table.

import { check, InputError, suggestion } from "../check.ts";
import { formatOf, type NamedGraph, namedGraph, readGraph } from "../graph/formats/formats.ts";
import { edgeList, findCycle, type Graph, graphFromEdges } from "../graph/graph.ts";
import type { NamedEdge } from "./result.ts";

/** `source`: edges, or the text of a graph file; the graph must be directed and acyclic. */
export function truthOn(names: readonly string[], source: string | readonly NamedEdge[]): Graph {
  try {
    const graph =
      typeof source === "string"
        ? readGraph(source, formatOf("truth", source), names, { where: "truth" })
        : graphOfEdges(names, source);
    return directedTruth(graph, "the graph");
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.sentence, { field: "truth", remedies: error.remedies });
  }
}

/** The graph of a truth; `label` is its name in sentences. */
export function directedTruth({ graph, names }: NamedGraph, label: string): Graph {
  check(
    !graph.undirected.includes(1),
    `truth: ${label} must have directed edges only; direct the others, or leave them out`,
  );
  const truth = { d: graph.d, edges: graph.directed };
  const cycle = findCycle(truth);
  check(cycle === null, () => {
    const around = [...cycle!, cycle![0]].map((i) => names[i]).join(" → ");
    return `truth: ${label} must have no cycle, got ${around}; remove one of these edges`;
  });
  return truth;
}

function graphOfEdges(names: readonly string[], edges: readonly NamedEdge[]): NamedGraph {
  const place = (name: string): number => {
    const k = names.indexOf(name);
    check(k >= 0, () => `truth: no column is called "${name}"; ${suggestion(name, names)}`);
    return k;
  };
  const pairs = edges.map(([cause, effect]) => [place(cause), place(effect)] as [number, number]);
  return namedGraph(names, graphFromEdges(names.length, pairs));
}

/** The directed edges of a graph, by name. */
export function edgesOf({ names, graph }: NamedGraph): NamedEdge[] {
  return edgeList({ d: graph.d, edges: graph.directed }).map(([i, j]) => [names[i], names[j]]);
}
