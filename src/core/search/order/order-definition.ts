// Order search, as it is offered.

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
  summary: "hill climbing over causal orders, then shakes of the best; a thousand variables, no proof",
  method: {
    term: "hill climbing over causal orders with iterated local search",
    sources: ["teyssier"],
  },
  when: "The everyday search for many variables, up to a thousand. Quick.",
  finds: "as the score",
  uses: "score",
  mayEndEarly: true,
  restarts: defaultStarts,
  options: z.strictObject({
    effort: option(z.enum(levels), {
      help: "how long it goes on: until as many shakes in a row as there are edges (twice the variables at least) have led to nothing better; low: an eighth of that, high: five times",
      default: "normal",
      flag: "--effort <level>",
    }),
    candidates: option(z.enum(["all", "neighbours"]), {
      help: "which others may cause a variable: all, or a preliminary selection (default: all; of a slow score of curves beyond the variables that it can be proven for, a selection)",
    }),
    shakes: option(whole, {
      help: "shakes of the best order in a row that may lead to nothing better, whatever the effort; 0: none",
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
          `causes were looked for among a selection by boosting, ${Math.max(...selected)} others of a variable at most, ${mean(selected).toFixed(1)} on average: an effect that shows only together with others may have been left out (candidates "all" tries every other)`,
        ],
});

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}
