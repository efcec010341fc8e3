// Search definition of exact search.

import * as z from "zod";
import { defineSearch } from "../definition.ts";
import { checkExact } from "./check-exact.ts";
import { exactSearch } from "./exact.ts";
import { termCount } from "./subset-program.ts";

export const exact = defineSearch({
  name: "exact",
  group: "proof",
  summary: "the best of all graphs, with proof; up to 27 variables",
  method: {
    term: "an exact search over all directed acyclic graphs by dynamic programming over subsets",
    sources: ["silander"],
  },
  when: "Whenever it is feasible: up to about 20 variables. Among the graphs that you allow, none scores higher than its result under the chosen score.",
  finds: "as the score",
  uses: "score",
  needs: () => ["terms"],
  isQuickFor: { variables: 16, edges: Number.POSITIVE_INFINITY },
  options: z.strictObject({}),
  refuse: (score, machine) => void checkExact(score, machine),
  terms: ({ local }, knowledge) => (local?.gaussian ? undefined : termCount(knowledge)),
  hasSweeps: true,
  run: exactSearch,
});
