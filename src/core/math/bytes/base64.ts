// Base64 encoding and decoding of bytes, and of numbers as stored in memory, without functions of the host.

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function bytesFromBase64(text: string): Uint8Array {
  const filling = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const out = new Uint8Array((text.length / 4) * 3 - filling);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let k = 0; k < text.length - filling; k++) {
    held = (held << 6) | values[text.charCodeAt(k)];
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[at++] = (held >> bits) & 255;
      held &= (1 << bits) - 1;
    }
  }
  return out;
}

const values = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, alphabet.indexOf(String.fromCharCode(code))),
);

const codes = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0));
const equals = 61;

export function base64FromBytes(bytes: Uint8Array): string {
  const parts: string[] = [];
  // Chunks small enough for the arguments of one call, from a plain array passed by apply: spreading it takes eight times as long,
  // appending letter by letter even longer.
  const piece: number[] = new Array(4096).fill(0);
  for (let start = 0; start < bytes.length; start += 3072) {
    const end = Math.min(start + 3072, bytes.length);
    let at = 0;
    for (let k = start; k < end; k += 3) {
      const rest = end - k;
      const word = (bytes[k] << 16) | ((rest > 1 ? bytes[k + 1] : 0) << 8) | (rest > 2 ? bytes[k + 2] : 0);
      piece[at++] = codes[word >> 18];
      piece[at++] = codes[(word >> 12) & 63];
      piece[at++] = rest > 1 ? codes[(word >> 6) & 63] : equals;
      piece[at++] = rest > 2 ? codes[word & 63] : equals;
    }
    parts.push(String.fromCharCode.apply(null, at === piece.length ? piece : piece.slice(0, at)));
  }
  return parts.join("");
}

/** The bytes of the numbers, as a view without a copy. */
export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

export function base64FromNumbers(numbers: Float32Array | Float64Array): string {
  return base64FromBytes(bytesOf(numbers));
}

export function float64FromBase64(text: string): Float64Array {
  return new Float64Array(bytesFromBase64(text).buffer);
}
