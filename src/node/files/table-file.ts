// A table's file on disk, prepared for DuckDB: existing, of a known format, uncompressed, with a plain name, and within the
// size limit. The bytes of a pipe or a gzip file are counted while they are read.
//
// A sheet of a workbook is written to a temporary file as CSV. Gzip is decompressed into a temporary file by zlib, because DuckDB takes the end of a truncated gzip for the end of the data
// and cannot read gzipped Parquet at all. A name with glob characters would make DuckDB read other files, so such a file gets
// a plain temporary name.

import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, mkdtemp, readdir, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import {
  check,
  cutAfterLine,
  encodingOf,
  headBytes,
  InputError,
  isGzip,
  isZip,
  nearest,
  type OtherEncoding,
  type Preface,
  type TableFormat,
  tableExtension,
  tableFormatOf,
  tableFormats,
  type WorkbookSheet,
} from "../../core/index.ts";
import { atMost, type Input, megabytes, openInput } from "./input.ts";
import { sheetFile } from "./workbook-file.ts";

export interface TableFile {
  /** The name as the user wrote it, for messages. */
  readonly label: string;
  /** Absolute, uncompressed, free of glob characters. */
  readonly path: string;
  readonly format: TableFormat;
  /** The beginning of a text file, cut at the end of a line. */
  readonly head: string;
  /** Whether the head is the whole file. */
  readonly isWhole: boolean;
  /** The delimiter that the extension implies, if any. */
  readonly delimiter?: string;
  /** The original encoding, if it is not UTF-8. */
  readonly encoding: OtherEncoding | undefined;
  /** The sheet that the file holds, if it is from a workbook, and what precedes its table. */
  readonly workbook?: WorkbookSheet | undefined;
  readonly preface?: Preface | undefined;
  /** A folder for temporary files; removed by `close`. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

export interface TableFileOptions {
  /** The file's name in messages, whose extension determines the format; the path by default. */
  readonly shown?: string;
  /** Where temporary files are created; by default the system's temporary folder. */
  readonly temporaryIn?: string;
  /**
   * Maximum number of bytes after decompression. By default unlimited for a file, 1 GB for a pipe, and for a gzip file or a
   * workbook 50 times its size but at least 200 MB: tables of numbers compress to about a third.
   */
  readonly maxBytes?: number | undefined;
  /** Of a workbook: the sheet to read; by default the first visible one that holds a table. */
  readonly sheet?: string | undefined;
}

const pipeBytes = 1e9;
const unpackedBytes = (packed: number) => Math.max(200e6, 50 * packed);

export async function openTableFile(source: string, options: TableFileOptions = {}): Promise<TableFile> {
  const { shown: label = source, temporaryIn = tmpdir(), maxBytes, sheet } = options;
  const input = await openedTable(source, label);
  try {
    const folder = await mkdtemp(join(temporaryIn, "wherefore-"));
    const close = () => rm(folder, { recursive: true, force: true });
    try {
      const unpacked = await plainFile({ source, label, input, folder, maxBytes });
      const { size } = await stat(unpacked);
      if (isZip(await firstBytes(unpacked, 4))) {
        const most = maxBytes ?? unpackedBytes(size);
        const { path, ...facts } = await sheetFile({
          path: unpacked,
          label,
          bytes: size,
          folder,
          sheet,
          most,
        });
        const { head, isWhole } = await headOf(path);
        return {
          label,
          path,
          encoding: undefined,
          format: "csv",
          delimiter: ",",
          ...facts,
          head,
          isWhole,
          folder,
          close,
        };
      }
      check(sheet === undefined, `table: "${label}" is no workbook and has no sheets`, {
        field: "sheet",
        remedies: [{ unset: ["sheet"] }],
      });
      const { path, encoding } = await asUtf8(unpacked, folder);
      const { bytes, head, isWhole } = await headOf(path);
      const format = tableFormatOf({ shown: label, bytes, text: head });
      return { label, path, encoding, ...format, head, isWhole, folder, close };
    } catch (error) {
      await close();
      throw error;
    }
  } finally {
    await input.close();
  }
}

/** The beginning of a file; of a longer one, cut at the end of a line. */
async function headOf(
  path: string,
): Promise<Pick<TableFile, "head" | "isWhole"> & { readonly bytes: Buffer }> {
  const bytes = await firstBytes(path, headBytes);
  const text = bytes.toString("utf8");
  const isWhole = bytes.length < headBytes;
  return { bytes, head: isWhole ? text : cutAfterLine(text), isWhole };
}

