// Short texts that the browser keeps for the page: for good, or as long as the tab is open.
//
// A browser may refuse, because storage is switched off or full. The page then keeps them in its own memory, which a reload
// empties, and says so (app.tsx).

import { useSyncExternalStore } from "react";

/** The browser's names for them. */
export type Place = "localStorage" | "sessionStorage";

const inMemory = new Map<string, string>();
const listeners = new Set<() => void>();
let isRefused = false;

const nameOf = (place: Place, key: string): string => `${place} ${key}`;

export function storedText(place: Place, key: string): string | null {
  return inMemory.get(nameOf(place, key)) ?? attempt(() => globalThis[place].getItem(key)) ?? null;
}

export function keepText(place: Place, key: string, text: string): void {
  inMemory.set(nameOf(place, key), text);
  attempt(() => {
    globalThis[place].setItem(key, text);
    inMemory.delete(nameOf(place, key));
  });
}

export function forgetText(place: Place, key: string): void {
  inMemory.delete(nameOf(place, key));
  attempt(() => globalThis[place].removeItem(key));
}

/** Has the browser refused to keep something? */
export function useIsRefused(): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => isRefused,
  );
}

function attempt<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    // Heard of later: this may be asked while React draws.
    if (!isRefused) queueMicrotask(() => listeners.forEach((listener) => void listener()));
    isRefused = true;
    return undefined;
  }
}
