// A search as somebody would add one: edges are added one by one, always the one that raises the score most.

import * as z from "zod";
import { emptyGraph, type Graph, graphFromEdges, isAcyclic, parentsOf } from "../../src/core/graph/graph.ts";
import { allowedParents, type Knowledge } from "../../src/core/graph/knowledge.ts";
import { count, option, size } from "../../src/core/option.ts";
import { isBetter, type Score } from "../../src/core/score/score.ts";
import { defineSearch } from "../../src/core/search/definition.ts";
import type { Search, SearchProblem, Step } from "../../src/core/search/search.ts";

interface ToyOptions {
  readonly mostEdges?: number | undefined;
  readonly leastGain?: number | undefined;
}

function* forwardSearch(
  { score, knowledge, from }: SearchProblem,
  { mostEdges = 100, leastGain = 0 }: ToyOptions,
): Search {
  const { d } = score;
  let added = (from as [number, number][] | undefined) ?? [];
  for (;;) {
    const graph = graphWith(knowledge, added);
    const value = score.ofGraph(graph);
    const isFull = added.length >= mostEdges;
    const next = isFull ? undefined : bestAddition(score, knowledge, graph, value + leastGain);
    const step: Step = {
      graph,
      score: value,
      progress: next === undefined ? 1 : added.length / (d * d),
      doing: "adding edges",
      values: { edges: added.length },
      state: added,
    };
    if (next === undefined) return step;
    yield step;
    added = [...added, next];
  }
}

function bestAddition(
  score: Score,
  knowledge: Knowledge,
  graph: Graph,
  least: number,
): [number, number] | undefined {
  let best: { readonly edge: [number, number]; readonly value: number } | undefined;
  for (let j = 0; j < graph.d; j++) {
    if (parentsOf(graph, j).length >= knowledge.maxParents) continue;
    for (const i of allowedParents(knowledge, j)) {
      const larger = { d: graph.d, edges: graph.edges.with(i * graph.d + j, 1) };
      if (!isAcyclic(larger)) continue;
      const value = score.ofGraph(larger);
      if (isBetter(value, best?.value ?? least)) best = { edge: [i, j], value };
    }
  }
  return best?.edge;
}

function graphWith({ d, required }: Knowledge, added: readonly (readonly [number, number])[]): Graph {
  const { edges } = added.length === 0 ? emptyGraph(d) : graphFromEdges(d, added);
  return { d, edges: edges.map((edge, k) => edge | required[k]) };
}

export const toySearch = defineSearch({
  name: "toy-search",
  group: "steps",
  summary: "the edge that helps most, then the next; a toy",
  when: "To see how a search is added.",
  finds: "as the score",
  uses: "score",
  options: z.strictObject({
    mostEdges: option(count, { help: "edges to add, at most", default: 100, flag: "--most-edges <count>" }),
    leastGain: option(size, { help: "what an edge must raise the score by, and more", default: 0 }),
  }),
  run: forwardSearch,
  notes: ({ values }) => [`the toy added ${values.edges} edges`],
});
