// "Repeat with changes": what the run was asked becomes the draft of its table, and the search screen shows it.

import { useState } from "react";
import { putDraft } from "./draft.ts";
import { drafted } from "./drafted.ts";
import { go } from "./route.ts";
import { Sentence } from "./sentence.tsx";
import { useClient } from "./use-client.ts";
import { sentenceOf } from "./use-loaded.ts";

export interface RepeatButtonProps {
  readonly run: string;
  readonly table: string;
  /** Of many, each says what it repeats. */
  readonly label?: string | undefined;
  readonly title?: string | undefined;
}

export function RepeatButton({ run, table, label, title = "Repeat with changes" }: RepeatButtonProps) {
  const client = useClient();
  const [sentence, setSentence] = useState<string | null>(null);
  const repeat = async (): Promise<void> => {
    setSentence(null);
    try {
      const [{ columns }, { request }] = await Promise.all([client.table(table), client.run(run)]);
      putDraft(table, drafted(request, columns));
      go({ page: "search", table });
    } catch (error) {
      setSentence(sentenceOf(error));
    }
  };
  return (
    <>
      <button type="button" aria-label={label} onClick={repeat}>
        {title}
      </button>
      {sentence !== null && <Sentence text={sentence} />}
    </>
  );
}
