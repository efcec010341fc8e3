// Bytes as base64 text and back, without the help of a host.

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

export function base64FromBytes(bytes: Uint8Array): string {
  const parts: string[] = [];
  // Pieces of a few thousand characters: long strings grow slowly one by one.
  for (let start = 0; start < bytes.length; start += 3072) {
    const end = Math.min(start + 3072, bytes.length);
    let part = "";
    for (let k = start; k < end; k += 3) {
      const left = end - k;
      const word = (bytes[k] << 16) | ((left > 1 ? bytes[k + 1] : 0) << 8) | (left > 2 ? bytes[k + 2] : 0);
      part += alphabet[word >> 18] + alphabet[(word >> 12) & 63];
      part += left > 1 ? alphabet[(word >> 6) & 63] : "=";
      part += left > 2 ? alphabet[word & 63] : "=";
    }
    parts.push(part);
  }
  return parts.join("");
}
