// IndexedDB with promises: the small part that store.ts needs.

import { InputError } from "../../core/index.ts";

/**
 * Opens the database of that name with these object stores (out-of-line keys). The returned function runs `work` in one
 * transaction over some of the stores: all of it takes effect, or nothing.
 */
export async function openDatabase(name: string, stores: readonly string[]) {
  const opened = indexedDB.open(name, 1);
  opened.onupgradeneeded = () => {
    for (const store of stores) opened.result.createObjectStore(store);
  };
  const database = await answered(opened);
  // Do not block another tab that has a newer version of this page.
  database.onversionchange = () => database.close();
  return <T>(
    names: readonly string[],
    mode: "readonly" | "readwrite",
    work: (store: (name: string) => IDBObjectStore) => T,
  ): Promise<Awaited<T>> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction([...names], mode);
      transaction.onerror = () => reject(failure(transaction.error));
      transaction.onabort = () => reject(failure(transaction.error));
      try {
        const value = work((store) => transaction.objectStore(store));
        transaction.oncomplete = () => resolve(value as Awaited<typeof value>);
      } catch (error) {
        reject(error);
        transaction.abort();
      }
    });
}

/** Result of a request as a promise. */
export function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request.error));
  });
}

const fullSentence =
  "store: this browser has no room left for tables and runs; delete some of them, or use wherefore serve";

/** Did it fail because storage is full? A run that failed for that reason can be resumed once there is space. */
export function isFull(error: unknown): boolean {
  return error instanceof InputError && error.message === fullSentence;
}

/** Full storage is for the user to fix, so it becomes an InputError. */
function failure(error: DOMException | null): Error {
  if (error?.name !== "QuotaExceededError") return error ?? new Error("a transaction was given up");
  return new InputError(fullSentence);
}
