// Search definition of the order-decoded agent.

import * as z from "zod";
import { option } from "../../../option.ts";
import { batch, iterations, learningRate, networkOptions, patience, shakes, stop } from "../agent-options.ts";
import { defineAgent } from "../define-agent.ts";
import { policyNames } from "./order-policy.ts";
import { rlOrderRuns } from "./rl-order.ts";

export const rlOrder = defineAgent({
  name: "rl-order",
  summary: "an agent whose graphs are read as causal orders, so that cycles need no penalty; no proof",
  method: {
    term: "a reinforcement-learning agent whose graphs are read as causal orders",
    sources: ["zhu", "teyssier"],
  },
  when: "The recommended agent: it need not learn to avoid cycles, so it is faster.",
  options: z.strictObject({
    policy: option(z.enum(policyNames), {
      help: "policy that proposes graphs: a logit for each edge, or a network (encoder)",
      default: "logits",
      flag: "--policy <name>",
    }),
    iterations: iterations(400),
    stop: stop("auto"),
    patience: patience(100),
    shakes,
    learningRate: learningRate("0.1; with the encoder 0.003"),
    batch: batch(64),
    ...networkOptions({ inputSamples: 64, hidden: 64, stacks: 1 }, { policy: ["encoder"] }),
  }),
  hasNetwork: ({ policy }) => policy === "encoder",
  runs: (problem, { strict: _, ...options }, machine) =>
    rlOrderRuns({ ...problem, rng: problem.rng.fork("rl-order") }, options, machine),
});
