// "Repeat with changes": the request of the run becomes the draft of its table, shown on the search or data screen.

import { putDraft } from "../draft/draft.ts";
import { go } from "../shared/route.ts";
import { Sentence } from "../shared/sentence.tsx";
import { useAttempt } from "../shared/use-attempt.ts";
import { useClient } from "../shared/use-client.ts";
import { draftFromRun } from "./draft-from-run.ts";

export interface RepeatButtonProps {
  readonly run: string;
  readonly table: string;
  /** Accessible label that names the run, if there are several such buttons. */
  readonly label?: string | undefined;
  readonly title?: string | undefined;
  /** The screen to go to. */
  readonly page?: "data" | "search";
}

export function RepeatButton(props: RepeatButtonProps) {
  const { run, table, label, title = "Repeat with changes", page = "search" } = props;
  const client = useClient();
  const { sentence, attempt } = useAttempt();
  const repeat = () =>
    attempt(async () => {
      const [preview, { request }] = await Promise.all([client.table(table), client.run(run)]);
      putDraft(table, draftFromRun(request, preview));
      go({ page, table });
    });
  return (
    <>
      <button type="button" aria-label={label} onClick={repeat}>
        {title}
      </button>
      <Sentence text={sentence} />
    </>
  );
}
