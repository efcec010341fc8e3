// Search definition of hill climbing.

import * as z from "zod";
import { option, whole } from "../../option.ts";
import { defineSearch } from "../definition.ts";
import { defaultRestarts } from "../search.ts";
import { hillClimb as climb } from "./hill-climb.ts";

export const hillClimb = defineSearch({
  name: "hill-climb",
  group: "steps",
  summary: "one edge at a time, with a tabu list; for any score that is a function of the graph, no proof",
  method: {
    term: "hill climbing over graphs with a tabu list",
    sources: ["heckerman"],
  },
  when: "Scores of whole graphs only, or a simple baseline.",
  finds: "as the score",
  uses: "score",
  isQuickFor: { variables: 25, edges: 4 },
  restarts: defaultRestarts,
  options: z.strictObject({
    tabu: option(whole, {
      help: "length of the tabu list, and moves without improvement before a climb ends",
      default: "10; 0 without terms",
    }),
  }),
  run: (problem, options) => climb({ ...problem, rng: problem.rng.fork("hill-climb") }, options),
});
