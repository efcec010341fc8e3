// A short text that the browser keeps under a key (storage.ts), and that all parts of the page which show it see change.

import { useCallback, useSyncExternalStore } from "react";
import { forgetText, keepText, storedText } from "./storage.ts";

const listeners = new Set<() => void>();

/** An empty text is forgotten. */
export function keep(key: string, text: string): void {
  if (text === "") forgetText("localStorage", key);
  else keepText("localStorage", key, text);
  for (const listener of listeners) listener();
}

/** Empty where nothing is kept. */
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
