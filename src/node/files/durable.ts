// Files that are whole whenever the process or the power ends: written beside, flushed to the disk, then renamed. Under its
// name there is the old file or the new one, never a part of either.

import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** What is being written, beside the file that it becomes. */
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

/** The same for those who cannot wait; `before` is done when the new file is on the disk and not yet under its name. */
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

/** Names are the folder's; some systems cannot flush one, and need not. */
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
