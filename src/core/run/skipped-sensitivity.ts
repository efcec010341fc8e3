// Whether the sensitivity to the penalty could have been computed and was not.
//
// Apart from the sentences in sensitivity-facts.ts because it needs all scores and searches, which the page does not load.

import type { Remedy } from "../check.ts";
import { scores } from "../score/scores.ts";
import { searches } from "../search/searches.ts";
import type { RunResult, SensitivityFacts } from "./result.ts";
import { nameOf } from "./sensitivity-facts.ts";
import type { RunSpec } from "./spec.ts";

const weights = ["penaltyWeight", "equivalentSampleSize"] as const;

/** The option that weights the score's penalty on edges, if it has one. */
export function weightOf({ score }: Pick<RunSpec, "score">): SensitivityFacts["option"] | undefined {
  return weights.find((name) => Object.hasOwn(scores[score]?.options.shape ?? {}, name));
}

/** If sensitivity was possible but skipped by default: a sentence that says so, and how to request it. */
export function skippedSensitivity({ sensitivity, spec, search, stopped }: RunResult): {
  readonly sentence: string;
  readonly remedies: readonly Remedy[];
} | null {
  const option = weightOf(spec);
  const isSkipped = sensitivity === null && (spec.sensitivity ?? "auto") === "auto" && stopped === null;
  if (!isSkipped || option === undefined || searches[search]?.isQuickFor === undefined) return null;
  return {
    sentence: `How the result depends on ${nameOf(option)} was not computed: by default it is only where that takes little time.`,
    remedies: [{ when: "to compute it", set: { sensitivity: "always" } }],
  };
}
