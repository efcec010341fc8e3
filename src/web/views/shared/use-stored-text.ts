// A short text that the browser stores under a key (storage.ts); all components that show it see its changes.

import { useCallback, useSyncExternalStore } from "react";
import { forgetText, keepText, storedText } from "./storage.ts";

const listeners = new Set<() => void>();

/** An empty text deletes the entry. */
export function keep(key: string, text: string): void {
  if (text === "") forgetText("localStorage", key);
  else keepText("localStorage", key, text);
  for (const listener of listeners) listener();
}

/** Empty if nothing is stored. */
export function useStoredText(key: string): readonly [text: string, put: (text: string) => void] {
  const text = useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => storedText("localStorage", key) ?? "",
  );
  const put = useCallback((next: string) => keep(key, next), [key]);
  return [text, put];
}
