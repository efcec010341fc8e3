// Table files in a folder that is created for one test file and removed after it.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, expect } from "vitest";
import { InputError } from "../src/core/index.ts";
import { type ReadTableOptions, readTable } from "../src/node/files/read-table.ts";

/** A folder for a test file. */
export function tableFolder() {
  const folder = mkdtempSync(join(tmpdir(), "read-table-test-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  return { folder, file };
}

export async function sql(statement: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

export async function sentence(
  path: string,
  options?: ReadTableOptions,
  read: (path: string, options?: ReadTableOptions) => Promise<unknown> = readTable,
): Promise<string> {
  const error = await read(path, options).then(
    () => "no error",
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as Error).message;
}

export const plain = { names: ["a", "b"], rows: [1, 2.5, -3, 4e-3] };

export async function expectPlain(path: string): Promise<void> {
  const table = await readTable(path);
  expect(table.names).toEqual(plain.names);
  expect([...table.X.data]).toEqual(plain.rows);
}
