// An action of a button that may be refused: the error message stays beside the button until the next attempt.

import { useState } from "react";
import { sentenceOf } from "./use-loaded.ts";

export interface Attempt {
  /** Error message of the last attempt; null if there is none. */
  readonly sentence: string | null;
  readonly attempt: (what: () => Promise<void> | void) => Promise<void>;
}

export function useAttempt(): Attempt {
  const [sentence, setSentence] = useState<string | null>(null);
  const attempt = async (what: () => Promise<void> | void): Promise<void> => {
    setSentence(null);
    try {
      await what();
    } catch (error) {
      setSentence(sentenceOf(error));
    }
  };
  return { sentence, attempt };
}
