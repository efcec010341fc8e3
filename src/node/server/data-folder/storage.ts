// The disk space used by the server's tables and runs, and its limit. Each folder is measured once, and again when it has
// changed; a growing one is measured at every check. Uploads count while they arrive.

import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { megabytes } from "../../files/input.ts";
import { refusal } from "../refusal.ts";
import type { DataFolder, Room } from "./data-folder.ts";

export type Storage = Awaited<ReturnType<typeof openStorage>>;

export async function openStorage({ path }: Pick<DataFolder, "path">, limit: number) {
  const sizes = new Map<string, number>();
  const stale = new Set<string>();
  const growing = new Set<string>();
  let total = 0;
  let held = 0;
  for (const room of ["tables", "requests", "runs"])
    for (const id of await readdir(join(path, room))) stale.add(join(room, id));

  const countAll = async (): Promise<void> => {
    for (const key of new Set([...stale, ...growing])) {
      stale.delete(key); // first, so that a change during the measurement is counted again
      const bytes = await bytesIn(join(path, key)).catch((error: unknown) => {
        stale.add(key);
        throw error;
      });
      total += bytes - (sizes.get(key) ?? 0);
      sizes.set(key, bytes);
    }
  };
  let counting: Promise<void> = Promise.resolve();
  /** Counts run one after another, so that each includes all earlier changes. */
  const counted = (): Promise<void> => {
    counting = counting.catch(() => {}).then(countAll);
    return counting;
  };
  // The first count runs in the background; if it fails, the next check fails too.
  counted().catch(() => {});
  const check = (used: number, isRoom: boolean): void => {
    if (!isRoom)
      throw refusal(
        507,
        `storage: the tables and runs of this server must use less than ${megabytes(limit)}, got ${megabytes(used)}; delete some of them, or start the server with a larger --max-storage`,
      );
  };
  return {
    /** Throws if the limit is reached. */
    checkRoom: async (): Promise<void> => {
      await counted();
      check(total + held, total + held < limit);
    },
    /** Counts bytes while they are written, and throws beyond the limit. */
    hold: () => {
      let share = 0;
      return {
        add: (bytes: number): void => {
          share += bytes;
          held += bytes;
          check(total + held, total + held <= limit);
        },
        /** Called when these bytes are deleted, or are part of a folder reported as changed. */
        release: async (): Promise<void> => {
          await counted().finally(() => {
            held -= share;
            share = 0;
          });
        },
      };
    },
    /** Called when a folder has changed and will not change further. */
    changed: (room: Room, id: string): void => {
      growing.delete(join(room, id));
      stale.add(join(room, id));
    },
    /** Called when a folder starts to change. */
    growing: (room: Room, id: string): void => void growing.add(join(room, id)),
  };
}

/** The total size of the files in a folder; symbolic links are not followed. */
async function bytesIn(path: string): Promise<number> {
  try {
    const entry = await lstat(path);
    if (!entry.isDirectory()) return entry.size;
    let bytes = 0;
    for (const name of await readdir(path)) bytes += await bytesIn(join(path, name));
    return bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0; // deleted meanwhile
    throw error;
  }
}
