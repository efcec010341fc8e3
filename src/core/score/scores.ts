// All scores. Each is described in its definition, beside its formula; a new score needs a line here.

import { additiveScore } from "./additive.ts";
import { bdeuScore } from "./bdeu.ts";
import { bgeScore } from "./bge.ts";
import type { AnyScore } from "./definition.ts";
import { bicDiscrete } from "./discrete-bic.ts";
import { generalizedCvScore } from "./generalized-cv.ts";
import { generalizedMarginalScore } from "./generalized-marginal.ts";
import { gpNearestScore, gpScore } from "./gp.ts";
import { gpEqualVarianceScore } from "./gp-equal-variance.ts";
import { gpPublishedEqualVarianceScore, gpPublishedScore } from "./gp-published.ts";
import { independenceScore } from "./independence.ts";
import { bic, bicEqualVariance } from "./linear-bic.ts";
import { bicMixed } from "./mixed-bic.ts";
import { quadraticBic, quadraticBicEqualVariance } from "./quadratic.ts";

/** By name, in the order of listings. */
const scoreDefinitions = {
  bic,
  "bic-equal-variance": bicEqualVariance,
  additive: additiveScore,
  bge: bgeScore,
  quadratic: quadraticBic,
  "quadratic-equal-variance": quadraticBicEqualVariance,
  gp: gpScore,
  "gp-nearest": gpNearestScore,
  "gp-equal-variance": gpEqualVarianceScore,
  "gp-published": gpPublishedScore,
  "gp-published-equal-variance": gpPublishedEqualVarianceScore,
  "generalized-cv": generalizedCvScore,
  "generalized-marginal": generalizedMarginalScore,
  independence: independenceScore,
  bdeu: bdeuScore,
  "bic-discrete": bicDiscrete,
  "bic-mixed": bicMixed,
} as const;

export type ScoreName = keyof typeof scoreDefinitions;

/** The same without specific types: options are checked against the schema first. */
export const scores = scoreDefinitions as unknown as Readonly<Record<string, AnyScore>>;
