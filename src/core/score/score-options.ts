// Options shared by scores.

import * as z from "zod";
import { filledOption, option, positive, size } from "../option.ts";

const group = "Score";

export const penalty = filledOption(z.enum(["equation", "runs"]), {
  help: "for equal-variance scores: the penalty of the paper's equation, or d times that, as in its runs",
  default: "equation",
  flag: "--penalty <kind>",
  group,
});

const weight = {
  title: "Weight of the penalty",
  help: "multiplies the penalty of every edge; larger values give sparser graphs; auto: from the numbers of variables and rows, the default for bic unless the search is an agent",
  default: 1,
  flag: "--penalty-weight <factor>",
  group,
  orWord: "auto",
} as const;

export const penaltyWeight = filledOption(size, weight);
/** As requested for a run: "auto" is resolved from the table. */
export const requestedWeight = filledOption(z.union([z.literal(weight.orWord), size]), weight);

export const equivalentSampleSize = filledOption(positive, {
  help: "equivalent sample size of the prior, in rows; larger values allow more edges",
  default: 1,
  flag: "--equivalent-sample-size <rows>",
  group,
});

export const categorical = option(z.array(z.string()), {
  title: "Categories",
  help: "columns of numbers to treat as categories (text always is)",
  flag: "--categorical <names>",
  group,
});

/**
 * Stored in a spec, in which score and weight are resolved (in a task also the search), so that a run that is repeated, resumed or
 * executed elsewhere gives the same reasons.
 */
export const chosen = z
  .array(z.enum(["score", "penaltyWeight", "search"]))
  .optional()
  .meta({ description: "which of these the table decided (and of the search, the machine)" });
