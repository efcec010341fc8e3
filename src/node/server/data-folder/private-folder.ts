// A folder that only its user can read: 0700, with folders 0700 and files 0600 in it. New files get these modes from the umask
// (`wherefore serve` sets it for itself and its child processes); here existing ones are changed.
//
// A folder that also contains other files keeps its mode, and only the server's own entries in it are made private.

import type { Stats } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { check } from "../../../core/index.ts";

export interface PrivateOptions {
  /** Whether an entry of the folder with this name is the server's. */
  readonly isOwn: (name: string) => boolean;
  readonly onWarning: (sentence: string) => void;
}

export async function makePrivate(path: string, { isOwn, onWarning }: PrivateOptions): Promise<void> {
  // Windows has no such modes; other users cannot read a user's folder there.
  if (process.platform === "win32") return;
  const names = await readdir(path);
  const isOurs = names.every(isOwn);
  check(
    isOurs || !isOpenToWrite(await lstat(path)),
    `serve: the folder ${path} must be one that others cannot write to, got one that everybody can, with other things in it; choose a folder of its own with --folder`,
  );
  const wide = (isOurs ? [path] : names.filter(isOwn).map((name) => join(path, name))).map(narrowed);
  if ((await Promise.all(wide)).includes(false))
    onWarning(
      `serve: other users of this machine can read ${path}, and its owner or its file system does not let that be changed; choose another with --folder`,
    );
}

/** Makes an entry private and returns whether that succeeded; the contents of an already private one are not examined. */
async function narrowed(path: string): Promise<boolean> {
  const before = await statsOf(path);
  if (before === undefined || before.isSymbolicLink() || isPrivate(before)) return true;
  try {
    await chmod(path, before.isDirectory() ? 0o700 : 0o600);
  } catch {
    return false; // owned by another user
  }
  const after = await statsOf(path);
  if (after && !isPrivate(after)) return false; // a file system without modes
  if (before.isDirectory()) await allNarrowed(path);
  return true;
}

/** Makes everything in a folder private, once no other user can enter it. */
async function allNarrowed(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await chmod(path, 0o700);
      await allNarrowed(path);
    } else if (entry.isFile()) await chmod(path, 0o600);
  }
}

async function statsOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

function isPrivate({ mode }: Stats): boolean {
  return (mode & 0o077) === 0;
}

function isOpenToWrite({ mode }: Stats): boolean {
  return (mode & 0o002) !== 0;
}
