// Settings of the searches that have some of their own, by search: their names, what they may be, and a sentence on each for
// people. Defaults are the search's. A setting that the search does not know is refused (spec.ts).

import * as z from "zod";
import { acyclicityNames } from "../math/dense/dense.ts";
import { contrastNames } from "../math/fast-ica.ts";
import { conflictRules, pcTestNames } from "../search/constraint/constraint.ts";
import { epochChoices, granDagRates } from "../search/continuous/continuous.ts";
import { regressionNames, unitNames } from "../search/lingam/lingam.ts";

const whole = z.number().int().min(0);
const share = z.number().gt(0).lt(1);

export const pcSettings = z.strictObject({
  test: z
    .enum(pcTestNames)
    .optional()
    .describe("fisher-z for linear effects, kci for any (slow), g-square for categories"),
  alpha: share.optional().describe("variables count as independent where the p-value is above this (0.01)"),
  maxDepth: whole.optional().describe("the largest set to test with (no limit)"),
  conflicts: z
    .enum(conflictRules)
    .optional()
    .describe(
      "which of two contradicting colliders is believed: the one with the strongest evidence, or the first by the names of its variables (strongest)",
    ),
});

export const orderSettings = z.strictObject({
  shakes: whole.optional().describe("shakes of the best order in a row that may lead nowhere (20; 0: none)"),
});

export const gesSettings = z.strictObject({
  turning: z.boolean().optional().describe("turn edges too (true), or Chickering's two phases alone"),
  maxDegree: whole.optional().describe("the most links that a variable may have (no limit)"),
});

export const hillClimbSettings = z.strictObject({
  tabu: whole
    .optional()
    .describe("graphs not gone back to, and changes that may find nothing better (10; 0 without terms)"),
});

export const camSettings = z.strictObject({
  candidates: z
    .enum(["all", "neighbours"])
    .optional()
    .describe("which others may cause a variable: all, or a preliminary selection (above 20 variables)"),
  smoothing: z.enum(["gcv", "reml"]).optional().describe("how smoothing parameters are chosen (gcv)"),
});

const alongOrder = {
  regression: z
    .enum(regressionNames)
    .optional()
    .describe("how parents are chosen among those before (adaptive-lasso)"),
  threshold: z.number().min(0).optional().describe("coefficients of this size and less are left out (0)"),
};

export const directLingamSettings = z.strictObject(alongOrder);

export const icaLingamSettings = z.strictObject({
  ...alongOrder,
  contrast: z.enum(contrastNames).optional().describe("FastICA's measure of independence (logcosh)"),
  tolerance: z.number().positive().optional().describe("FastICA has converged when no row turns further"),
  maxIterations: whole.min(1).optional().describe("iterations after which a start is given up"),
  units: z
    .enum(unitNames)
    .optional()
    .describe(
      "in which weights are small or large: of each variable what all others leave (residuals), its noise, or the columns'",
    ),
  exactVariables: whole.optional().describe("most variables for which all orders are compared"),
});

const positive = whole.min(1);
const size = z.number().min(0);

const constraint = {
  threshold: size.optional().describe("weights smaller than this are no edges (0.3)"),
  acyclicity: z
    .enum(acyclicityNames)
    .optional()
    .describe("what is 0 for acyclic weights: exponential (as published), or polynomial"),
  hTolerance: z.number().positive().lt(1).optional().describe("ends where that is at most this (1e-8)"),
  rhoMax: z.number().gt(1).optional().describe("ends where its penalty has grown to this (1e16)"),
};

export const notearsSettings = z.strictObject({
  lambda1: size.optional().describe("weight of the sum of absolute weights (0)"),
  ...constraint,
});

export const notearsMlpSettings = z.strictObject({
  lambda1: size.optional().describe("weight of the sum of absolute weights (0.01)"),
  lambda2: size.optional().describe("weight of half the sum of squares (0.01)"),
  hidden: positive.optional().describe("hidden units of each network (10)"),
  ...constraint,
});

export const dagmaSettings = z.strictObject({
  lambda1: size.optional().describe("weight of the sum of absolute weights (0.03)"),
  threshold: constraint.threshold,
  stages: positive.optional().describe("steps of the central path: 1 and its tenths (5)"),
  warmIterations: positive.optional().describe("iterations of every stage but the last, at most (30000)"),
  lastIterations: positive.optional().describe("iterations of the last stage, at most (60000)"),
  learningRate: z.number().positive().optional().describe("of Adam (0.0003)"),
});

export const dagGnnSettings = z.strictObject({
  epochs: positive.optional().describe("passes over the rows in each solve (200)"),
  batch: positive.optional().describe("rows in a step (100)"),
  rounds: positive.optional().describe("updates of the multiplier, at most (100)"),
  hidden: positive.optional().describe("units in the hidden layer of each network (64)"),
  learningRate: z
    .number()
    .positive()
    .optional()
    .describe("before it is divided by log10 of the penalty (0.003)"),
  threshold: constraint.threshold,
  choice: z
    .enum(epochChoices)
    .optional()
    .describe("whose weights make the graph: the epoch of best elbo or nll, or the last"),
});

export const granDagSettings = z.strictObject({
  layers: whole.optional().describe("hidden layers of each network; 0 for linear functions (2)"),
  hidden: positive.optional().describe("units of a hidden layer (10)"),
  batch: positive.optional().describe("rows in a step (64)"),
  iterations: positive.optional().describe("most steps (100000)"),
  rates: z
    .enum(Object.keys(granDagRates) as (keyof typeof granDagRates)[])
    .optional()
    .describe("learning rates of the authors' present code (head), or of 2019"),
  spreads: z
    .enum(["own", "equal"])
    .optional()
    .describe("a noise variance for every variable (own), or one for all"),
  closeAfter: whole.optional().describe("steps before the first edge may close for good (0)"),
  candidates: z
    .enum(["all", "neighbours"])
    .optional()
    .describe("which others may cause a variable: all, or a selection by trees (from 50 variables)"),
  trees: positive.optional().describe("trees of that selection, for each variable (500)"),
});

export interface DescribedSetting {
  readonly name: string;
  readonly describes: string;
  /** What it may be, where that is one of some words; empty where it is a number. */
  readonly values: readonly string[];
}

/** A line of help on each setting. */
export function describedSettings(schema: z.ZodObject): DescribedSetting[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(schema.shape).map(([name, type]) => {
    const { enum: words, type: kind } = properties[name] as { enum?: string[]; type?: string };
    const values = words ?? (kind === "boolean" ? ["true", "false"] : []);
    return { name, describes: (type as z.ZodType).description ?? "", values };
  });
}
