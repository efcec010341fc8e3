// Tables or runs of the data folder, by id: those that could be read, and for damaged ones why they could not.

import { InputError, type wire } from "../../../core/index.ts";
import { refusal } from "../refusal.ts";

type Name = "tables" | "runs";

/** Reads the entries with these ids; `read` returns undefined if there is no such entry. */
export async function openEntries<T>(
  name: Name,
  ids: readonly string[],
  read: (id: string) => Promise<T | undefined>,
) {
  const entries = new Map<string, T>();
  const damaged = new Map<string, string>();
  for (const id of ids) {
    try {
      const entry = await read(id);
      if (entry !== undefined) entries.set(id, entry);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      damaged.set(id, error.message);
    }
  }
  return {
    all: (): T[] => [...entries.values()],
    /** Rejects an unknown id. */
    get: (id: string): T => {
      const entry = entries.get(id);
      if (entry === undefined) throw refusal(404, damaged.get(id) ?? noEntry(name, id));
      return entry;
    },
    set: (id: string, entry: T): void => void entries.set(id, entry),
    delete: (id: string): void => void entries.delete(id),
    /** Damaged entries, which can only be deleted, with the reasons. */
    damaged: (): wire.Damaged => [...damaged].map(([id, error]) => ({ id, error })),
    /** Removes a damaged entry from the list; returns whether there was one. */
    deleteDamaged: (id: string): boolean => damaged.delete(id),
  };
}

export function noEntry(name: Name, id: string): string {
  return `${name}: no ${name.slice(0, -1)} is called ${id}; /api/${name} lists them`;
}
