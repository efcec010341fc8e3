// Settings of the searches that have some of their own, by search: their names, what they may be, and a sentence on each for
// people. Defaults are the search's. A setting that the search does not know is refused (spec.ts).

import * as z from "zod";
import { contrastNames } from "../math/fast-ica.ts";
import { regressionNames } from "../search/along-order.ts";
import { pcTestNames } from "../search/pc.ts";
import { conflictRules } from "../search/pc-orient.ts";
import { unitNames } from "../search/unmixed-weights.ts";

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
    .describe("which of two contradicting colliders is believed: the strongest, or the first"),
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
    .describe("in which weights are small or large: each variable's noise, or the columns'"),
  exactVariables: whole.optional().describe("most variables for which all orders are compared"),
});

/** A line of help on each setting. */
export function describedSettings(schema: z.ZodObject): { name: string; describes: string }[] {
  return Object.entries(schema.shape).map(([name, type]) => ({
    name,
    describes: (type as z.ZodType).description ?? "",
  }));
}
