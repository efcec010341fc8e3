import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Batch, simulate, tableBytes, tableFromBytes } from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { startServer } from "../server/server.ts";
import {
  createFetcher,
  putResult,
  storeBatch,
  storedBatch,
  storedCheckpoint,
  storedResult,
} from "./batch-files.ts";
import { openStore } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const name = "ab".repeat(32);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

let servers = 0;
async function served() {
  servers++;
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    token: "secret",
    folder: join(folder, `data-${servers}`),
    store: join(folder, `served-${servers}`),
  });
  afterAll(() => server.close());
  return server.address.replace("//", "//:secret@");
}

describe.each([
  ["a folder", async () => join(folder, "plain")],
  ["a server", served],
])("a store in %s", (_, address) => {
  it("gives what was put there, and keeps what came first", async () => {
    const store = await openStore(await address());
    expect(await store.get("results", name)).toBeUndefined();
    expect(await store.names("results")).toEqual([]);
    await store.put("results", name, Buffer.from("first"));
    await store.put("results", name, Buffer.from("second"));
    expect(textOf((await store.get("results", name))!)).toBe("first");
    expect(await store.names("results")).toEqual([name]);
    expect(await store.names("tables")).toEqual([]);
    await expect(store.put("results", "../x", Buffer.from("x"))).rejects.toThrow();
  });

  it("keeps the last checkpoint of a task, until it is removed", async () => {
    const store = await openStore(await address());
    await store.removeCheckpoint(name);
    await store.put("checkpoints", name, Buffer.from("first"));
    await store.put("checkpoints", name, Buffer.from("second"));
    expect(textOf((await store.get("checkpoints", name))!)).toBe("second");
    // Damaged, it counts as none.
    expect(await storedCheckpoint(store, name)).toBeUndefined();
    await store.removeCheckpoint(name);
    expect(await store.get("checkpoints", name)).toBeUndefined();
    expect(await store.names("checkpoints")).toEqual([]);
    await expect(store.removeCheckpoint("../x")).rejects.toThrow();
  });

  it("holds a batch with its table, and notices damage", async () => {
    const store = await openStore(await address());
    const { table } = simulate({ nodes: 3, samples: 20, seed: 1 });
    const hash = dataHash(table);
    const batch: Batch = {
      ...{ format: "wherefore-batch/1", kind: "replicates", build: "x", name: "t", count: 2 },
      ...{ table: hash, options: { score: "bic" } },
    };
    const stored = await storeBatch(store, batch, new Map([[hash, table]]));
    expect(await storedBatch(store, stored)).toEqual(batch);
    const fetcher = createFetcher(store);
    expect(await fetcher.table(hash)).toEqual(table);
    await store.put("tables", name, tableBytes(table));
    await expect(fetcher.table(name)).rejects.toThrow(/is damaged/);
    await expect(storedBatch(store, name)).rejects.toThrow(/has no batch/);
    const result = {
      format: "wherefore-task/1",
      task: hash,
      marks: { directed: [], undirected: [] },
      seconds: 0,
    } as const;
    await putResult(store, { ...result, marks: { directed: [], undirected: [] } });
    expect(await storedResult(store, hash)).toEqual(result);
  });
});

describe("a store", () => {
  it("shows no file that is not whole, and no name that is none", async () => {
    const store = await openStore(join(folder, "partial"));
    writeFileSync(join(folder, "partial", "results", `.${name}.draft`), "part of");
    writeFileSync(join(folder, "partial", "results", "readme.txt"), "hello");
    expect(await store.names("results")).toEqual([]);
    await store.put("results", name, Buffer.from("whole"));
    expect(
      readdirSync(join(folder, "partial", "results")).filter((each) => each.startsWith(`.${name}.`)),
    ).toHaveLength(1);
  });

  it.each(["", "ftp://x", "s3://"])("is refused at %j", async (address) => {
    await expect(openStore(address)).rejects.toThrow(/store:/);
  });

  it("takes the table with everything that it knows of itself", () => {
    const { table } = simulate({ nodes: 3, samples: 5, seed: 2 });
    const X = { ...table.X, data: Float64Array.from(table.X.data) };
    X.data[4] = Number.NaN;
    const loaded = { ...table, X, levels: [["a", "ü"], null, null], rowsRead: 9 };
    expect(tableFromBytes(tableBytes(loaded), textOf)).toEqual(loaded);
    expect(() => tableFromBytes(new Uint8Array(3), textOf)).toThrow(/not a table/);
    expect(() => tableFromBytes(tableBytes(loaded).subarray(0, 200), textOf)).toThrow(/not a table/);
  });
});
