// Documents that are stored and read back: JSON whose last member is a checksum of all others.
//
//     { "format": "wherefore-…", …, "checksum": "sha256:…" }
//
// The checksum is that of the members as JSON without spaces, so that reindenting a file changes nothing, and any change
// of a value, a name or the order of members is detected. A damaged document is refused with a remedy; one that an earlier
// version stored without a checksum is validated by its schema alone.

import type * as z from "zod";
import { check, InputError, inOurWords } from "../check.ts";
import { sha256 } from "../math/bytes/bytes.ts";

export type Sealed<T> = T & { readonly checksum: string };

type Hash = (parts: readonly string[]) => string;

/** The document with its checksum. Undefined members are neither stored nor hashed. */
export function sealed<T extends object>(document: T): Sealed<T> {
  return { ...document, checksum: checksumOf(JSON.stringify(document), sha256) };
}

/** The same as text, for documents of megabytes: serialised once, and hashed by the host. */
export function sealedText(document: object, hash: Hash): string {
  const text = JSON.stringify(document);
  return `${text.slice(0, -1)},"checksum":"${checksumOf(text, hash)}"}`;
}

export interface Opening<T> {
  readonly schema: z.ZodType<T>;
  /** Its name in sentences: its path. */
  readonly name: string;
  /** The remedy for a damaged document, as the end of a sentence. */
  readonly remedy: string;
  /** By default, documents without a checksum, from earlier versions, are read too. */
  readonly isAlwaysSealed?: boolean;
  readonly hash?: Hash;
}

/** The document in a text; refuses one that is damaged, or does not match the schema. */
export function opened<T>(text: string, options: Opening<T>): T {
  const { schema, name, remedy, isAlwaysSealed = false, hash = sha256 } = options;
  const isWhole = (condition: boolean, why: string): void =>
    check(condition, `${name}: the file is damaged (${why})`, { remedies: [{ act: remedy }] });
  const { checksum, ...document } = parsed(text, (why) => isWhole(false, why));
  isWhole(checksum !== undefined || !isAlwaysSealed, "its checksum is missing");
  isWhole(
    checksum === undefined || checksum === checksumOf(JSON.stringify(document), hash),
    "its checksum does not match",
  );
  const { success, error } = schema.safeParse(document, inOurWords);
  // The document itself: the schema's copy has its members in another order.
  if (success) return document as T;
  const [{ path, message }] = error.issues;
  throw new InputError(
    `${name}: ${path.join(".") || "the document"} must be ${message}; it is damaged or of another version: ${remedy}`,
  );
}

function parsed(text: string, refuse: (why: string) => void): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    refuse("it is not JSON");
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) refuse("it is not an object");
  return json as Record<string, unknown>;
}

function checksumOf(text: string, hash: Hash): string {
  return `sha256:${hash([text])}`;
}

/** Indented, with lists of names and numbers on one line. A newline is never inside a JSON string, so this is safe. */
export function indented(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (_, list: string) => `[${list.replace(/\n\s+/g, " ")}]`)}\n`;
}
