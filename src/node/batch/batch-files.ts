// Writes a batch and its tables to a store, and reads them with checks: a name is the hash of the content.

import {
  type Batch,
  batchName,
  type Checkpoint,
  canonicalJson,
  check,
  InputError,
  type LoadedTable,
  readBatch,
  readCheckpointText,
  readTaskResult,
  type TaskResult,
  tableBytes,
  tableFromBytes,
} from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { sha256 } from "../runs/machine.ts";
import type { Store } from "./store-names.ts";

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Stores the tables first, then the batch, so that a stored batch has its tables; returns the batch's name. */
export async function storeBatch(
  store: Store,
  batch: Batch,
  tables: ReadonlyMap<string, LoadedTable>,
): Promise<string> {
  const there = new Set(await store.names("tables"));
  for (const [hash, table] of tables) if (!there.has(hash)) await storeTable(store, hash, table);
  const name = batchName(batch);
  await store.put("batches", name, bytesOf(canonicalJson(batch)));
  return name;
}

export async function storeTable(store: Store, hash: string, table: LoadedTable): Promise<void> {
  await store.put("tables", hash, tableBytes(table));
}

export async function storedBatch(store: Store, name: string): Promise<Batch> {
  const bytes = await store.get("batches", name);
  check(
    bytes !== undefined,
    `batch: ${store.address} has no batch ${name}; was it planned in another store?`,
    {
      field: "store",
    },
  );
  return readBatch(textOf(bytes), name);
}

/** Fetches batches and tables by name, with a cache of the last 100 batches and 4 tables. */
export function createFetcher(store: Store) {
  const batches = new Map<string, Promise<Batch>>();
  const tables = new Map<string, Promise<LoadedTable>>();
  return {
    batch: (name: string): Promise<Batch> => cached(batches, name, 100, () => storedBatch(store, name)),
    table: (hash: string): Promise<LoadedTable> => cached(tables, hash, 4, () => storedTable(store, hash)),
  };
}

function cached<T>(
  all: Map<string, Promise<T>>,
  name: string,
  most: number,
  make: () => Promise<T>,
): Promise<T> {
  const existing = all.get(name);
  if (existing) return existing;
  const promise = make();
  promise.catch(() => all.delete(name));
  all.set(name, promise);
  const [oldest] = all.keys();
  if (all.size > most) all.delete(oldest);
  return promise;
}

async function storedTable(store: Store, hash: string): Promise<LoadedTable> {
  const bytes = await store.get("tables", hash);
  check(bytes !== undefined, `batch: ${store.address} has no table ${hash}; plan the batch again`);
  const table = tableFromBytes(bytes, textOf);
  check(
    dataHash(table) === hash,
    `batch: the table ${hash} in ${store.address} is damaged; remove it and plan again`,
  );
  return table;
}

export async function putResult(store: Store, result: TaskResult): Promise<void> {
  await store.put("results", result.task, bytesOf(JSON.stringify(result)));
}

/** Undefined if there is none yet. */
export async function storedResult(store: Store, task: string): Promise<TaskResult | undefined> {
  const bytes = await store.get("results", task);
  return bytes && readTaskResult(textOf(bytes), task);
}

/** The checkpoint of a task that was started before; a damaged one is ignored, and the task starts over. */
export async function storedCheckpoint(store: Store, task: string): Promise<Checkpoint | undefined> {
  const bytes = await store.get("checkpoints", task);
  if (bytes === undefined) return undefined;
  try {
    return readCheckpointText(textOf(bytes), task, sha256);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

export async function putCheckpoint(store: Store, task: string, text: string): Promise<void> {
  await store.put("checkpoints", task, bytesOf(text));
}
