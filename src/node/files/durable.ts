// Files that stay complete even if the process or the power fails: written to a temporary file beside, flushed to the disk,
// then renamed. The name always refers to the whole old file or the whole new one.

import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** The temporary file, in the same folder as the final one. */
function partialPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.partial`);
}

export function isPartial(name: string): boolean {
  return /^\..+\.partial$/.test(name);
}

export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const partial = partialPath(path);
  const file = await open(partial, "w");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
  flushFolder(dirname(path));
}

/** Synchronous version; `before` is called when the new file is on the disk but not yet renamed. */
export function writeDurablySync(path: string, parts: readonly Uint8Array[], before = () => {}): void {
  const partial = partialPath(path);
  const file = openSync(partial, "w");
  try {
    for (const part of parts) for (let at = 0; at < part.length; ) at += writeSync(file, part, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  before();
  renameSync(partial, path);
  flushFolder(dirname(path));
}

/** Flushes the folder, which stores the names; some systems cannot, and need not. */
function flushFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // Windows
  }
}
