// A folder as a store, shared by all machines, such as on a network file system.

import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { check } from "../../core/index.ts";
import { isStoredName, type Store, storeKinds } from "./store-names.ts";

export async function folderStore(address: string): Promise<Store> {
  for (const kind of storeKinds) await mkdir(join(address, kind), { recursive: true });
  return {
    address,
    get: async (kind, name) => {
      try {
        return await readFile(join(address, kind, checked(name)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    put: async (kind, name, bytes) => {
      const path = join(address, kind, checked(name));
      const draft = join(address, kind, `.${name}.${randomUUID()}`);
      try {
        await written(draft, bytes);
        // Creating a link fails if it exists, so the first writer wins.
        await (kind === "checkpoints" ? rename(draft, path) : link(draft, path));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      } finally {
        await rm(draft, { force: true });
      }
    },
    removeCheckpoint: async (name) => rm(join(address, "checkpoints", checked(name)), { force: true }),
    names: async (kind) => (await readdir(join(address, kind))).filter(isStoredName),
  };
}

async function written(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function checked(name: string): string {
  check(isStoredName(name), `store: names are 64 hexadecimal digits, got ${name}`);
  return name;
}
