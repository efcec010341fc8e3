// IndexedDB as promises: the little of it that store.ts needs.

import { InputError } from "../../core/index.ts";

/**
 * The database of that name, with these object stores (keys are given with what is put). The answer does some work in one
 * transaction over some of the stores: all of it happens, or nothing.
 */
export async function openDatabase(name: string, stores: readonly string[]) {
  const opened = indexedDB.open(name, 1);
  opened.onupgradeneeded = () => {
    for (const store of stores) opened.result.createObjectStore(store);
  };
  const database = await answered(opened);
  // Another tab with a newer version of this page must not wait for this one.
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

/** What a request of a transaction answers. */
export function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request.error));
  });
}

const fullSentence =
  "store: this browser has no room left for tables and runs; delete some of them, or use wherefore serve";

/** Was it the store that had no room? What failed for that reason can be resumed once there is some. */
export function isFull(error: unknown): boolean {
  return error instanceof InputError && error.message === fullSentence;
}

/** A full disk is the user's to mend. */
function failure(error: DOMException | null): Error {
  if (error?.name !== "QuotaExceededError") return error ?? new Error("a transaction was given up");
  return new InputError(fullSentence);
}
