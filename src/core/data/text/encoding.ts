// Text of a file that is not UTF-8: what spreadsheets of older systems write, and UTF-16.

import type { OtherEncoding } from "../cells.ts";

/** By the mark that UTF-16 begins with; bytes that are no UTF-8 are taken for Windows-1252, of which Latin-1 is a part. */
export function encodingOf(bytes: Uint8Array): OtherEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  // A file of another kind has zeros in it, and is refused as what it is.
  return isUtf8(bytes) || bytes.includes(0) ? null : "windows-1252";
}

/** Is every character whole, but for one that is cut at the end? */
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
