// SHA-256 (FIPS 180-4), for hosts without a synchronous implementation. About 150 MB per second.

import { exponential, logarithm } from "../elementary.ts";

/** Hashes bytes incrementally; the digest is 64 hexadecimal digits. */
export interface Hasher {
  readonly update: (bytes: Uint8Array) => void;
  readonly digest: () => string;
}

/** The hash of the concatenation of texts (as UTF-8) and bytes. */
export function sha256(parts: readonly (string | Uint8Array)[]): string {
  const hash = createSha256();
  for (const part of parts) hash.update(typeof part === "string" ? utf8(part) : part);
  return hash.digest();
}

export function createSha256(): Hasher {
  const state = new Int32Array(initial);
  const block = new Uint8Array(64);
  const words = new Int32Array(64);
  let held = 0;
  let length = 0;
  return {
    update: (bytes) => {
      length += bytes.length;
      let at = 0;
      if (held > 0) {
        at = Math.min(64 - held, bytes.length);
        block.set(bytes.subarray(0, at), held);
        held += at;
        if (held < 64) return;
        compressInto(state, block, 0, words);
        held = 0;
      }
      for (; at + 64 <= bytes.length; at += 64) compressInto(state, bytes, at, words);
      block.set(bytes.subarray(at));
      held = bytes.length - at;
    },
    digest: () => {
      // Padding: a 1 bit, zeros, and the length in bits as a 64-bit number.
      const last = new Uint8Array(held < 56 ? 64 : 128);
      last.set(block.subarray(0, held));
      last[held] = 0x80;
      const view = new DataView(last.buffer);
      view.setUint32(last.length - 8, Math.floor(length / 2 ** 29));
      view.setUint32(last.length - 4, (length << 3) >>> 0);
      const end = new Int32Array(state);
      for (let at = 0; at < last.length; at += 64) compressInto(end, last, at, words);
      return Array.from(end, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    },
  };
}

/** Processes one block of 64 bytes. */
function compressInto(state: Int32Array, bytes: Uint8Array, at: number, w: Int32Array): void {
  for (let t = 0; t < 16; t++) {
    const k = at + 4 * t;
    w[t] = (bytes[k] << 24) | (bytes[k + 1] << 16) | (bytes[k + 2] << 8) | bytes[k + 3];
  }
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15];
    const y = w[t - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[t] + w[t]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** The UTF-8 bytes of a text; an unpaired surrogate becomes U+FFFD, as in TextEncoder. */
export function utf8(text: string): Uint8Array {
  const out = new Uint8Array(3 * text.length);
  let at = 0;
  for (const letter of text) {
    let code = letter.codePointAt(0)!;
    if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
    if (code < 0x80) out[at++] = code;
    else {
      const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
      out[at++] = ((0xf80 >> more) & 0xff) | (code >> (6 * more));
      for (let k = more - 1; k >= 0; k--) out[at++] = 0x80 | ((code >> (6 * k)) & 0x3f);
    }
  }
  return out.subarray(0, at);
}

// Fractional parts of the square roots of the first 8 primes and the cube roots of the first 64: the first 32 bits.
const primes = firstPrimes(64);
const initial = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));
const constants = Int32Array.from(primes, (p) => fraction(exponential(logarithm(p) / 3)));

function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const out: number[] = [];
  for (let p = 2; out.length < count; p++) if (out.every((q) => p % q !== 0)) out.push(p);
  return out;
}
