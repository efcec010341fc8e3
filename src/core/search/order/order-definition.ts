// Order search, as it is offered.

import * as z from "zod";
import { option, whole } from "../../option.ts";
import { defineSearch } from "../definition.ts";
import { defaultRestarts } from "../search.ts";
import { defaultShakes, orderSearch } from "./order.ts";

export const order = defineSearch({
  name: "order",
  group: "steps",
  summary:
    "insertion hill climbing over causal orders, from random ones and from shaken ones; hundreds of variables, no proof",
  when: "The everyday search for many variables, up to hundreds. Quick.",
  finds: "as the score",
  uses: "score",
  mayEndEarly: true,
  restarts: defaultRestarts,
  options: z.strictObject({
    shakes: option(whole, {
      help: "shakes of the best order in a row that may lead nowhere; 0: none",
      default: defaultShakes,
    }),
  }),
  run: (problem, options) => orderSearch({ ...problem, rng: problem.rng.fork("order") }, options),
});
