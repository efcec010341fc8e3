// A request to the engine: pending, answered or refused. Repeated when its dependencies change; the answer to an outdated request is
// discarded.

import { useCallback, useEffect, useState } from "react";
import type { InputError, Remedy } from "../../../core/index.ts";

export type Loaded<T> =
  | { readonly is: "waiting" }
  | { readonly is: "there"; readonly value: T }
  | ({ readonly is: "refused" } & Refused);

/** An error as shown to the user: the message, the option it concerns, and the remedies. */
export interface Refused {
  readonly sentence: string;
  readonly field?: string | undefined;
  readonly remedies?: readonly Remedy[];
}

export function useLoaded<T>(
  ask: () => Promise<T>,
  on: readonly unknown[],
): Loaded<T> & { readonly again: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ is: "waiting" });
  const [round, setRound] = useState(0);
  // The caller states what the request depends on.
  useEffect(() => {
    let isWanted = true;
    ask().then(
      (value) => isWanted && setLoaded({ is: "there", value }),
      (error: unknown) => isWanted && setLoaded({ is: "refused", ...refusedBy(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [...on, round]);
  const again = useCallback(() => setRound((n) => n + 1), []);
  return { ...loaded, again };
}

export function refusedBy(error: unknown): Refused {
  const sentence = sentenceOf(error);
  if (!isInputError(error)) return { sentence };
  const { field, remedies } = error;
  return { sentence, field, remedies };
}

export function sentenceOf(error: unknown): string {
  if (isInputError(error)) return error.message;
  return `page: this is a bug in wherefore; please report it (${error instanceof Error ? error.message : String(error)})`;
}

function isInputError(error: unknown): error is InputError {
  return error instanceof Error && error.name === "InputError";
}
