// Opens a file that the user names so that reading it terminates: a folder, device or socket is rejected before a byte is
// read, a pipe without a writer does not block, and `atMost` limits the number of bytes.
//
// Files and pipes are opened with O_NONBLOCK, and the type is that of the open handle: a check of the path first could see
// another file than is then opened.

import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import { check, InputError } from "../../core/index.ts";

export interface Input {
  readonly isPipe: boolean;
  /** The size of a file; 0 for a pipe. */
  readonly bytes: number;
  /** All bytes; an input can be streamed once. */
  readonly stream: () => Readable;
  /** The first `count` bytes of a file, or fewer if it is shorter. */
  readonly first: (count: number) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/** `sentence` composes the error message from what was found at the path and the remedy. */
export async function openInput(
  path: string,
  sentence: (got: string, way: string) => string,
): Promise<Input> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: unknown) => {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENXIO") throw new InputError(sentence("a socket or device", "name a file"));
      throw error;
    },
  );
  try {
    const info = await handle.stat();
    const kind = info.isDirectory()
      ? "a directory"
      : info.isCharacterDevice() || info.isBlockDevice()
        ? "a device"
        : info.isSocket()
          ? "a socket"
          : undefined;
    check(kind === undefined, () => sentence(kind!, "name a file"));
    const begun = info.isFIFO() ? await firstOfPipe(handle) : Buffer.alloc(0);
    check(begun !== undefined, () =>
      sentence("a pipe without a writer", "start the program that writes to it first"),
    );
    return {
      isPipe: info.isFIFO(),
      bytes: info.isFile() ? info.size : 0,
      stream: () =>
        info.isFIFO()
          ? Readable.from(piped(handle, begun))
          : handle.createReadStream({ start: 0, autoClose: false }),
      first: (count) => firstBytes(handle, count),
      close: () => handle.close().catch(() => {}), // the socket has already closed its pipe
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** All bytes of an input; throws the sentence as soon as there are more than `most`. */
export async function* atMost(
  stream: Readable,
  most: number,
  sentence: () => string,
): AsyncGenerator<Buffer, void, void> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    check(bytes <= most, sentence);
    yield chunk;
  }
}

/** The bytes waiting in a pipe; undefined if there are none and it has no writer. */
async function firstOfPipe(handle: FileHandle): Promise<Buffer | undefined> {
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65536), 0, 65536, null);
    return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return Buffer.alloc(0); // empty so far, but it has a writer
    throw error;
  }
}

async function* piped(handle: FileHandle, begun: Buffer): AsyncGenerator<Buffer, void, void> {
  yield begun;
  yield* new Socket({ fd: handle.fd, readable: true, writable: false }) as AsyncIterable<Buffer>;
}

async function firstBytes(handle: FileHandle, count: number): Promise<Buffer> {
  const buffer = Buffer.alloc(count);
  let filled = 0;
  while (filled < count) {
    const { bytesRead } = await handle.read(buffer, filled, count - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** A number of bytes as text, such as "12.5 MB". */
export function megabytes(bytes: number): string {
  return `${Number((bytes / 1e6).toPrecision(4))} MB`;
}