async function openedTable(source: string, label: string): Promise<Input> {
  const sentence = (got: string, way: string) => `table: "${label}" must be a file, got ${got}; ${way}`;
  try {
    return await openInput(source, sentence);
  } catch (error) {
    if (error instanceof InputError) {
      const inside = (await readdir(source).catch(() => []))
        .filter((name) => tableExtension(name) in tableFormats)
        .sort();
      check(inside.length === 0, () =>
        sentence("a directory", `name a file in it, such as ${join(label, inside[0])}`),
      );
      throw error;
    }
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new InputError(`table: no file is called "${label}"; ${await hint(label)}`);
    throw new InputError(
      `table: "${label}" must be readable, got ${code === "ELOOP" ? "a link that leads in a circle" : code}; check the path and its permissions`,
    );
  }
}

async function hint(label: string): Promise<string> {
  const beside = await readdir(dirname(resolve(label))).catch(() => []);
  const near = nearest(basename(label), beside.slice(0, 1000));
  return near === undefined ? "check the path" : `did you mean "${join(dirname(label), near)}"?`;
}

interface FileSource {
  readonly source: string;
  readonly label: string;
  readonly input: Input;
  readonly folder: string;
  readonly maxBytes: number | undefined;
}

/** The path of a regular file with the uncompressed bytes; a pipe is first written to a file. */
async function plainFile({ source, label, input, folder, maxBytes }: FileSource): Promise<string> {
  let path = resolve(source);
  const tooLarge = (most: number, what: string) => () =>
    `table: "${label}" must have at most ${megabytes(most)}${what}, got more; leave rows out, or raise --max-size`;
  try {
    if (input.isPipe) {
      path = join(folder, "pipe");
      const most = maxBytes ?? pipeBytes;
      await pipeline(atMost(input.stream(), most, tooLarge(most, "")), createWriteStream(path));
    } else {
      const first = await input.first(2);
      check(
        input.bytes > 0 || first.length === 0,
        `table: "${label}" must be a file of data, got one that the system generates while it is read; copy it to a file first`,
      );
    }
    const head = await firstBytes(path, 2);
    if (!isGzip(head)) check(input.bytes <= (maxBytes ?? Infinity), tooLarge(maxBytes ?? 0, ""));
    else {
      const out = join(folder, "unzipped");
      const most = maxBytes ?? unpackedBytes((await stat(path)).size);
      await pipeline(
        createReadStream(path),
        createGunzip(),
        (unpacked) => atMost(unpacked, most, tooLarge(most, " after decompression")),
        createWriteStream(out),
      );
      path = out;
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith("Z_") !== true)
      throw new InputError(
        `table: "${label}" must be readable, got ${code ?? message}; check its permissions`,
      );
    throw new InputError(
      `table: "${label}" must be a whole gzip file, got a broken one (${message}); copy it again`,
    );
  }
  if (!/[*?[\]{}\\]/.test(path) || process.platform === "win32") return path;
  const plain = join(folder, "table");
  await symlink(path, plain).catch(() => copyFile(path, plain));
  return plain;
}

/** The file itself, or a copy in UTF-8 if it is text in another encoding. */
async function asUtf8(
  path: string,
  folder: string,
): Promise<{ readonly path: string; readonly encoding: OtherEncoding | undefined }> {
  const head = await firstBytes(path, headBytes);
  const encoding = encodingOf(head) ?? ((await isUtf8File(path, head)) ? null : "windows-1252");
  if (encoding === null) return { path, encoding: undefined };
  const decoder = new TextDecoder(encoding);
  const recode = new Transform({
    transform: (chunk: Buffer, _, done) => done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  });
  const copy = join(folder, "utf-8");
  await pipeline(createReadStream(path), recode, createWriteStream(copy));
  return { path: copy, encoding };
}

/** Whether the rest of the file is UTF-8 too; binary files (a zero byte in the head) are not examined. */
async function isUtf8File(path: string, head: Uint8Array): Promise<boolean> {
  if (head.length < headBytes || head.includes(0)) return true;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 }))
      decoder.decode(chunk, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function firstBytes(path: string, size: number): Promise<Buffer> {
  const input = await openInput(path, (got) => `table: it must be a file, got ${got}; read it again`);
  try {
    return await input.first(size);
  } finally {
    await input.close();
  }
}
