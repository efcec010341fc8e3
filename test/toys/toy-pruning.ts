// A pruning as somebody would add one: of every variable's causes those are kept that its score would miss most.

import * as z from "zod";
import { graphFromParents, parentsOf } from "../../src/core/graph/graph.ts";
import { count, filledOption } from "../../src/core/option.ts";
import { definePruning } from "../../src/core/search/prune/definition.ts";

export const toyPruning = definePruning({
  name: "toy-pruning",
  summary: "keep so many causes of each variable; a toy",
  options: z.strictObject({
    causesKept: filledOption(count, {
      help: "causes that a variable keeps",
      default: 2,
      flag: "--causes-kept <count>",
      group: "Pruning",
    }),
  }),
  prune: ({ graph, score, common }, { causesKept }) => {
    const { d } = graph;
    const without = (i: number, j: number) => score.ofGraph({ d, edges: graph.edges.with(i * d + j, 0) });
    return graphFromParents(
      Array.from({ length: d }, (_, j) => {
        const isRequired = (i: number) => common.knowledge?.required[i * d + j] === 1;
        const parents = parentsOf(graph, j).sort((a, b) => without(a, j) - without(b, j));
        return parents.filter((i, rank) => rank < causesKept || isRequired(i));
      }),
    );
  },
});
