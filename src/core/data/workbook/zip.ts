// The parts of a zip file by name, each decompressed only when it is read.
//
// What is read is found in the directory at the end of the file, as the format requires. A part is decompressed in pieces and compared
// with its checksum; the parts read may together have at most `most` bytes, whatever sizes the directory claims.
//
// PKWARE. ".ZIP File Format Specification", version 6.3.10.

import { DecodeUTF8, Inflate } from "fflate";
import { check, InputError } from "../../check.ts";

export interface Zip {
  /** Names of the parts, in lower case: they are compared without regard to case. */
  readonly names: readonly string[];
  /** The decompressed text of a part, in pieces. */
  readonly textOf: (name: string) => Generator<string, void, void>;
}

export interface ZipOptions {
  /** Name of the file, for messages. */
  readonly shown: string;
  /** Maximum number of decompressed bytes. */
  readonly most: number;
}

interface Entry {
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly packed: number;
  /** Position of the header before its bytes. */
  readonly offset: number;
}

/** Does the file begin as a zip file? Workbooks do. */
export function isZip(bytes: Uint8Array): boolean {
  const [p, k, a, b] = bytes;
  return p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6));
}

export function openZip(bytes: Uint8Array, { shown, most }: ZipOptions): Zip {
  const entries = directory(bytes, shown);
  const counted = new Set<string>();
  let unpacked = 0;
  return {
    names: [...entries.keys()],
    textOf: function* (name) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) throw brokenZip(shown, `without its part ${name}`);
      const isNew = !counted.has(name);
      counted.add(name);
      const count = (size: number) => {
        unpacked += isNew ? size : 0;
        if (unpacked > most) throw tooLargeWorkbook({ shown, most });
      };
      yield* decoded(pieces(bytes, entry, { name, shown, count }), shown);
    },
  };
}

export function tooLargeWorkbook({ shown, most }: ZipOptions): InputError {
  const size = `${Math.ceil(most / 1e6)} MB`;
  return new InputError(`table: "${shown}" must have at most ${size} after decompression, got more`, {
    field: "maxSize",
    remedies: [{ act: "leave rows out" }],
  });
}

export function brokenZip(shown: string, why: string): InputError {
  return new InputError(
    `table: "${shown}" must be a whole workbook, got one that is damaged (${why}); copy it again, or save it again`,
  );
}

const [endMark, directoryMark, headerMark, end64Mark] = [0x06054b50, 0x02014b50, 0x04034b50, 0x06064b50];
const mostComment = 65_535;

function directory(bytes: Uint8Array, shown: string): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const broken = (why: string) => brokenZip(shown, why);
  const end = endOf(view);
  if (end === -1) throw broken("cut off");
  let [count, at] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  // Larger counts and offsets are in a record of 64-bit numbers, which another record before this one points to.
  if (end >= 20 && (count === 0xffff || at === 0xffffffff)) {
    const end64 = whole64(view, end - 12);
    if (!(end64 + 56 <= end) || view.getUint32(end64, true) !== end64Mark) throw broken("cut off");
    [count, at] = [whole64(view, end64 + 32), whole64(view, end64 + 48)];
  }
  const out = new Map<string, Entry>();
  for (let k = 0; k < count; k++) {
    if (!(at + 46 <= end) || view.getUint32(at, true) !== directoryMark)
      throw broken("its list of parts is cut off");
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
    const name = latin1(bytes.subarray(at + 46, at + 46 + nameLength))
      .replaceAll("\\", "/")
      .toLowerCase();
    const sizes = { packed: view.getUint32(at + 20, true), offset: view.getUint32(at + 42, true) };
    out.set(name, {
      method: view.getUint16(at + 10, true),
      flags: view.getUint16(at + 8, true),
      crc: view.getUint32(at + 16, true),
      ...wide(view, sizes, {
        at,
        from: at + 46 + nameLength,
        to: Math.min(end, at + 46 + nameLength + extraLength),
      }),
    });
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return out;
}

function endOf(view: DataView): number {
  for (let k = view.byteLength - 22; k >= Math.max(0, view.byteLength - 22 - mostComment); k--)
    if (view.getUint32(k, true) === endMark) return k;
  return -1;
}

/** Sizes from the extra field of 64-bit numbers, which has those that do not fit in 32 bits, in this order. */
function wide(
  view: DataView,
  { packed, offset }: Pick<Entry, "packed" | "offset">,
  { at, from, to }: { readonly at: number; readonly from: number; readonly to: number },
): Pick<Entry, "packed" | "offset"> {
  for (let k = from; k + 4 <= to; k += 4 + view.getUint16(k + 2, true)) {
    if (view.getUint16(k, true) !== 1) continue;
    let next = k + 4;
    const read = (value: number) => {
      if (value !== 0xffffffff || next + 8 > to) return value;
      next += 8;
      return whole64(view, next - 8);
    };
    read(view.getUint32(at + 24, true)); // the size after decompression, which is counted instead
    return { packed: read(packed), offset: read(offset) };
  }
  return { packed, offset };
}

function whole64(view: DataView, at: number): number {
  return view.getUint32(at, true) + 2 ** 32 * view.getUint32(at + 4, true);
}

/** Compressed bytes at a time: deflate makes at most a thousand times as many of them. */
const pieceBytes = 16_384;

interface PartReading {
  readonly name: string;
  readonly shown: string;
  readonly count: (bytes: number) => void;
}

function* pieces(
  bytes: Uint8Array,
  { method, flags, crc, packed, offset }: Entry,
  { name, shown, count }: PartReading,
): Generator<Uint8Array, void, void> {
  const broken = (why: string) => brokenZip(shown, `${name}: ${why}`);
  check((flags & 1) === 0, `table: "${shown}" must have no password, got one that has; save it without`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!(offset + 30 <= bytes.length) || view.getUint32(offset, true) !== headerMark) throw broken("cut off");
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (!(start + packed <= bytes.length)) throw broken("cut off");
  if (method !== 0 && method !== 8) throw broken("compressed in an unusual way");
  const sum = checksum();
  let out: Uint8Array[] = [];
  const inflate = new Inflate((piece) => out.push(piece));
  for (let k = 0; k < packed; k += pieceBytes) {
    const piece = bytes.subarray(start + k, start + Math.min(packed, k + pieceBytes));
    if (method === 0) out.push(piece);
    else {
      try {
        inflate.push(piece, k + pieceBytes >= packed);
      } catch (error) {
        throw broken(error instanceof Error ? error.message : "not compressed as it says");
      }
    }
    for (const each of out) {
      count(each.length);
      sum.add(each);
      yield each;
    }
    out = [];
  }
  if (sum.value() !== crc) throw broken("its checksum differs");
}

function* decoded(parts: Iterable<Uint8Array>, shown: string): Generator<string, void, void> {
  let text = "";
  const decoder = new DecodeUTF8((piece) => {
    text += piece;
  });
  try {
    for (const part of parts) {
      decoder.push(part);
      yield text;
      text = "";
    }
    decoder.push(new Uint8Array(0), true);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw brokenZip(shown, "not UTF-8");
  }
  yield text;
}

/** CRC-32, as in zip and PNG. */
function checksum() {
  const table = Uint32Array.from({ length: 256 }, (_, k) => {
    let value = k;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = -1;
  return {
    add: (bytes: Uint8Array): void => {
      for (let k = 0; k < bytes.length; k++) crc = (crc >>> 8) ^ table[(crc ^ bytes[k]) & 255];
    },
    value: (): number => ~crc >>> 0,
  };
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
