// Where the server keeps what it was given and what came of it. Everything is named by ids that the server makes; no name
// from a request is ever part of a path.
//
//     tables/ID/      an uploaded table: its bytes (table.csv, …), and table.json: what there is to say of it
//     requests/ID/    request.json: what a run was asked to do, and truth.csv where it was given one
//     runs/ID/        the run folder (docs/result.md); `wherefore resume` takes it too
//     temporary/ID/   what is being read or uploaded; emptied at every start
//     server.lock     the process that has the folder

import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { check } from "../../core/index.ts";

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
  const lock = join(path, "server.lock");
  takeLock(path, lock);
  await rm(join(path, "temporary"), { recursive: true, force: true });
  await mkdir(join(path, "temporary"));
  return {
    path,
    of: (what, id) => {
      if (!isId(id)) throw new Error(`not an id of ours: ${id}`);
      return join(path, what, id);
    },
    ids: async (what) => (await readdir(join(path, what))).filter(isId),
    close: () => rmSync(lock, { force: true }),
  };
}

export function newId(): string {
  return randomBytes(8).toString("hex");
}

/** A JSON file of ours; undefined where it is not there. */
export async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isId(name: string): boolean {
  return /^[0-9a-f]{16}$/.test(name);
}

/** Two servers in one folder would take each other's runs for their own. */
function takeLock(folder: string, lock: string): void {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: "wx" });
  } catch {
    const pid = Number(readFileSync(lock, "utf8"));
    check(
      !(pid > 0 && pid !== process.pid && isAlive(pid)),
      `serve: another server (process ${pid}) has the folder ${folder}; choose another with --folder, or remove ${lock} if that is none`,
    );
    writeFileSync(lock, `${process.pid}\n`);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
