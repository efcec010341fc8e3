// Search definition of DAGMA.

import * as z from "zod";
import { count, option, positive } from "../../../option.ts";
import { defineSearch } from "../../definition.ts";
import { cycleNotes } from "../continuous-notes.ts";
import { lambda1, threshold } from "../continuous-options.ts";
import { dagma as dagmaSearch } from "./dagma.ts";

export const dagma = defineSearch({
  name: "dagma",
  group: "gradients",
  summary: "linear effects: least squares with a log-determinant barrier against cycles (DAGMA)",
  method: {
    term: "DAGMA",
    assumes:
      "Each variable is a linear function of its causes plus noise, whose variance is the same for all variables in the units of the table.",
    sources: ["bello"],
  },
  when: "As notears; the more recent method.",
  finds: "dag",
  uses: "rows",
  isLinear: () => true,
  needs: () => ["numbers"],
  hasUnits: true,
  options: z.strictObject({
    lambda1: lambda1(0.03),
    threshold,
    stages: option(count, {
      help: "stages of the central path, each with a tenth of the previous weight",
      default: 5,
    }),
    warmIterations: option(count, {
      help: "maximum number of iterations of every stage but the last",
      default: 30_000,
    }),
    lastIterations: option(count, {
      help: "maximum number of iterations of the last stage",
      default: 60_000,
    }),
    learningRate: option(positive, {
      help: "learning rate of Adam",
      default: 3e-4,
      flag: "--learning-rate <rate>",
    }),
  }),
  run: dagmaSearch,
  notes: (step) => [
    // `left` is 0 if the search was stopped early.
    ...(step.converged || step.values.left === 0
      ? []
      : [
          `the search ended before its weights had converged (in ${step.values.left} of its stages; raise warmIterations and lastIterations)`,
        ]),
    ...cycleNotes(step),
  ],
});
