// What a store is. What is in it is named by a hash: nothing else is a name, and none leads out of it.

export const storeKinds = ["tables", "batches", "results", "checkpoints"] as const;
export type StoreKind = (typeof storeKinds)[number];

export interface Store {
  /** As it was given. */
  readonly address: string;
  /** Undefined where there is nothing of that name. */
  readonly get: (kind: StoreKind, name: string) => Promise<Uint8Array | undefined>;
  /** Whole, or not at all; what is there stays, but of checkpoints the last one counts. */
  readonly put: (kind: StoreKind, name: string, bytes: Uint8Array) => Promise<void>;
  /** Removes a checkpoint, where there is one. */
  readonly removeCheckpoint: (name: string) => Promise<void>;
  /** The names of all that is there. */
  readonly names: (kind: StoreKind) => Promise<string[]>;
}

const names = /^[0-9a-f]{64}$/;

export function isStoredName(name: string): boolean {
  return names.test(name);
}
