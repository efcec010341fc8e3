// CAM, as it is offered.

import * as z from "zod";
import { option } from "../../option.ts";
import { defineSearch } from "../definition.ts";
import { cam as camSearch } from "./cam.ts";

export const cam = defineSearch({
  name: "cam",
  group: "curves",
  summary:
    "additive models: edges added one by one, the most explanatory first, then pruned; no score steers it",
  method: {
    term: "causal additive models (CAM)",
    assumes: "Each variable is a sum of smooth functions of its causes plus Gaussian noise.",
    sources: ["buhlmann"],
  },
  when: "Curved effects and more variables than a score of curves can take.",
  finds: "dag",
  uses: "rows",
  needsRows: () => true,
  prune: "cam",
  // What it fits by, its pruning fits by.
  pruning: ({ smoothing }) => ({ smoothing }),
  options: z.strictObject({
    candidates: option(z.enum(["all", "neighbours"]), {
      help: "which others may cause a variable: all, or a preliminary selection (default: all up to 12 variables)",
    }),
    smoothing: option(z.enum(["gcv", "reml"]), {
      help: "how smoothing parameters are chosen",
      default: "gcv",
    }),
  }),
  run: camSearch,
});
