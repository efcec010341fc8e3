// Search definition of CAM.

import * as z from "zod";
import { option } from "../../option.ts";
import { defineSearch } from "../definition.ts";
import { cam as camSearch } from "./cam.ts";

export const cam = defineSearch({
  name: "cam",
  group: "curves",
  summary: "additive models: edges added one by one, the most explanatory first, then pruned; uses no score",
  method: {
    term: "causal additive models (CAM)",
    assumes: "Each variable is a sum of smooth functions of its causes plus Gaussian noise.",
    sources: ["buhlmann"],
  },
  when: "Curved effects with more variables than a nonlinear score can handle.",
  finds: "dag",
  uses: "rows",
  needs: () => ["rows", "numbers"],
  prune: "cam",
  // Pruning fits with the same smoothing as the search.
  pruning: ({ smoothing }) => ({ smoothing }),
  options: z.strictObject({
    candidates: option(z.enum(["all", "neighbours"]), {
      help: "candidate causes of a variable: all others, or a preliminary selection (default: all up to 12 variables)",
    }),
    smoothing: option(z.enum(["gcv", "reml"]), {
      help: "how smoothing parameters are chosen",
      default: "gcv",
    }),
  }),
  run: camSearch,
});
