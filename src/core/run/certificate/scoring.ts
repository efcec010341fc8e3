// The score of a spec with the options that it reads, and what a proof under it claims.

import { scores } from "../../score/scores.ts";
import type { RunSpec } from "../spec.ts";
import { type Claim, claimWith, type Scoring } from "./claim.ts";

export function scoringOf(spec: RunSpec): Scoring {
  const { score: name, penalty, penaltyWeight, equivalentSampleSize, categorical } = spec;
  const definition = scores[name];
  const reads = (option: string) =>
    definition !== undefined && Object.hasOwn(definition.options.shape, option);
  return {
    name,
    ...(definition?.hasPenaltyForms && { penalty }),
    ...(reads("penaltyWeight") && { penaltyWeight }),
    ...(reads("equivalentSampleSize") && { equivalentSampleSize }),
    ...(categorical && { categorical }),
  };
}

export function claimFor(spec: RunSpec, table: Parameters<typeof claimWith>[2]): Claim {
  return claimWith(scoringOf(spec), spec, table);
}
