// The interface of a store. Entries are named by a hash; other names are rejected, so that no path leads out of it.

export const storeKinds = ["tables", "batches", "results", "checkpoints"] as const;
export type StoreKind = (typeof storeKinds)[number];

export interface Store {
  /** The address as given. */
  readonly address: string;
  /** Undefined if there is no such entry. */
  readonly get: (kind: StoreKind, name: string) => Promise<Uint8Array | undefined>;
  /** Atomic; an existing entry is kept, except that a checkpoint is replaced. */
  readonly put: (kind: StoreKind, name: string, bytes: Uint8Array) => Promise<void>;
  /** Removes a checkpoint, if it exists. */
  readonly removeCheckpoint: (name: string) => Promise<void>;
  /** The names of all entries. */
  readonly names: (kind: StoreKind) => Promise<string[]>;
}

const names = /^[0-9a-f]{64}$/;

export function isStoredName(name: string): boolean {
  return names.test(name);
}
