// What another penalty on edges would have changed, as sentences.

import type { NamedEdge, SensitivityFacts } from "./result.ts";
import { counted, written } from "./written.ts";

interface Stability {
  readonly all: number;
  /** Edges that are the same in all graphs, and those that are linked in all of them, but not everywhere in the same way. */
  readonly stable: number;
  readonly turned: number;
  /** Pairs that are linked in other graphs only. */
  readonly added: number;
}

function stabilityOf({ graphs }: SensitivityFacts): Stability {
  const own = graphs.find(({ factor }) => factor === 1)!;
  const key = (kind: string) => (edge: NamedEdge) => JSON.stringify([kind, ...edge]);
  const edges = (graph: typeof own) => [...graph.edges.map(key("→")), ...graph.undirected.map(key("—"))];
  const links = (graph: typeof own) =>
    [...graph.edges, ...graph.undirected].map((pair) => JSON.stringify(pair.toSorted()));
  const inAll = (of: (graph: typeof own) => string[]): number => {
    const sets = graphs.map((graph) => new Set(of(graph)));
    return of(own).filter((each) => sets.every((set) => set.has(each))).length;
  };
  const stable = inAll(edges);
  return {
    all: edges(own).length,
    stable,
    turned: inAll(links) - stable,
    added: new Set(graphs.flatMap(links)).size - new Set(links(own)).size,
  };
}

function optionName({ option }: SensitivityFacts): string {
  return option === "penaltyWeight" ? "the weight of the penalty" : "the equivalent sample size";
}

export function sensitivitySentences(facts: SensitivityFacts | null): string[] {
  if (facts === null) return [];
  const { all, stable, turned, added } = stabilityOf(facts);
  const values = facts.graphs.map(({ value }) => value);
  const [min, max] = [Math.min(...values), Math.max(...values)].map((value) => Number(value.toPrecision(3)));
  const stayed =
    all === 1
      ? `the one edge ${stable === 1 ? "stayed the same" : "changed"}`
      : `${written(stable)} of the ${written(all)} edges stayed the same${turned === 0 ? "" : `, ${written(turned)} more remained, directed differently`}`;
  const more = added === 0 ? "" : `; ${counted(added, "more link")} appeared`;
  return [
    `With ${optionName(facts)} from ${min} to ${max} (0.5, 0.7, 1.4 and 2 times the value that was used), ${stayed}${more}.`,
  ];
}

/** For the head of the answer: where fewer than half of the edges stay the same. */
export function sensitivityWarnings(facts: SensitivityFacts | null): string[] {
  if (facts === null) return [];
  const { all, stable, turned } = stabilityOf(facts);
  if (2 * stable >= all) return [];
  const number = stable === 0 ? "none" : `only ${written(stable)}`;
  const verb = stable <= 1 ? "stays" : "stay";
  const why =
    2 * (stable + turned) >= all
      ? "the data determine the links better than their directions"
      : "the data do not determine this graph well";
  return [
    `${number} of the ${counted(all, "edge")} ${verb} the same with half to twice ${optionName(facts)}: ${why}`,
  ];
}
