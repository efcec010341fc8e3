// Search definition of CORL.

import * as z from "zod";
import { count, option } from "../../../option.ts";
import {
  batch,
  heads,
  iterations,
  learningRate,
  networkOptions,
  patience,
  shakes,
  stop,
} from "../agent-options.ts";
import { defineAgent } from "../define-agent.ts";
import { corlRuns, rewardModes } from "./corl.ts";

export const corl = defineAgent({
  name: "corl",
  summary: "an agent that draws causal orders variable by variable (CORL); no proof",
  method: {
    term: "ordering-based causal discovery with reinforcement learning (CORL)",
    sources: ["wang"],
  },
  when: "An agent that orders the variables one by one: the successor of rl.",
  options: z.strictObject({
    reward: option(z.enum(rewardModes), {
      help: "reward at the end of an order, or for each variable of it",
      default: "episodic",
      flag: "--reward <when>",
    }),
    iterations: iterations(2000),
    stop: stop("auto"),
    patience: patience(200),
    shakes,
    learningRate: learningRate(1e-4),
    batch: batch(64),
    ...networkOptions({ inputSamples: 64, hidden: 64, stacks: 3 }),
    heads: heads(16),
    inner: option(count, {
      title: "Inner units",
      help: "units of a block's inner layer (default: four times the width)",
      group: "Network",
    }),
  }),
  needs: ({ reward }) => (reward === "stepwise" ? ["terms"] : []),
  hasNetwork: () => true,
  runs: (problem, { strict: _, ...options }, machine) =>
    corlRuns({ ...problem, rng: problem.rng.fork("corl") }, options, machine),
});
