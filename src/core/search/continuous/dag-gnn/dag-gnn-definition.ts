// DAG-GNN, as it is offered.

import * as z from "zod";
import { count, option, positive } from "../../../option.ts";
import { defineSearch } from "../../definition.ts";
import { constraintNotes, cycleNotes } from "../continuous-notes.ts";
import { threshold } from "../continuous-options.ts";
import { dagGnn as dagGnnSearch, epochChoices } from "./dag-gnn.ts";

export const dagGnn = defineSearch({
  name: "dag-gnn",
  group: "gradients",
  summary: "an autoencoder around a weighted graph (DAG-GNN); no score steers it",
  method: {
    term: "DAG-GNN",
    assumes:
      "The variables are made by a network around a weighted graph, from noise whose variance is the same for all in the units of the table.",
    sources: ["yu"],
  },
  when: "To compare with its paper; slow, and sensitive to units.",
  finds: "dag",
  uses: "rows",
  needsRows: () => true,
  hasUnits: true,
  hasBatches: true,
  options: z.strictObject({
    epochs: option(count, { help: "passes over the rows in each solve", default: 200 }),
    batch: option(count, { help: "rows in a step", default: 100 }),
    rounds: option(count, { help: "updates of the multiplier, at most", default: 100 }),
    hidden: option(count, {
      title: "Hidden units",
      help: "units in the hidden layer of each network",
      default: 64,
    }),
    learningRate: option(positive, {
      help: "before it is divided by log10 of the penalty",
      default: 3e-3,
      flag: "--learning-rate <rate>",
    }),
    threshold,
    choice: option(z.enum(epochChoices), {
      help: "whose weights make the graph: the epoch of best elbo or nll, or the last",
      default: "elbo",
    }),
  }),
  run: (problem, options) => dagGnnSearch({ ...problem, rng: problem.rng.fork("dag-gnn") }, options),
  notes: (step) => [...constraintNotes(step), ...cycleNotes(step)],
});
