// Order search, as it is offered.

import * as z from "zod";
import { option, whole } from "../../option.ts";
import { defineSearch } from "../definition.ts";
import { defaultStarts, type Effort, efforts, orderSearch, shakesOf } from "./order.ts";

const levels = Object.keys(efforts) as [Effort, ...Effort[]];

export const order = defineSearch({
  name: "order",
  group: "steps",
  summary: "hill climbing over causal orders, then shakes of the best; a thousand variables, no proof",
  when: "The everyday search for many variables, up to a thousand. Quick.",
  finds: "as the score",
  uses: "score",
  mayEndEarly: true,
  restarts: defaultStarts,
  options: z.strictObject({
    effort: option(z.enum(levels), {
      help: "how long it goes on: until 0.5, 2 or 10 times as many shakes in a row as there are variables have led to nothing better",
      default: "normal",
      flag: "--effort <level>",
    }),
    shakes: option(whole, {
      help: "shakes of the best order in a row that may lead to nothing better, whatever the effort; 0: none",
      default: "1000; by the number of variables and the effort",
    }),
  }),
  tasks: (problem) => shakesOf({ ...problem, rng: problem.rng.fork("order") }),
  run: (problem, options, machine) =>
    orderSearch({ ...problem, rng: problem.rng.fork("order") }, options, machine),
});
