// DuckDB on one table file. It is loaded only when a table is read, may open that file and nothing else (a --where is SQL, and
// could otherwise read any file), and is always closed.

import { createReadStream, createWriteStream } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api";
import type { TableFile } from "./table-file.ts";
import { literal } from "./table-query.ts";

/** Loads DuckDB, which is CommonJS: an import would first parse all of its files for the names that they export. */
const require = createRequire(import.meta.url);

type Work<T> = (connection: DuckDBConnection, file: TableFile) => Promise<T>;

/** The user's condition, if any. Joins in it could return the rows in any order, so DuckDB then runs on one thread. */
interface Condition {
  readonly where?: string | undefined;
}

/** The result of the work; if the file mixes line endings, they are made uniform and the work is repeated. */
export async function withDuckDb<T>(file: TableFile, work: Work<T>, condition: Condition = {}): Promise<T> {
  return connected(file, work, condition).catch(async (error: unknown) => {
    if (!isMixedLineEnds(error)) throw error;
    return connected(await withPlainLineEnds(file), work, condition);
  });
}

async function connected<T>(file: TableFile, work: Work<T>, { where }: Condition): Promise<T> {
  const { DuckDBInstance } = require("@duckdb/node-api") as typeof import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:", where === undefined ? {} : { threads: "1" });
  const connection = await instance.connect();
  try {
    await connection.run(`SET allowed_paths = [${literal(file.path)}]`);
    await connection.run("SET enable_external_access = false");
    await connection.run("SET lock_configuration = true");
    return await work(connection, file);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/**
 * A function that reads a DOUBLE column without NULLs from DuckDB's memory; the array is valid as long as the chunk. DuckDB's
 * API returns such numbers one by one, the bindings beneath it all at once (`duckdb_vector_get_data` of its C API).
 */
export function doublesReader(): (chunk: DuckDBDataChunk, column: number) => Float64Array {
  const ofInterface = createRequire(require.resolve("@duckdb/node-api")); // resolves its bindings wherever they are installed
  const { data_chunk_get_vector, vector_get_data } = ofInterface(
    "@duckdb/node-bindings",
  ) as typeof import("@duckdb/node-bindings");
  return ({ chunk, rowCount }, column) => {
    const bytes = vector_get_data(data_chunk_get_vector(chunk, column), 8 * rowCount);
    return new Float64Array(bytes.buffer, bytes.byteOffset, rowCount);
  };
}

/** Recognises DuckDB's error for a file that mixes \r\n and \n, which editors and concatenation produce. */
export function isMixedLineEnds(error: unknown): boolean {
  return /state machine reached an invalid state/.test(String(error));
}

/** A copy of the file in which every line ends in \n. */
async function withPlainLineEnds(file: TableFile): Promise<TableFile> {
  const path = join(file.folder, "lines");
  let endsInReturn = false;
  const mended = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = (endsInReturn ? "\r" : "") + chunk.toString("latin1");
      endsInReturn = text.endsWith("\r");
      done(null, Buffer.from((endsInReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, "\n"), "latin1"));
    },
    flush(done) {
      done(null, endsInReturn ? Buffer.from("\n") : Buffer.alloc(0));
    },
  });
  await pipeline(createReadStream(file.path), mended, createWriteStream(path));
  return { ...file, path };
}
