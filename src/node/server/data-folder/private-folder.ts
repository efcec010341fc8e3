// A folder that only its user can read: 0700, and what is in it 0700 and 0600. New files are so by the umask of the process
// (`wherefore serve` sets it for itself and the processes that it starts); here what was there before is made so.
//
// A folder with other things in it is somebody's: it is left as it is, and what is the server's own in it is made private.

import type { Stats } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { check } from "../../../core/index.ts";

export interface PrivateOptions {
  /** Is this, by its name in the folder, the server's? */
  readonly isOwn: (name: string) => boolean;
  readonly onWarning: (sentence: string) => void;
}

export async function makePrivate(path: string, { isOwn, onWarning }: PrivateOptions): Promise<void> {
  // Windows has no such modes; a folder of the user's is not others' to read there.
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

/** Is it the user's alone now? What is so already is not looked into. */
async function narrowed(path: string): Promise<boolean> {
  const before = await statsOf(path);
  if (before === undefined || before.isSymbolicLink() || isPrivate(before)) return true;
  try {
    await chmod(path, before.isDirectory() ? 0o700 : 0o600);
  } catch {
    return false; // another user's
  }
  const after = await statsOf(path);
  if (after && !isPrivate(after)) return false; // a file system without modes
  if (before.isDirectory()) await allNarrowed(path);
  return true;
}

/** In a folder that nobody else can enter any more. */
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
