// A new folder, and files written into it so that each is either whole or not there.

import { readdirSync } from "node:fs";
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
      check(
        !exists,
        `out: the folder ${path} exists already; choose another with --out, or replace a run in it with --force`,
      );
      check(false, `out: the folder ${path} cannot be made (${code}); choose another with --out`);
    }
  }
  return openFolder(path);
}

/** Is there something of that name that a new folder would be refused for? */
export function isTaken(path: string): boolean {
  try {
    return !readdirSync(path).every(isLeftover);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/** The first folder of a name and a number that is free, from the seed on; that of the seed where it may be replaced. */
export function numberedFolder(
  name: string,
  { seed, force = false }: { readonly seed: number; readonly force?: boolean },
): string {
  let number = seed;
  while (!force && isTaken(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

/** A folder that exists. */
export function openFolder(path: string): Folder {
  return {
    path,
    write: (name, content) => writeDurably(join(path, name), content),
  };
}

/** Of a process that died. */
function isLeftover(name: string): boolean {
  return isPartial(name) || isLockFile(name);
}

async function hasNothing(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).every(isLeftover);
  } catch {
    return false; // A file, or a folder of somebody else's.
  }
}
