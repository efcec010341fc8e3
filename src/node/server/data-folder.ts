// Where the server keeps what it was given and what came of it. Everything is named by ids that the server makes; no name
// from a request is ever part of a path.
//
//     tables/ID/      an uploaded table: its bytes (table.csv, …), and table.json: what there is to say of it
//     requests/ID/    request.json: what a run was asked to do, and truth.csv where it was given one
//     runs/ID/        the run folder (docs/result.md); `wherefore resume` takes it too
//     temporary/ID/   what is being read or uploaded; emptied at every start
//     .server.N.lock  the process that has the folder

import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { check, InputError } from "../../core/index.ts";
import { isLock, takeLock } from "../files/lock.ts";

export interface DataFolder {
  readonly path: string;
  /** The folder of a table, a request, a run or what is temporary. */
  readonly of: (what: Room, id: string) => string;
  readonly ids: (what: Room) => Promise<string[]>;
  readonly close: () => void;
}

const rooms = ["tables", "requests", "runs", "temporary"] as const;
type Room = (typeof rooms)[number];

export async function openDataFolder(path: string): Promise<DataFolder> {
  for (const room of rooms) {
    await mkdir(join(path, room), { recursive: true }).catch((error: NodeJS.ErrnoException) =>
      check(false, `serve: the folder ${path} cannot be made (${error.code}); choose another with --folder`),
    );
  }
  // Two servers in one folder would take each other's runs for their own.
  const lock = takeLock(path, "server", "wherefore serve");
  if (!isLock(lock))
    throw new InputError(
      `serve: another server (process ${lock.pid} on ${lock.host}) has the folder ${path}; choose another with --folder, or stop that one`,
    );
  await rm(join(path, "temporary"), { recursive: true, force: true });
  await mkdir(join(path, "temporary"));
  return {
    path,
    of: (what, id) => {
      if (!isId(id)) throw new Error(`not an id of ours: ${id}`);
      return join(path, what, id);
    },
    ids: async (what) => (await readdir(join(path, what))).filter(isId),
    close: lock.release,
  };
}

export function newId(): string {
  return randomBytes(8).toString("hex");
}

/** A text of ours; undefined where it is not there. */
export async function storedText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** What is stored, or the sentence about its damage. */
export async function intact<T>(read: () => Promise<T>): Promise<T | { readonly damage: string }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InputError) return { damage: error.message };
    throw error;
  }
}

export function isDamaged<T extends object>(
  found: T | { readonly damage: string },
): found is { readonly damage: string } {
  return "damage" in found;
}

function isId(name: string): boolean {
  return /^[0-9a-f]{16}$/.test(name);
}
