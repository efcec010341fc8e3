// A table's file on disk, made ready for DuckDB: found, of a known format, uncompressed, under a plain name.
//
// Gzip is undone into a temporary file by zlib, because DuckDB reads a truncated gzip as if it had ended there and cannot
// read a gzipped Parquet at all. A name with glob characters would make DuckDB read other files, so such a file gets a plain
// temporary name.

import { createReadStream, createWriteStream, type Stats } from "node:fs";
import { copyFile, mkdtemp, open, readdir, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import {
  check,
  cutAfterLine,
  headBytes,
  InputError,
  isGzip,
  nearest,
  type TableFormat,
  tableExtension,
  tableFormatOf,
  tableFormats,
} from "../../core/index.ts";

export interface TableFile {
  /** As the user wrote it, for sentences. */
  readonly shown: string;
  /** Absolute, uncompressed, free of glob characters. */
  readonly path: string;
  readonly format: TableFormat;
  /** The first characters of a text file, cut after a line. */
  readonly head: string;
  /** The delimiter that the extension says, where it says one. */
  readonly delimiter?: string;
  /** A folder for temporary files; gone after `close`. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

export interface TableFileOptions {
  /** What the file is called in sentences, and whose extension counts; the path, unless said. */
  readonly shown?: string;
  /** Where temporary files are made; where the system has them, unless said. */
  readonly temporaryIn?: string;
}

export async function openTableFile(
  given: string,
  { shown = given, temporaryIn = tmpdir() }: TableFileOptions = {},
): Promise<TableFile> {
  const info = await checkedStat(given);
  const folder = await mkdtemp(join(temporaryIn, "wherefore-"));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const path = await plainFile({ given, shown }, info, folder);
    const bytes = await firstBytes(path);
    const text = bytes.toString("utf8");
    const head = bytes.length < headBytes ? text : cutAfterLine(text);
    return { shown, path, ...tableFormatOf({ shown, bytes, text: head }), head, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function checkedStat(shown: string): Promise<Stats> {
  let info: Stats;
  try {
    info = await stat(shown);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    check(
      code !== "ENOENT" && code !== "ENOTDIR",
      `table: no file is called "${shown}"; ${await hint(shown)}`,
    );
    throw new InputError(
      `table: "${shown}" must be readable, got ${code}; check the path and its permissions`,
    );
  }
  if (info.isDirectory()) {
    const inside = (await readdir(shown)).filter((name) => tableExtension(name) in tableFormats).sort();
    const way = inside.length > 0 ? `name a file in it, such as ${join(shown, inside[0])}` : "name a file";
    throw new InputError(`table: "${shown}" must be a file, got a directory; ${way}`);
  }
  return info;
}

async function hint(shown: string): Promise<string> {
  const beside = await readdir(dirname(resolve(shown))).catch(() => []);
  const near = nearest(basename(shown), beside);
  return near === undefined ? "check the path" : `did you mean "${join(dirname(shown), near)}"?`;
}

/** The path of an ordinary file with the uncompressed bytes; a pipe is first written to a file. */
async function plainFile(
  { given, shown }: { given: string; shown: string },
  info: Stats,
  folder: string,
): Promise<string> {
  let path = resolve(given);
  try {
    if (!info.isFile()) {
      path = join(folder, "pipe");
      await pipeline(createReadStream(given), createWriteStream(path));
    }
    if (isGzip(await firstBytes(path, 2))) {
      const out = join(folder, "unzipped");
      await pipeline(createReadStream(path), createGunzip(), createWriteStream(out));
      path = out;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith("Z_") !== true)
      throw new InputError(
        `table: "${shown}" must be readable, got ${code ?? message}; check its permissions`,
      );
    throw new InputError(
      `table: "${shown}" must be a whole gzip file, got a broken one (${message}); copy it again`,
    );
  }
  if (!/[*?[\]{}\\]/.test(path) || process.platform === "win32") return path;
  const plain = join(folder, "table");
  await symlink(path, plain).catch(() => copyFile(path, plain));
  return plain;
}

async function firstBytes(path: string, size = headBytes): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
