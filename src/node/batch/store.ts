// Where a batch's tables, plan and results are: a folder that all machines see, an S3-compatible store, or a server of ours.
//
//     tables/HASH     a table, under its hash
//     batches/NAME    a batch, under the SHA-256 of what it says
//     results/NAME    the result of a task, under the task's name
//     checkpoints/NAME    where a run is that is under way, under its task's name; removed when its result is there
//
// What is stored is never changed, but for checkpoints: a name says what is under it. What is true is what is in the store.

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
