// Bytes from hexadecimal text, without the help of a host. Modules are embedded so: twice as long as they are, but compressed
// they are smaller than in base64, whose letters do not fall on the bounds of bytes.

export function bytesFromHex(text: string): Uint8Array {
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++)
    out[i] = 16 * digit(text.charCodeAt(2 * i)) + digit(text.charCodeAt(2 * i + 1));
  return out;
}

/** Of 0 to 9 and a to f. */
function digit(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}
