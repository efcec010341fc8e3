// Numbers of a run folder that later runs with the same data and score use again: a file with a key.
//
// A line of JSON (format, key, what tells the shape of the numbers, and the SHA-256 of these and the numbers), then the numbers. A
// file is looked for in the run's own folder and in its sibling folders. A damaged one is not used: its numbers are recomputed.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { writeDurablySync } from "../files/durable.ts";
import { faultSentence } from "../files/fault.ts";

export interface KeyedFormat<S extends z.ZodRawShape> {
  readonly format: string;
  /** The format of earlier versions, whose numbers are not used. */
  readonly older?: string;
  readonly shape: S;
  /** What of the shape is in the checksum. */
  readonly hashed: (shape: ShapeOf<S>) => readonly number[];
  /** Length of the numbers in bytes. */
  readonly bytes: (shape: ShapeOf<S>) => number;
}

type ShapeOf<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

export interface KeyedPlace {
  /** The run's own folder, once it has one. */
  readonly folder: () => string | undefined;
  readonly onWarning: (sentence: string) => void;
}

export interface KeyedNumbers<S extends z.ZodRawShape> {
  readonly shape: ShapeOf<S>;
  readonly bytes: Uint8Array;
}

/** The first file that `read` accepts, and whether it is the run's own; a damaged one is a warning. */
export function foundIn<T extends object>(
  { folder, onWarning }: KeyedPlace,
  fileName: string,
  read: (path: string) => T | "damaged" | undefined,
): { readonly content: T; readonly isOwn: boolean } | undefined {
  const home = folder();
  if (home === undefined) return undefined;
  for (const place of [home, ...foldersBeside(home)]) {
    const path = join(place, fileName);
    const content = read(path);
    if (content === "damaged") onWarning(`${path}: the file is damaged; its numbers are recomputed`);
    else if (content) return { content, isOwn: place === home };
  }
  return undefined;
}

/** Writes the file into the run's own folder; a fault of the disk is a warning. */
export function writeKeyed<S extends z.ZodRawShape>(
  path: string,
  { format, hashed }: KeyedFormat<S>,
  { key, shape, parts }: { key: string; shape: ShapeOf<S>; parts: readonly Uint8Array[] },
  onWarning: KeyedPlace["onWarning"],
): void {
  const header = { format, key, ...shape, sha256: hashOf([key, ...hashed(shape)], parts) };
  try {
    writeDurablySync(path, [Buffer.from(`${JSON.stringify(header)}\n`), ...parts]);
  } catch (error) {
    const sentence = faultSentence(error, path);
    if (sentence === null) throw error;
    onWarning(`${sentence} (the search continues; later runs recompute these numbers)`);
  }
}

/** The numbers in this file, if it has this key; "damaged" if its checksum or format is wrong. */
export function readKeyed<S extends z.ZodRawShape>(
  path: string,
  key: string,
  { format, older, shape: shapeSchema, hashed, bytes: bytesOf }: KeyedFormat<S>,
): KeyedNumbers<S> | "damaged" | undefined {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch {
    return undefined; // most folders have no such file
  }
  const end = file.indexOf(10);
  const line = file.toString("utf8", 0, Math.max(end, 0));
  if (older !== undefined && line.startsWith(`{"format":"${older}"`)) return undefined;
  const header = headerSchema(format).safeParse(parsed(line)).data;
  if (header === undefined) return "damaged";
  if (header.key !== key) return undefined;
  const { format: _, key: __, sha256, ...rest } = header;
  const shape = z.strictObject(shapeSchema).safeParse(rest).data;
  if (shape === undefined) return "damaged";
  const bytes = file.subarray(end + 1);
  const isWhole = bytes.length === bytesOf(shape) && sha256 === hashOf([key, ...hashed(shape)], [bytes]);
  return isWhole ? { shape, bytes } : "damaged";
}

function headerSchema(format: string) {
  return z.looseObject({ format: z.literal(format), key: z.string(), sha256: z.string() });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function hashOf(facts: readonly (string | number)[], parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256").update(JSON.stringify(facts));
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

/** Sibling folders, the newest first. */
function foldersBeside(folder: string): string[] {
  const place = dirname(folder);
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && join(place, entry.name) !== folder)
    .map((entry) => join(place, entry.name))
    .map((path) => ({ path, changed: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.changed - a.changed)
    .map(({ path }) => path);
}
