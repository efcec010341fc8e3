// What a button does and may be refused: the sentence stands beside the button until it is tried again.

import { useState } from "react";
import { sentenceOf } from "./use-loaded.ts";

export interface Attempt {
  /** Why it was refused; null while it was not. */
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
