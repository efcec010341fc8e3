// Search definition of the agent over vectors that encode graphs.

import * as z from "zod";
import { count, option, share, size } from "../../../option.ts";
import { batch, iterations, learningRate, patience, shakes, stop } from "../agent-options.ts";
import { defineAgent } from "../define-agent.ts";
import { credits, vec2dagRuns } from "./vec2dag.ts";

export const vec2dag = defineAgent({
  name: "vec2dag",
  summary: "an agent that searches a space in which every point is an acyclic graph (ALIAS); no proof",
  method: {
    term: "a reinforcement-learning agent in a space of acyclic graphs (ALIAS)",
    sources: ["duong"],
  },
  when: "An agent without cycles and without a network: it learns a number for each variable and for each pair.",
  options: z.strictObject({
    credit: option(z.enum(credits), {
      help: "reward of each number: the terms of the score that it changes, or the score of the whole graph",
      default: "terms",
      flag: "--credit <what>",
    }),
    iterations: iterations(400),
    stop: stop("auto"),
    patience: patience(100),
    shakes,
    learningRate: learningRate(0.1),
    batch: batch(64),
    clip: option(share, {
      help: "clipping range of the ratio of new to old probability around 1 (PPO)",
      default: 0.2,
      group: "Training",
    }),
    epochs: option(count, { help: "optimiser steps with each batch", default: 3, group: "Training" }),
    entropy: option(size, { help: "weight of the entropy", default: 0, group: "Training" }),
  }),
  runs: (problem, options) => vec2dagRuns({ ...problem, rng: problem.rng.fork("vec2dag") }, options, {}),
});
