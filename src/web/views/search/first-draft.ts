// The initial draft of a table when it is first opened: with the true graph, if it is an example.

import type { wire } from "../../../core/index.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";

/** Returns `emptyDraft` itself if there is nothing to set. */
export function firstDraft({ truth }: Pick<wire.TablePreview, "truth">): Draft {
  return truth === null ? emptyDraft : { ...emptyDraft, truth };
}
