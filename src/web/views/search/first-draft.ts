// What is set for a table when it is opened for the first time: the true graph that an example brings.

import type { wire } from "../../../core/index.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";

/** The empty draft itself where nothing is to be set. */
export function firstDraft({ truth }: Pick<wire.TablePreview, "truth">): Draft {
  return truth === null ? emptyDraft : { ...emptyDraft, truth };
}
