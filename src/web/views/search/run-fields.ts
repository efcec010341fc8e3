// The options of a run as fields of the search screen. What they may be is core's to say (runSpecSchema); a test holds the
// two against each other, so that the page need not carry the schema and everything that it names.

import type { Field } from "./field.ts";

const whole = { kind: "number", isWhole: true, min: 1 } as const;
const number = { kind: "number", min: 0 } as const;

/** Of every run. */
export const runFields: readonly Field[] = [
  {
    name: "seed",
    title: "Seed",
    describes: "Any whole number. The same seed gives the same answer.",
    kind: "number",
    isWhole: true,
  },
  {
    name: "timeLimit",
    title: "Time limit in seconds",
    describes: "The search stops after this long, with the best so far. Empty: no limit.",
    ...number,
  },
  {
    name: "polish",
    title: "Polish",
    describes:
      "Choose every variable's causes anew along the order that was found. Default: for rl with the preset fast.",
    kind: "switch",
  },
  {
    name: "threshold",
    title: "Threshold of pruning",
    describes: "The smallest coefficient that stays (0.3).",
    ...number,
  },
  {
    name: "alpha",
    title: "p-value of pruning",
    describes: "From this p-value on an edge goes (0.001).",
    ...number,
    max: 1,
  },
  {
    name: "tolerance",
    title: "Tolerance of pruning",
    describes:
      "What dropping an edge may cost: score (0), or with greedy-fit the share of the residuals (0.01).",
    ...number,
  },
  {
    name: "penalty",
    title: "Penalty",
    describes:
      "Of the equal-variance scores: as the paper's equation has it, or as its runs had it (heavier).",
    kind: "choice",
    choices: ["equation", "runs"],
  },
  {
    name: "penaltyWeight",
    title: "Weight of the penalty",
    describes: "Multiplies what every edge costs; larger is sparser (1).",
    ...number,
  },
  {
    name: "equivalentSampleSize",
    title: "Rows that the prior is worth",
    describes: "Of bdeu: larger allows more edges (1).",
    ...number,
  },
  {
    name: "restarts",
    title: "Starts",
    describes: "Starts of order search and hill climbing (8), runs of an agent (1). The best is kept.",
    ...whole,
  },
  {
    name: "best",
    title: "Best graphs to list",
    describes: "So many of the best graphs, for scores that are sums of terms (1).",
    ...whole,
  },
  {
    name: "standardise",
    title: "Standardise",
    describes: "Give every column mean 0 and standard deviation 1 first (no).",
    kind: "switch",
  },
  {
    name: "dropOutliers",
    title: "Share of outliers to drop",
    describes: "Leave this share of the rows out first: those farthest from the middle (0).",
    ...number,
    max: 1,
  },
  {
    name: "optimum",
    title: "Prove the optimum",
    describes:
      "Beside a search that proves nothing itself, to know what it has missed: up to 16 variables, or never.",
    kind: "choice",
    choices: ["auto", "never"],
  },
  {
    name: "panel",
    title: "Free baselines",
    describes:
      "What one gets without any search, and whether units decide the answer: auto, when a truth is given.",
    kind: "choice",
    choices: ["auto", "always", "never"],
  },
];

/** Of the searches that learn; each reads some of them. */
export const agentFields: readonly Field[] = [
  {
    name: "preset",
    title: "Preset",
    describes:
      "fast: cheap, and stops where that is safe. The others: as the authors ran 12 variables, 30, …",
    kind: "choice",
    choices: ["paper", "paper-30", "paper-gp", "paper-sachs", "fast"],
  },
  {
    name: "policy",
    title: "Policy",
    describes: "A number for each pair (logits), or a network that looks at rows (encoder).",
    kind: "choice",
    choices: ["logits", "encoder"],
  },
  {
    name: "reward",
    title: "Reward",
    describes: "Told at the end of an order (episodic), or variable by variable (stepwise).",
    kind: "choice",
    choices: ["episodic", "stepwise"],
  },
  { name: "iterations", title: "Iterations", describes: "At most so many batches of graphs.", ...whole },
  {
    name: "stop",
    title: "Stop",
    describes: "Where that is safe (auto), or never before the last iteration.",
    kind: "choice",
    choices: ["auto", "never"],
  },
  {
    name: "patience",
    title: "Patience",
    describes: "Iterations without a better graph before it looks elsewhere.",
    ...whole,
  },
  {
    name: "learningRate",
    title: "Learning rate",
    describes: "How far each batch moves the agent.",
    ...number,
  },
  { name: "batch", title: "Batch", describes: "Graphs in an iteration.", ...whole },
  {
    name: "lambda",
    title: "Rule of λ",
    describes: "How the prices of cycles rise: as in the paper's text, or as in its code.",
    kind: "choice",
    choices: ["paper", "code"],
  },
  { name: "lambdaEvery", title: "Rise of λ", describes: "Iterations between two rises.", ...whole },
  {
    name: "polishEvery",
    title: "Polish every",
    describes: "Iterations between two polished graphs.",
    ...whole,
  },
  {
    name: "distance",
    title: "Measure of cycles",
    describes: "How far from acyclic a graph is: what λ₂ weighs.",
    kind: "choice",
    choices: ["trace-exponential", "cyclic-paths", "feedback-arcs"],
  },
  {
    name: "encoder",
    title: "Encoder",
    describes: "The network from rows to variables.",
    kind: "choice",
    choices: ["transformer", "graph-attention"],
  },
  {
    name: "decoder",
    title: "Decoder",
    describes: "The network from variables to pairs.",
    kind: "choice",
    choices: ["single-layer", "bilinear", "ntn", "transformer"],
  },
  {
    name: "step",
    title: "Step of learning",
    describes: "Two sets of gradients, as published, or one (merged).",
    kind: "choice",
    choices: ["published", "merged"],
  },
  {
    name: "inputSamples",
    title: "Rows for a proposal",
    describes: "So many rows the network looks at.",
    ...whole,
  },
  { name: "hidden", title: "Hidden units", describes: "Width of the network.", ...whole },
  { name: "heads", title: "Heads", describes: "Of attention; must divide the hidden units.", ...whole },
  { name: "stacks", title: "Blocks", describes: "Depth of the encoder.", ...whole },
  { name: "inner", title: "Inner units", describes: "Of a block.", ...whole },
  { name: "decoderHidden", title: "Units of the decoder", describes: "Of its one hidden layer.", ...whole },
  {
    name: "decoderActivation",
    title: "Activation of the decoder",
    describes: "Of those units.",
    kind: "choice",
    choices: ["tanh", "relu", "none"],
  },
  {
    name: "logitBias",
    title: "First logit",
    describes: "Where the log-odds of an edge begin: −10 means nearly empty graphs.",
    kind: "number",
  },
  {
    name: "isLogitBiasConstant",
    title: "Keep the first logit",
    describes: "It is not learned.",
    kind: "switch",
  },
  {
    name: "strict",
    title: "Strict arithmetic",
    describes: "The same bytes on every machine, also on those that do not fuse multiplication and addition.",
    kind: "switch",
  },
];

/** What an agent with a network reads beyond what it reads without one (rl-order, policy encoder). */
export const encoderFields: readonly string[] = ["batch", "inputSamples", "hidden", "stacks", "strict"];
