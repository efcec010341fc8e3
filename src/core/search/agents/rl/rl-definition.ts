// Search definition of the paper's agent.

import * as z from "zod";
import { check } from "../../../check.ts";
import { count, option } from "../../../option.ts";
import { batch, heads, iterations, learningRate, networkOptions, patience, stop } from "../agent-options.ts";
import { activationNames, decoderNames } from "../decoders.ts";
import { defineAgent } from "../define-agent.ts";
import { encoderNames } from "../encoders.ts";
import { distanceNames } from "./distance.ts";
import { presetNames, presets } from "./presets.ts";
import type { Proposition } from "./proposition.ts";
import { type RlOptions, rlRuns } from "./rl.ts";

const defaultPreset = "fast";

const options = z.strictObject({
  preset: option(z.enum(presetNames), {
    help: presetNames.map((name) => `${name}: ${presets[name].describes}`).join("; "),
    default: defaultPreset,
    flag: "--preset <name>",
  }),
  iterations: iterations(byPreset("iterations")),
  stop: stop(byPreset("stop")),
  patience: patience(byPreset("patience")),
  learningRate: learningRate(byPreset("learningRate")),
  batch: batch(byPreset("batch")),
  polishEvery: option(count, {
    help: "iterations between polishes of the best graph",
    default: byPreset("polishEvery"),
    group: "Training",
  }),
  step: option(z.enum(["published", "merged"]), {
    title: "Step of learning",
    help: "separate gradients for actor and critic, as published, or one gradient of their sum",
    default: byPreset("step"),
    flag: "--step <kind>",
    group: "Training",
  }),
  lambda: option(z.enum(["paper", "code"]), {
    title: "Rule of λ",
    help: "how the weights of the acyclicity penalties rise: as in the paper's Algorithm 1, or as in its code",
    default: byPreset("lambda"),
    flag: "--lambda <rule>",
    group: "Penalties",
  }),
  lambdaEvery: option(count, {
    title: "Rise of λ",
    help: "iterations between updates of the penalties",
    default: byPreset("lambdaEvery"),
    group: "Penalties",
  }),
  distance: option(z.enum(distanceNames), {
    title: "Measure of cycles",
    help: "distance of a graph from acyclicity, weighted by λ₂",
    default: "trace-exponential",
    group: "Penalties",
  }),
  encoder: option(z.enum(encoderNames), {
    help: "network that computes an embedding of each variable from the rows",
    default: "transformer",
    flag: "--encoder <name>",
    group: "Network",
  }),
  decoder: option(z.enum(decoderNames), {
    help: "network that computes the logit of each edge from the embeddings",
    default: "single-layer",
    flag: "--decoder <name>",
    group: "Network",
  }),
  ...networkOptions({
    inputSamples: byPreset("inputSamples"),
    hidden: byPreset("hidden"),
    stacks: byPreset("stacks"),
  }),
  heads: heads(byPreset("heads")),
  inner: option(count, {
    title: "Inner units",
    help: "units of a block's inner layer",
    default: byPreset("inner"),
    group: "Network",
    when: { encoder: ["transformer"] },
  }),
  decoderHidden: option(count, {
    title: "Units of the decoder",
    help: "units of the decoder's hidden layer",
    default: byPreset("decoderHidden"),
    group: "Network",
    when: { decoder: ["single-layer", "ntn"] },
  }),
  decoderActivation: option(z.enum(activationNames), {
    title: "Activation of the decoder",
    help: "activation of those units",
    default: "tanh",
    group: "Network",
    when: { decoder: ["single-layer", "ntn"] },
  }),
  logitBias: option(z.number(), {
    title: "First logit",
    help: "added to all logits: -10 starts from nearly empty graphs (default: none; fast from 20 variables on, and paper-30: -10)",
    group: "Network",
  }),
  isLogitBiasConstant: option(z.boolean(), {
    title: "Keep the first logit",
    help: "the first logit is not learned",
    default: false,
    group: "Network",
    when: { logitBias: "set" },
  }),
});

export const rl = defineAgent({
  name: "rl",
  summary: "the paper's agent: a network proposes graphs and learns from their rewards; no proof",
  method: {
    term: "a reinforcement-learning agent over graphs (RL-BIC)",
    sources: ["zhu"],
  },
  when: "To reproduce the paper, or to watch a network learn. Slower than stepwise searches.",
  options,
  // Defaults that depend on d are those for 30 variables, where a preset may set the first logit.
  filled: ({ preset = defaultPreset }) => ({ ...presets[preset].options(30) }),
  prune: "threshold",
  isPolished: ({ preset = defaultPreset }) => presets[preset].isPolished === true,
  hasNetwork: () => true,
  runs: (problem, { preset = defaultPreset, strict: _, ...settings }, machine) => {
    // The published Transformer decoder has no bias; one is added only on request.
    const { logitBias: bias, ...rest } = presets[preset].options(problem.score.d);
    const { logitBias = settings.decoder === "transformer" ? undefined : bias } = settings;
    check(
      settings.isLogitBiasConstant === undefined || logitBias !== undefined,
      "discover: isLogitBiasConstant has no effect without a first logit, and this run has none; set logitBias too, or leave it out",
      { field: "isLogitBiasConstant" },
    );
    const rng = problem.rng.fork("rl");
    return rlRuns({ ...problem, rng }, { ...rest, ...settings, logitBias }, machine);
  },
  notes: ({ proposition }) => (proposition === undefined ? [] : [propositionNote(proposition())]),
});

/** The paper preset's value for 12 variables and, if it differs, that of the preset fast, as text. */
function byPreset(name: keyof RlOptions): string {
  const [paper, fast] = [presets.paper, presets.fast].map((preset) => preset.options(12)[name]);
  return paper === fast ? String(paper) : `${fast}; paper: ${paper}`;
}

/** Reports whether the final penalties satisfy the paper's Proposition 1. */
function propositionNote(proposition: Proposition): string {
  if (!proposition.applicable) return `the paper's Proposition 1 is not applicable: ${proposition.why}`;
  const { holds, penalty, bound } = proposition;
  const [value, needed] = [penalty, bound].map((x) => x.toPrecision(4));
  return holds
    ? `the final penalties satisfy the paper's Proposition 1 (${value} ≥ ${needed}): no cyclic graph is preferred to the best acyclic one`
    : `the final penalties do not reach the bound of the paper's Proposition 1 (${value} < ${needed}): a cyclic graph might still be preferred; the result is still the best acyclic graph found`;
}
