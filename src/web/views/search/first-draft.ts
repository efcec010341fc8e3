// What is set for a table when it is opened for the first time: the true graph that an example brings, and where every column
// holds labels, a score of labels. (Where only some do, a column may be mistyped: that is asked, not guessed.)

import type { wire } from "../../../core/index.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";
import { fittingScore } from "./search-options.ts";

/** The empty draft itself where nothing is to be set. */
export function firstDraft({ truth, profile }: Pick<wire.TablePreview, "truth" | "profile">): Draft {
  const isLabelled = profile.length > 0 && profile.every((column) => column.profile?.kind === "category");
  if (truth === null && !isLabelled) return emptyDraft;
  return { ...emptyDraft, truth, options: isLabelled ? { score: fittingScore(["category"]) } : {} };
}
