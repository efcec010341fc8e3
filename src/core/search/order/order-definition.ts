// Search definition of order search.

import * as z from "zod";
import { option, whole } from "../../option.ts";
import { defineSearch } from "../definition.ts";
import {
  defaultStarts,
  type Effort,
  efforts,
  type OrderStep,
  orderSearch,
  shakesOf,
  startsOf,
} from "./order.ts";

const levels = Object.keys(efforts) as [Effort, ...Effort[]];

export const order = defineSearch({
  name: "order",
  group: "steps",
  summary:
    "hill climbing over causal orders, then random perturbations of the best; a thousand variables, no proof",
  method: {
    term: "hill climbing over causal orders with iterated local search",
    sources: ["teyssier"],
  },
  when: "The standard search for many variables, up to a thousand. Fast.",
  finds: "as the score",
  uses: "score",
  needs: () => ["terms"],
  isQuickFor: { variables: 40, edges: 4 },
  mayEndEarly: true,
  restarts: defaultStarts,
  options: z.strictObject({
    effort: option(z.enum(levels), {
      help: "how long it runs: until as many perturbations in a row as there are edges (at least twice the variables) bring no improvement; low: an eighth of that, high: five times",
      default: "normal",
      flag: "--effort <level>",
    }),
    candidates: option(z.enum(["all", "neighbours"]), {
      help: "candidate causes of a variable: all others, or a preliminary selection (default: all; a selection for a slow nonlinear score with more variables than can be proven)",
    }),
    shakes: option(whole, {
      help: "perturbations of the best order in a row without improvement before the search ends, overriding the effort; 0: none",
      default: "1000; by the number of edges and the effort",
    }),
  }),
  tasks: (problem, options) => shakesOf({ ...problem, rng: problem.rng.fork("order") }, options),
  starts: (problem, options) => startsOf({ ...problem, rng: problem.rng.fork("order") }, options),
  run: (problem, options, machine) =>
    orderSearch({ ...problem, rng: problem.rng.fork("order") }, options, machine),
  notes: ({ selected }: OrderStep) =>
    selected === undefined
      ? []
      : [
          `causes were selected among candidates from boosting, at most ${Math.max(...selected)} for each variable, ${mean(selected).toFixed(1)} on average: an effect that appears only together with others may have been missed (candidates "all" considers every variable)`,
        ],
});

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}
