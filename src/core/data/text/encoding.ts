// Encodings other than UTF-8: Windows-1252, as written by spreadsheets on older systems, and UTF-16.

import type { OtherEncoding } from "../cells.ts";

/** UTF-16 by its byte-order mark; bytes that are not UTF-8 are read as Windows-1252, which includes Latin-1; null for UTF-8. */
export function encodingOf(bytes: Uint8Array): OtherEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  // Zero bytes mean a binary file, which is refused later as such.
  return isUtf8(bytes) || bytes.includes(0) ? null : "windows-1252";
}

/** Is every character complete, except perhaps a truncated one at the end? */
function isUtf8(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const first = bytes[i];
    if (first < 0x80) continue;
    const more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
    if (more === 0) return false;
    for (let k = 0; k < more && ++i < bytes.length; k++) if ((bytes[i] & 0xc0) !== 0x80) return false;
  }
  return true;
}
