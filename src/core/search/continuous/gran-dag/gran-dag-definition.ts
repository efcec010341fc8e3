// Search definition of GraN-DAG.

import * as z from "zod";
import { count, option, whole } from "../../../option.ts";
import { defineSearch } from "../../definition.ts";
import { constraintNotes } from "../continuous-notes.ts";
import { granDagRates, granDag as granDagSearch } from "./gran-dag.ts";

export const granDag = defineSearch({
  name: "gran-dag",
  group: "gradients",
  summary: "a network for every variable under an acyclicity constraint, then pruned (GraN-DAG)",
  method: {
    term: "GraN-DAG",
    assumes:
      "Each variable is a function of its causes plus Gaussian noise, with a separate variance for each variable.",
    sources: ["lachapelle"],
  },
  when: "Curved effects and interactions; slow.",
  finds: "dag",
  uses: "rows",
  needs: () => ["rows", "numbers"],
  prune: "cam",
  options: z.strictObject({
    layers: option(whole, { help: "hidden layers of each network; 0 for linear functions", default: 2 }),
    hidden: option(count, { title: "Hidden units", help: "units of a hidden layer", default: 10 }),
    batch: option(count, { help: "rows per step", default: 64 }),
    iterations: option(count, {
      help: "maximum number of steps",
      default: 100_000,
      flag: "--iterations <count>",
    }),
    rates: option(z.enum(Object.keys(granDagRates) as (keyof typeof granDagRates)[]), {
      help: "learning rates of the authors' current code (head), or of 2019",
      default: "head",
    }),
    spreads: option(z.enum(["own", "equal"]), {
      help: "a noise variance for every variable (own), or one for all",
      default: "own",
    }),
    closeAfter: option(whole, { help: "steps before edges may be removed permanently", default: 0 }),
    candidates: option(z.enum(["all", "neighbours"]), {
      help: "candidate causes of a variable: all others, or a selection by trees (default: all below 50 variables)",
    }),
    trees: option(count, { help: "number of trees of that selection, for each variable", default: 500 }),
  }),
  run: (problem, options, machine) =>
    granDagSearch({ ...problem, rng: problem.rng.fork("gran-dag") }, options, machine),
  notes: (step) => constraintNotes(step),
});
