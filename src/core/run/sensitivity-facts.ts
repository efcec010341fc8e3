// Sentences on how the result changes with the penalty on edges.

import type { NamedEdge, SensitivityFacts } from "./result.ts";
import { counted, written } from "./written.ts";

interface Stability {
  readonly all: number;
  /** Number of edges that are the same in all graphs. */
  readonly stable: number;
  /**
   * Number of pairs linked in all graphs: with arrows in both directions, and directed in the answer; the same, and undirected in the
   * answer; with an arrow in some, undirected in others.
   */
  readonly reversed: number;
  readonly turned: number;
  readonly opened: number;
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
  const arrows = new Set(graphs.flatMap((graph) => graph.edges.map(key("→"))));
  const isReversed = (link: string): boolean => {
    const [a, b] = JSON.parse(link);
    return [[a, b] as const, [b, a] as const].every((edge) => arrows.has(key("→")(edge)));
  };
  const open = new Set(base.undirected.map((pair) => JSON.stringify(pair.toSorted())));
  const turned = inAll((graph) => links(graph).filter((link) => isReversed(link) && open.has(link)));
  const reversed = inAll((graph) => links(graph).filter((link) => isReversed(link) && !open.has(link)));
  return {
    all: edges(base).length,
    stable,
    reversed,
    turned,
    opened: inAll(links) - stable - reversed - turned,
    added: new Set(graphs.flatMap(links)).size - new Set(links(base)).size,
  };
}

/** How many of several edges are stable: "none of the 3", "2 of the 3", "all 3". */
function shareOf({ all, stable }: Stability): string {
  if (stable === all) return all === 2 ? "both" : `all ${written(all)}`;
  return `${stable > 0 ? written(stable) : all === 2 ? "neither" : "none"} of the ${written(all)}`;
}

/** The option in words. */
export function nameOf(option: SensitivityFacts["option"]): string {
  return option === "penaltyWeight" ? "the weight of the penalty" : "the equivalent sample size";
}

/** Changes of the edges that are not stable: "4 were directed in some and open in others, 2 were reversed, 2 vanished". */
function changesOf({ all, stable, reversed, turned, opened }: Stability): string[] {
  const gone = all - stable - reversed - turned - opened;
  return [
    ...(opened === 0 ? [] : [`${written(opened)} ${was(opened)} directed in some and open in others`]),
    ...(turned === 0 ? [] : [`${written(turned)} ${was(turned)} ${bothWays}`]),
    ...(reversed === 0 ? [] : [`${written(reversed)} ${was(reversed)} reversed`]),
    ...(gone === 0 ? [] : [`${written(gone)} vanished`]),
  ];
}

const bothWays = "directed one way in some and the other way in others";

function was(number: number): string {
  return number === 1 ? "was" : "were";
}

/** What happened to the only edge. */
function onlyChange({ stable, reversed, turned, opened }: Stability): string {
  if (stable === 1) return "stayed the same";
  if (turned === 1) return `was ${bothWays}`;
  return reversed === 1
    ? "was reversed"
    : opened === 1
      ? "was directed in some and open in others"
      : "vanished";
}

export function sensitivitySentences(facts: SensitivityFacts | null): string[] {
  if (facts === null) return [];
  const stability = stabilityOf(facts);
  const { all, added } = stability;
  const values = facts.graphs.map(({ value }) => value);
  const [min, max] = [Math.min(...values), Math.max(...values)].map((value) => Number(value.toPrecision(3)));
  const stayed =
    all === 1
      ? `the one edge ${onlyChange(stability)}`
      : [`${shareOf(stability)} edges stayed the same`, ...changesOf(stability)].join(", ");
  const more = added === 0 ? "" : `; ${counted(added, "more link")} appeared`;
  const change =
    all > 0
      ? `${stayed}${more}`
      : added > 0
        ? `${counted(added, "link")} appeared`
        : "the graph stayed without edges";
  return [
    `With ${nameOf(facts.option)} from ${min} to ${max} (0.5, 0.7, 1.4 and 2 times the value that was used), ${change}.`,
  ];
}

/** A warning for the head of the answer, if fewer than half of the edges stay the same. */
export function sensitivityWarnings(facts: SensitivityFacts | null): string[] {
  if (facts === null) return [];
  const stability = stabilityOf(facts);
  const { all, stable } = stability;
  if (2 * stable >= all) return [];
  const which =
    all === 1
      ? `the one edge ${onlyChange(stability)}`
      : `${stable === 0 ? "" : "only "}${shareOf(stability)} edges stayed the same`;
  const how = all === 1 ? "" : ` (${changesOf(stability).join(", ")})`;
  return [`with half to twice ${nameOf(facts.option)} ${which}${how}`];
}
