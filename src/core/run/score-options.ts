// Which options of a spec each score reads: what a sentence about a score names, without the scores themselves.

import type { RunSpec } from "./spec.ts";

export type ScoreSpec = Pick<RunSpec, "penalty" | "penaltyWeight" | "equivalentSampleSize" | "categorical">;

export interface ScoreOptions {
  /** The options of a spec that it reads; another given is refused. */
  readonly reads: readonly (keyof ScoreSpec)[];
  /** Is its penalty another one in the paper's equation than in the published runs? No, where absent. */
  readonly hasPenaltyForms?: boolean;
}

export const scoreOptions = {
  bic: { reads: ["penalty", "penaltyWeight"] },
  "bic-equal-variance": { reads: ["penalty", "penaltyWeight"], hasPenaltyForms: true },
  additive: { reads: ["penaltyWeight"] },
  bge: { reads: [] },
  quadratic: { reads: ["penalty", "penaltyWeight"] },
  "quadratic-equal-variance": { reads: ["penalty", "penaltyWeight"], hasPenaltyForms: true },
  gp: { reads: [] },
  "gp-equal-variance": { reads: [] },
  "gp-published": { reads: ["penalty", "penaltyWeight"] },
  "gp-published-equal-variance": { reads: ["penalty", "penaltyWeight"], hasPenaltyForms: true },
  "generalized-cv": { reads: [] },
  "generalized-marginal": { reads: [] },
  independence: { reads: ["penaltyWeight"] },
  bdeu: { reads: ["equivalentSampleSize", "categorical"] },
  "bic-discrete": { reads: ["penaltyWeight", "categorical"] },
  "bic-mixed": { reads: ["penaltyWeight", "categorical"] },
} as const satisfies Readonly<Record<string, ScoreOptions>>;
