// A new folder, and files written into it so that each is either whole or not there.

import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { check } from "../../core/index.ts";
import { isPartial, writeDurably } from "./durable.ts";
import { isLockFile } from "./lock.ts";

export interface Folder {
  readonly path: string;
  readonly write: (name: string, content: string | Uint8Array) => Promise<void>;
}

/**
 * Makes the folder and those above it. One that exists is refused, unless nothing is in it: it was made by hand, or by a
 * process that died before its first file was whole.
 */
export async function createFolder(path: string): Promise<Folder> {
  const parent = join(path, "..");
  try {
    await mkdir(parent, { recursive: true });
    await mkdir(path);
  } catch (error) {
    // EEXIST of a parent means a file in its place.
    const { code, path: at } = error as NodeJS.ErrnoException;
    const exists = code === "EEXIST" && at === path;
    if (!exists || !(await hasNothing(path))) {
      check(!exists, `out: the folder ${path} exists already; choose another with --out, or remove it`);
      check(false, `out: the folder ${path} cannot be made (${code}); choose another with --out`);
    }
  }
  return openFolder(path);
}

/** A folder that exists. */
export function openFolder(path: string): Folder {
  return {
    path,
    write: (name, content) => writeDurably(join(path, name), content),
  };
}

async function hasNothing(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).every((name) => isPartial(name) || isLockFile(name));
  } catch {
    return false; // A file, or a folder of somebody else's.
  }
}
