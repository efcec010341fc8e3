// Sentences on how the result changes with the penalty on edges.

import type { NamedEdge, SensitivityFacts } from "./result.ts";
import { counted, written } from "./written.ts";

interface Stability {
  readonly all: number;
  /** Number of edges that are the same in all graphs, and of pairs linked in all graphs but not always in the same direction. */
  readonly stable: number;
  readonly turned: number;
  /** Number of pairs linked only in graphs other than the answer. */
  readonly added: number;
}

function stabilityOf({ graphs }: SensitivityFacts): Stability {
  const base = graphs.find(({ factor }) => factor === 1)!;
  const key = (kind: string) => (edge: NamedEdge) => JSON.stringify([kind, ...edge]);
  const edges = (graph: typeof base) => [...graph.edges.map(key("→")), ...graph.undirected.map(key("—"))];
  const links = (graph: typeof base) =>
    [...graph.edges, ...graph.undirected].map((pair) => JSON.stringify(pair.toSorted()));
  const inAll = (of: (graph: typeof base) => string[]): number => {
    const sets = graphs.map((graph) => new Set(of(graph)));
    return of(base).filter((each) => sets.every((set) => set.has(each))).length;
  };
  const stable = inAll(edges);
  return {
    all: edges(base).length,
    stable,
    turned: inAll(links) - stable,
    added: new Set(graphs.flatMap(links)).size - new Set(links(base)).size,
  };
}

/** The option in words. */
export function nameOf(option: SensitivityFacts["option"]): string {
  return option === "penaltyWeight" ? "the weight of the penalty" : "the equivalent sample size";
}

/** Changes of the edges that are not stable: "6 were directed differently, 2 vanished". */
function changesOf({ all, stable, turned }: Stability): string[] {
  const gone = all - stable - turned;
  return [
    ...(turned === 0 ? [] : [`${written(turned)} ${turned === 1 ? "was" : "were"} directed differently`]),
    ...(gone === 0 ? [] : [`${written(gone)} vanished`]),
  ];
}

export function sensitivitySentences(facts: SensitivityFacts | null): string[] {
  if (facts === null) return [];
  const stability = stabilityOf(facts);
  const { all, stable, turned, added } = stability;
  const values = facts.graphs.map(({ value }) => value);
  const [min, max] = [Math.min(...values), Math.max(...values)].map((value) => Number(value.toPrecision(3)));
  const one = stable === 1 ? "stayed the same" : turned === 1 ? "was directed differently" : "vanished";
  const stayed =
    all === 1
      ? `the one edge ${one}`
      : [`${written(stable)} of the ${written(all)} edges stayed the same`, ...changesOf(stability)].join(
          ", ",
        );
  const more = added === 0 ? "" : `; ${counted(added, "more link")} appeared`;
  return [
    `With ${nameOf(facts.option)} from ${min} to ${max} (0.5, 0.7, 1.4 and 2 times the value that was used), ${stayed}${more}.`,
  ];
}

/** A warning for the head of the answer, if fewer than half of the edges stay the same. */
export function sensitivityWarnings(facts: SensitivityFacts | null): string[] {
  if (facts === null) return [];
  const stability = stabilityOf(facts);
  const { all, stable, turned } = stability;
  if (2 * stable >= all) return [];
  const which =
    all === 1
      ? `the one edge ${turned === 1 ? "was directed differently" : "vanished"}`
      : `${stable === 0 ? "none" : `only ${written(stable)}`} of the ${written(all)} edges stayed the same`;
  const how = all === 1 ? "" : ` (${changesOf(stability).join(", ")})`;
  return [`with half to twice ${nameOf(facts.option)} ${which}${how}`];
}
