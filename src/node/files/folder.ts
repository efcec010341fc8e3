// A new folder, and files written into it so that each is either complete or absent.

import { existsSync, readdirSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { check } from "../../core/index.ts";
import { isPartial, writeDurably } from "./durable.ts";
import { isLockFile } from "./lock.ts";

export interface Folder {
  readonly path: string;
  readonly write: (name: string, content: string | Uint8Array) => Promise<void>;
}

/** What --force replaces in a folder. */
export interface Replaceable {
  readonly what: string;
  /** The file that every such folder has. */
  readonly file: string;
}

/**
 * Creates the folder and its parents. An existing one is rejected unless it is empty: such a folder was created by hand, or by
 * a process that died before its first file was complete.
 */
export async function createFolder(path: string, replaceable?: Replaceable): Promise<Folder> {
  const parent = join(path, "..");
  try {
    await mkdir(parent, { recursive: true });
    await mkdir(path);
  } catch (error) {
    // EEXIST for a parent means that it is a file.
    const { code, path: at } = error as NodeJS.ErrnoException;
    const exists = code === "EEXIST" && at === path;
    if (!exists || !(await hasNothing(path))) {
      check(
        !exists,
        `out: the folder ${path} exists already; choose another with --out${replaceable ? `, or replace ${replaceable.what} in it with --force` : ""}`,
      );
      check(false, `out: the folder ${path} cannot be made (${code}); choose another with --out`);
    }
  }
  return openFolder(path);
}

/** Whether something at this path would make createFolder fail. */
export function isTaken(path: string): boolean {
  try {
    return !readdirSync(path).every(isLeftover);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/** Rejects a folder that holds anything else. */
export function checkReplaceable(path: string, { what, file }: Replaceable): void {
  check(
    !isTaken(path) || existsSync(join(path, file)),
    `out: the folder ${path} does not hold ${what}, and is not replaced; choose another with --out`,
  );
}

/** The first free path `NAME-NUMBER`, counting from the seed; with `force`, the seed's own, which may be replaced. */
export function numberedFolder(
  name: string,
  { seed, force = false }: { readonly seed: number; readonly force?: boolean },
): string {
  let number = seed;
  while (!force && isTaken(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

/** An existing folder. */
export function openFolder(path: string): Folder {
  return {
    path,
    write: (name, content) => writeDurably(join(path, name), content),
  };
}

/** Whether this is a temporary or lock file that a dead process left behind. */
function isLeftover(name: string): boolean {
  return isPartial(name) || isLockFile(name);
}

async function hasNothing(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).every(isLeftover);
  } catch {
    return false; // a file, or a folder without read permission
  }
}
