// An upload, streamed to disk: never held in memory, limited in size, and if it is gzip, decompressed once with a limit on the
// result.

import { createReadStream, createWriteStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { megabytes } from "../../files/input.ts";
import type { Limits } from "../limits.ts";
import { refusal } from "../refusal.ts";

const extensions = /\.(csv|tsv|tab|xlsx|xlsm|parquet|pq|json|ndjson|jsonl)$/i;

/** The file's name for display; throws if it contains a folder. */
export function checkedName(fileName: string | undefined): string {
  const name = fileName?.trim() ?? "";
  const isPlain = name.length > 0 && name.length <= 200 && !/[/\\\p{Cc}]/u.test(name) && !/^\.+$/.test(name);
  if (!isPlain)
    throw refusal(
      400,
      `tables: the name must be that of a file, without folders and of up to 200 characters, got ${JSON.stringify(name.slice(0, 100))}; send it as ?name=table.csv`,
    );
  return name;
}

/** The name on disk of an upload with that name, of which only a known extension is kept. */
export function storedName(name: string): string {
  return `table${extensions.exec(name.replace(/\.gz$/i, ""))?.[0].toLowerCase() ?? ""}`;
}

/** Writes the decompressed bytes to a file in this folder; returns its path. `onBytes` gets byte counts and may throw. */
export async function receive(
  body: Readable,
  folder: string,
  { limits, onBytes }: { readonly limits: Limits; readonly onBytes?: (bytes: number) => void },
): Promise<string> {
  const { uploadBytes, unpackedBytes } = limits;
  const sent = join(folder, "sent");
  const tooLarge = () =>
    refusal(413, `tables: an upload must have at most ${megabytes(uploadBytes)}, got more; leave rows out`);
  const counted = bounded(uploadBytes, tooLarge, onBytes);
  // A pipeline from the request would close its connection on failure, and the answer would be lost.
  const isBroken = () =>
    counted.destroy(refusal(400, "tables: the upload must be complete, got a part of it; send it again"));
  body.on("error", isBroken);
  body.on("close", () => body.readableEnded || isBroken());
  if (body.destroyed) isBroken(); // destroyed before the listeners were added
  body.pipe(counted);
  await pipeline(counted, createWriteStream(sent)).finally(() => body.unpipe(counted));
  const path = join(folder, "unpacked");
  if (!(await isGzip(sent))) {
    await rename(sent, path);
    return path;
  }
  const tooLong = () =>
    refusal(
      413,
      `tables: an upload must have at most ${megabytes(unpackedBytes)} after decompression, got more; leave rows out`,
    );
  try {
    await pipeline(
      createReadStream(sent),
      createGunzip(),
      bounded(unpackedBytes, tooLong, onBytes),
      createWriteStream(path),
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith("Z_") !== true) throw error;
    throw refusal(422, `table: it must be a whole gzip file, got a broken one (${message}); copy it again`);
  }
  if (await isGzip(path))
    throw refusal(
      422,
      "table: it must be compressed once, got a gzip file in a gzip file; decompress it first",
    );
  return path;
}

/** Passes on at most `most` bytes, then fails. */
function bounded(most: number, error: () => Error, onBytes: (bytes: number) => void = () => {}): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) return done(error());
      try {
        onBytes(chunk.length);
      } catch (refused) {
        return done(refused as Error);
      }
      done(null, chunk);
    },
  });
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
