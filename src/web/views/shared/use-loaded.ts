// Something asked of the engine: waited for, there, or refused with a sentence. Asked anew when what it depends on changes; an
// answer to an earlier question is thrown away.

import { useCallback, useEffect, useState } from "react";

export type Loaded<T> =
  | { readonly is: "waiting" }
  | { readonly is: "there"; readonly value: T }
  | { readonly is: "refused"; readonly sentence: string };

export function useLoaded<T>(
  ask: () => Promise<T>,
  on: readonly unknown[],
): Loaded<T> & { readonly again: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ is: "waiting" });
  const [round, setRound] = useState(0);
  // The caller says what the question depends on.
  useEffect(() => {
    let isWanted = true;
    ask().then(
      (value) => isWanted && setLoaded({ is: "there", value }),
      (error: unknown) => isWanted && setLoaded({ is: "refused", sentence: sentenceOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [...on, round]);
  const again = useCallback(() => setRound((n) => n + 1), []);
  return { ...loaded, again };
}

/** What a person is told of an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Error && error.name === "InputError") return error.message;
  return `page: this is a bug of ours, please report it (${error instanceof Error ? error.message : String(error)})`;
}
