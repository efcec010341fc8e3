// The server's storage of tables, requests and runs. Everything is named by ids that the server generates; no name from a
// request is ever part of a path. The folder is private: other users of the machine cannot read it (private-folder.ts), and
// symbolic links in it are not followed.
//
//     tables/ID/      an uploaded table: its bytes (table.csv, …), and table.json: its preview
//     requests/ID/    request.json: the request of a run, and truth.csv if it has one
//     runs/ID/        the run folder (docs/result.md); also usable by `wherefore resume`
//     temporary/ID/   files being read or uploaded; emptied at every start
//     .server.N.lock  the process that uses the folder

import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { mkdir, readFile, realpath, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { check, InputError } from "../../../core/index.ts";
import { isLock, isLockFile, takeLock } from "../../files/lock.ts";
import { makePrivate } from "./private-folder.ts";

export { noEntry, openEntries } from "./entries.ts";
export { openStorage, type Storage } from "./storage.ts";

import { refusal } from "../refusal.ts";

export interface DataFolder {
  readonly path: string;
  /** The folder of a table, a request, a run or temporary files; an error if it is or contains a symbolic link. */
  readonly of: (what: Room, id: string) => string;
  /** The ids of the folders in this room, except those with a symbolic link there or in the other rooms given. */
  readonly ids: (what: Room, ...others: Room[]) => string[];
  /** Runs the work with its own temporary folder, which is removed afterwards. */
  readonly withTemporary: <T>(work: (path: string) => Promise<T>) => Promise<T>;
  /** Deletes the folder and the links in it, never their targets. */
  readonly drop: (what: Room, id: string) => Promise<void>;
  readonly close: () => void;
}

const rooms = ["tables", "requests", "runs", "temporary"] as const;
export type Room = (typeof rooms)[number];

/** Whether an entry of the folder is the server's; earlier versions wrote server.lock. */
function isOwn(name: string): boolean {
  return rooms.some((room) => room === name) || isLockFile(name) || name === "server.lock";
}

export async function openDataFolder(
  folder: string,
  onWarning: (sentence: string) => void = () => {},
): Promise<DataFolder> {
  const path = await realFolder(folder);
  await makePrivate(path, { isOwn, onWarning });
  // Two servers in one folder would treat each other's runs as their own.
  const lock = takeLock(path, "server", "wherefore serve");
  if (!isLock(lock))
    throw new InputError(
      `serve: another server (process ${lock.pid} on ${lock.host}) is using the folder ${folder}; choose another with --folder, or stop that one`,
    );
  await rm(join(path, "temporary"), { recursive: true, force: true });
  await mkdir(join(path, "temporary"), { mode: 0o700 });
  const folderOf = (what: Room, id: string): string => {
    if (!isId(id)) throw new Error(`not an id of ours: ${id}`);
    return join(path, what, id);
  };
  const linkOf = (what: Room, id: string): string | undefined =>
    isLink(join(path, what)) ? join(path, what) : linkIn(folderOf(what, id));
  const linkSentence = (link: string): string =>
    `data folder: ${relative(path, link)} must have been created by the server, got a symbolic link, which is not followed; replace it with its target, or delete it`;
  return {
    path,
    of: (what, id) => {
      const link = linkOf(what, id);
      if (link !== undefined) throw refusal(404, linkSentence(link));
      return folderOf(what, id);
    },
    ids: (what, ...others) =>
      readdirSync(join(path, what))
        .filter(isId)
        .filter((id) => {
          const link = [what, ...others].map((room) => linkOf(room, id)).find((each) => each !== undefined);
          if (link !== undefined) onWarning(linkSentence(link));
          return link === undefined;
        }),
    withTemporary: async (work) => {
      const temporary = folderOf("temporary", newId());
      await mkdir(temporary);
      try {
        return await work(temporary);
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    },
    drop: (what, id) => rm(folderOf(what, id), { recursive: true, force: true }),
    close: lock.release,
  };
}

/** The real path of the folder, with its rooms created; the folder itself may be a symbolic link, its rooms may not. */
async function realFolder(folder: string): Promise<string> {
  const notMade = (error: NodeJS.ErrnoException): never =>
    check(
      false,
      `serve: the folder ${folder} cannot be made (${error.code}); choose another with --folder`,
    ) as never;
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(notMade);
  const path = await realpath(folder);
  for (const room of rooms) {
    check(
      !isLink(join(path, room)),
      `serve: ${join(folder, room)} must be a folder, got a symbolic link, which is not followed; put the folder itself there, or make ${folder} the link`,
    );
    await mkdir(join(path, room), { recursive: true, mode: 0o700 }).catch(notMade);
  }
  return path;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** The folder itself if it is a symbolic link, or else the first link in it. */
function linkIn(folder: string): string | undefined {
  if (isLink(folder)) return folder;
  try {
    const entry = readdirSync(folder, { withFileTypes: true }).find((each) => each.isSymbolicLink());
    return entry && join(folder, entry.name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined; // not created yet
    throw error;
  }
}

export function newId(): string {
  return randomBytes(8).toString("hex");
}

/** The text of a file; undefined if it does not exist. */
export async function storedText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isId(name: string): boolean {
  return /^[0-9a-f]{16}$/.test(name);
}
