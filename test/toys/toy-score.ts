// A score as somebody would add one: a linear model in which every edge has the same price.

import * as z from "zod";
import { logarithm } from "../../src/core/math/elementary.ts";
import { filledOption, size } from "../../src/core/option.ts";
import { defineScore } from "../../src/core/score/definition.ts";
import { checkedScatter, regression } from "../../src/core/score/regression.ts";
import { type Local, scoreFromTerms } from "../../src/core/score/score.ts";

export const toyScore = defineScore({
  name: "toy-score",
  group: "lines",
  summary: "linear, one price for every edge; a toy",
  when: "To see how a score is added.",
  isLinear: true,
  options: z.strictObject({
    edgePrice: filledOption(size, {
      help: "what every edge costs",
      default: 8,
      flag: "--edge-price <amount>",
      group: "Score",
    }),
  }),
  make: (table, { edgePrice }) => {
    const { n, S } = checkedScatter(table);
    const term = (node: number, parents: readonly number[]) =>
      -n * logarithm(regression(S, node, parents).rss / n) - edgePrice * parents.length;
    const local: Local = { term };
    return {
      name: "toy-score",
      d: S.cols,
      ofGraph: (graph) => scoreFromTerms(local, graph),
      local,
      isEquivalent: true,
      isScaleFree: true,
    };
  },
});
