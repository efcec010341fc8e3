// Search definitions of the LiNGAM searches.

import * as z from "zod";
import { contrastNames } from "../../math/fast-ica.ts";
import { count, option, positive, size, whole } from "../../option.ts";
import { defineSearch } from "../definition.ts";
import { regressionNames } from "./along-order.ts";
import { directLingam as direct } from "./direct-lingam.ts";
import { icaLingam as byIca } from "./ica-lingam.ts";
import { unitNames } from "./ica-weights.ts";
import type { LingamStep } from "./placed-variables.ts";

const alongOrder = {
  regression: option(z.enum(regressionNames), {
    help: "how parents are selected among the earlier variables",
    default: "adaptive-lasso",
  }),
  threshold: option(size, { help: "coefficients up to this size are left out", default: 0 }),
};

export const directLingam = defineSearch({
  name: "direct-lingam",
  group: "noise",
  summary:
    "linear effects, non-Gaussian noise: the causal order, starting with the first cause; uses no score",
  method: {
    term: "DirectLiNGAM",
    assumes: "Each variable is a linear function of its causes plus noise that is not Gaussian.",
    sources: ["shimizuDirect"],
  },
  when: "Non-Gaussian noise. More reliable than ica-lingam: nothing in it is random.",
  finds: "dag",
  uses: "rows",
  needs: () => ["rows", "numbers"],
  isLinear: () => true,
  options: z.strictObject(alongOrder),
  run: direct,
  warnings: gaussianNoises,
});

export const icaLingam = defineSearch({
  name: "ica-lingam",
  group: "noise",
  summary: "linear effects, non-Gaussian noise, by independent component analysis; uses no score",
  method: {
    term: "ICA-LiNGAM",
    assumes: "Each variable is a linear function of its causes plus noise that is not Gaussian.",
    sources: ["shimizu"],
  },
  when: "Non-Gaussian noise, by the classical method; to compare with the literature.",
  finds: "dag",
  uses: "rows",
  needs: () => ["rows", "numbers"],
  isLinear: () => true,
  restarts: 3,
  options: z.strictObject({
    ...alongOrder,
    contrast: option(z.enum(contrastNames), {
      help: "FastICA's measure of independence",
      default: "logcosh",
    }),
    tolerance: option(positive, {
      help: "FastICA has converged when no row rotates by more than this",
      default: 1e-6,
    }),
    maxIterations: option(count, { help: "iterations after which a start is abandoned", default: 1000 }),
    units: option(z.enum(unitNames), {
      help: "units of the weights: the residual of each variable given all others (residuals), its noise, or the units of the columns",
      default: "residuals",
    }),
    exactVariables: option(whole, {
      help: "maximum number of variables for which all orders are compared",
      default: 16,
    }),
  }),
  run: (problem, options) => byIca({ ...problem, rng: problem.rng.fork("ica-lingam") }, options),
  notes: ({ converged }) =>
    converged ? [] : ["FastICA did not converge from any start; the graph is from its last step"],
  warnings: gaussianNoises,
});

/** Noises that leave directions unidentified. */
function gaussianNoises({ order, gaussian }: LingamStep, names: readonly string[]): string[] {
  if (gaussian.length < 2) return [];
  const isAll = gaussian.length === order.length;
  const which = isAll ? "all variables" : gaussian.map((j) => names[j]).join(", ");
  return [
    `the noise of ${which} cannot be distinguished from Gaussian: directions between ${isAll ? "them" : "these"} are arbitrary`,
  ];
}
