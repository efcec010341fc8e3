// Short texts that the browser stores for the page: permanently, or as long as the tab is open.
//
// A browser may refuse because storage is disabled or full. The page then keeps them in memory, which is lost on reload, and says
// so (app.tsx).

import { useSyncExternalStore } from "react";

/** The names of the browser's storage objects. */
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

/** Has the browser refused to store something? */
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
    // Notify later: this may be called while React renders.
    if (!isRefused) queueMicrotask(() => listeners.forEach((listener) => void listener()));
    isRefused = true;
    return undefined;
  }
}
