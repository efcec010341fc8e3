// The store of a batch's tables, plan and results: a shared folder, an S3-compatible store, or a `wherefore serve`.
//
//     tables/HASH     a table, under its hash
//     batches/NAME    a batch, under the SHA-256 of its content
//     results/NAME    the result of a task, under the task's name
//     checkpoints/NAME    the state of a run in progress, under its task's name; removed once the result is stored
//
// Entries other than checkpoints never change: a name determines the content. The store is the single source of truth.

import { check } from "../../core/index.ts";
import { folderStore } from "./folder-store.ts";
import { httpStore } from "./http-store.ts";
import { s3Store } from "./s3-store.ts";
import type { Store } from "./store-names.ts";

export { isStoredName, storeKinds } from "./store-names.ts";
export type { Store };

/** FOLDER, s3://BUCKET/PREFIX, or http://HOST:PORT of a `wherefore serve`. */
export async function openStore(address: string): Promise<Store> {
  check(address !== "", "store: it must be a folder, s3://… or http://…, got nothing", { field: "store" });
  if (/^https?:\/\//.test(address)) return httpStore(address);
  if (address.startsWith("s3://")) return s3Store(address);
  check(!/^[a-z]\w+:\/\//.test(address), `store: it must be a folder, s3://… or http://…, got ${address}`, {
    field: "store",
  });
  return folderStore(address);
}
