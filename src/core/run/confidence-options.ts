// The options of a run for confidence in each edge.

import * as z from "zod";
import { resamplings } from "../data/resample.ts";
import { checkOptions, count, type OptionValues, option } from "../option.ts";
import { parentPriors } from "../search/posterior/posterior.ts";

/** How confidence in each edge is computed. */
const confidenceMethods = ["none", "auto", "posterior", ...resamplings] as const;

export const confidenceOptions = z.strictObject({
  confidence: option(z.enum(confidenceMethods), {
    help: "confidence in each edge: by the method that was best calibrated for the score (auto, also if no method is given), its posterior probability, or the share of resamples of the rows (bootstrap: with replacement, subsample: halves, bayesian-bootstrap: random weights) that have it (default: none)",
    flag: "--confidence [method]",
    group: "Confidence",
  }),
  resamples: option(count, {
    help: "number of resamples of bootstrap, subsample and bayesian-bootstrap (default: 200)",
    flag: "--resamples <count>",
    group: "Confidence",
    when: { confidence: ["auto", ...resamplings] },
  }),
  prior: option(z.enum(["orders", "dags"]), {
    help: "prior of the posterior: uniform over causal orders, which favours graphs with many of them, or over DAGs (default: orders)",
    flag: "--prior <over>",
    group: "Confidence",
    when: { confidence: ["auto", "posterior"] },
  }),
  parentPrior: option(z.enum(parentPriors), {
    title: "Prior of parents",
    help: "prior of the parents of a variable: uniform over their number (fair), or over all sets (uniform); with many variables uniform finds chance links (default: fair over orders, uniform over DAGs)",
    flag: "--parent-prior <over>",
    group: "Confidence",
    when: { confidence: ["auto", "posterior"] },
  }),
  consensus: option(z.number().min(0).lt(1), {
    title: "Share above which a link is in the consensus",
    help: "the consensus graph has the links that more than this share of the graphs have (default: 0.5)",
    flag: "--consensus <share>",
    group: "Confidence",
    when: { confidence: confidenceMethods.filter((method) => method !== "none") },
  }),
});

/** Default number of resamples. */
export const defaultResamples = 200;

/** No option is ignored: each must be one that the method reads. */
export function checkConfidence(spec: OptionValues): void {
  const values = Object.fromEntries(Object.keys(confidenceOptions.shape).map((name) => [name, spec[name]]));
  checkOptions({ kind: "run", name: "", called: "the run", options: confidenceOptions }, values);
}
