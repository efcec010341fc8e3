// Sentences on what missing values mean for the confidence intervals of coefficients.
//
// Standard errors after EM allow for missing values (score/gap-variance.ts), or are null. Those after imputation
// count the rows as fewer (data/evidence-rows.ts); those in results of earlier versions after EM treat estimated values as observed.

import type { RunResult } from "./result.ts";

type Facts = Pick<RunResult, "rows" | "strengths">;

interface GapWords {
  /** After "95 % intervals". */
  readonly verb: string;
  /** After "95 % interval given this graph,". */
  readonly aside: string;
}

const gapWords = {
  allowed: { verb: "allow for missing values", aside: "allowing for missing values" },
  observed: {
    verb: "count missing values as observed, and are therefore too narrow",
    aside: "too narrow: missing values count as observed",
  },
  imputed: {
    verb: "count the rows as the complete ones that tell as much, and are rather too narrow where many values were imputed",
    aside: "rather too narrow where many values were imputed",
  },
} as const satisfies Readonly<Record<string, GapWords>>;

/** Null if no value was missing, or rows with missing values were dropped. */
export function intervalGaps({ rows }: Pick<Facts, "rows">): GapWords | null {
  if (rows?.how === "impute") return gapWords.imputed;
  if (rows?.how !== "em") return null;
  return rows.errors === undefined ? gapWords.observed : gapWords.allowed;
}

/** A sentence for results in which some coefficients have no interval because of missing values; null otherwise. */
export function withoutInterval({ rows, strengths }: Facts): string | null {
  const without = strengths.filter(({ coefficient, interval }) => coefficient !== null && interval === null);
  return rows?.errors === undefined || without.length === 0
    ? null
    : "Where a standard error cannot be computed from the values that are not missing, no interval is given.";
}
