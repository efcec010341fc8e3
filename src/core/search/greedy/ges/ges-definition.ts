// Search definition of greedy equivalence search.

import * as z from "zod";
import type { Graph } from "../../../graph/graph.ts";
import { option, whole } from "../../../option.ts";
import { defineSearch } from "../../definition.ts";
import { ges as gesSearch } from "./ges.ts";

export const ges = defineSearch({
  name: "ges",
  group: "steps",
  summary:
    "greedy equivalence search: insert, delete and turn edges of equivalence classes; hundreds of variables, no proof",
  method: {
    term: "greedy equivalence search (GES)",
    sources: ["chickering"],
  },
  when: "The classical method: hundreds of variables with few links each.",
  finds: "class",
  uses: "score",
  needs: ({ turning, extended }) => (turning || extended ? ["terms", "equivalence"] : ["terms"]),
  isQuickFor: { variables: 40, edges: 4 },
  options: z.strictObject({
    turning: option(z.boolean(), {
      help: "reverse edges too (turning phase), or only Chickering's two phases",
      default: true,
    }),
    extended: option(z.boolean(), {
      help: "escape local optima: try deletions first, then the forced removal of each edge",
      default: false,
    }),
    maxDegree: option(whole, { help: "maximum number of links of a variable (default: no limit)" }),
  }),
  reaches: (graph, { maxDegree = graph.d }) => largestDegree(graph) <= maxDegree,
  run: gesSearch,
});

/** The largest number of links of a variable. */
function largestDegree({ d, edges }: Graph): number {
  const degrees = new Int32Array(d);
  edges.forEach((e, k) => {
    degrees[k % d] += e;
    degrees[Math.floor(k / d)] += e;
  });
  return Math.max(0, ...degrees);
}
