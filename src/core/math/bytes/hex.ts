// Bytes from hexadecimal text, without functions of the host. WebAssembly modules are embedded this way: the text has twice their
// length, but compresses better than base64, whose letters are not aligned with bytes.

export function bytesFromHex(text: string): Uint8Array {
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++)
    out[i] = 16 * digit(text.charCodeAt(2 * i)) + digit(text.charCodeAt(2 * i + 1));
  return out;
}

/** The value of a digit 0 to 9 or a to f. */
function digit(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}
