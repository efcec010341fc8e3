// The number of linear extensions of a partial order: of orders of the variables in which some come before others.
//
// Unrelated variables are free: k of n contribute a factor n! / (n − k)!. Mutually unrelated parts are counted separately
// and interleaved: (a + b)! / (a! b!). The count of a connected part is the sum over the variables that can come first in
// it; counts of parts are cached. This is polynomial for forests and the like and exponential in the worst case (counting
// linear extensions is #P-complete, Brightwell & Winkler 1991), hence the limit on steps.
//
// A set of variables is a row of bits: bit i % 32 of word i / 32.

export type Bits = Uint32Array;

/** A partial order, and the counts cached between calls. */
export interface Extensions {
  /** Number of words in a set. */
  readonly words: number;
  /** The variables before and after each. The relation must be transitive among the variables of a queried set. */
  readonly before: readonly Bits[];
  readonly after: readonly Bits[];
  readonly counts: Map<string, bigint>;
  readonly factorials: bigint[];
}

/** For the relation with directed[i * d + j] = 1 if i comes before j. */
export function extensionsOf(d: number, directed: Uint8Array): Extensions {
  const words = Math.ceil(d / 32);
  const rows = (): Bits[] => Array.from({ length: d }, () => new Uint32Array(words));
  const [before, after] = [rows(), rows()];
  for (let k = 0; k < d * d; k++) {
    if (directed[k] === 0) continue;
    const [i, j] = [Math.floor(k / d), k % d];
    after[i][j >>> 5] |= 1 << (j & 31);
    before[j][i >>> 5] |= 1 << (i & 31);
  }
  return { words, before, after, counts: new Map(), factorials: [1n] };
}

export function bitsOf({ words }: Extensions, variables: Iterable<number>): Bits {
  const out = new Uint32Array(words);
  for (const v of variables) out[v >>> 5] |= 1 << (v & 31);
  return out;
}

export function factorial({ factorials }: Extensions, n: number): bigint {
  while (factorials.length <= n) factorials.push(factorials.at(-1)! * BigInt(factorials.length));
  return factorials[n];
}

/** The number of orders of a set; null if counting them takes more than `steps` sets. */
export function linearExtensions(
  extensions: Extensions,
  set: Bits,
  steps = Number.POSITIVE_INFINITY,
): bigint | null {
  const { before, after, counts } = extensions;
  let stepsRemaining = steps;

  const ofSet = (rest: Bits): bigint | null => {
    if (--stepsRemaining < 0) return null;
    let count = factorial(extensions, sizeOf(rest));
    for (const part of relatedParts(extensions, rest)) {
      const orders = ofPart(part);
      if (orders === null) return null;
      count = (count / factorial(extensions, sizeOf(part))) * orders;
    }
    return count;
  };
  const ofPart = (part: Bits): bigint | null => {
    const key = keyOf(part);
    const cached = counts.get(key);
    if (cached !== undefined) return cached;
    let count = 0n;
    const alike = new Map<string, bigint>(); // by the variables after: minimal variables with the same successors have the same count
    for (const first of variablesOf(part)) {
      if (doMeet(before[first], part)) continue;
      const later = keyOf(after[first].map((word, w) => word & part[w]));
      const orders = alike.get(later) ?? ofSet(without(part, first));
      if (orders === null) return null;
      alike.set(later, orders);
      count += orders;
    }
    counts.set(key, count);
    return count;
  };
  return ofSet(set);
}

/** The connected parts with two variables or more. */
function relatedParts({ words, before, after }: Extensions, set: Bits): Bits[] {
  const out: Bits[] = [];
  let rest = set;
  for (const start of variablesOf(set)) {
    if (!has(rest, start)) continue;
    rest = without(rest, start);
    const part = new Uint32Array(words);
    const waiting = [start];
    let size = 0;
    for (let v = waiting.pop(); v !== undefined; v = waiting.pop()) {
      part[v >>> 5] |= 1 << (v & 31);
      size++;
      for (let w = 0; w < words; w++) {
        let fresh = rest[w] & (before[v][w] | after[v][w]);
        rest[w] ^= fresh;
        for (; fresh !== 0; fresh &= fresh - 1) waiting.push(32 * w + lowestBit(fresh));
      }
    }
    if (size > 1) out.push(part);
  }
  return out;
}

export function doMeet(a: Bits, b: Bits): boolean {
  for (let w = 0; w < a.length; w++) if ((a[w] & b[w]) !== 0) return true;
  return false;
}

function has(set: Bits, v: number): boolean {
  return ((set[v >>> 5] >>> (v & 31)) & 1) === 1;
}

function without(set: Bits, v: number): Bits {
  const out = set.slice();
  out[v >>> 5] &= ~(1 << (v & 31));
  return out;
}

function keyOf(set: Bits): string {
  return String.fromCharCode(...new Uint16Array(set.buffer));
}

function sizeOf(set: Bits): number {
  let count = 0;
  for (let w = 0; w < set.length; w++) for (let bits = set[w]; bits !== 0; bits &= bits - 1) count++;
  return count;
}

/** Ascending. */
export function variablesOf(set: Bits): number[] {
  const out: number[] = [];
  for (let w = 0; w < set.length; w++)
    for (let bits = set[w]; bits !== 0; bits &= bits - 1) out.push(32 * w + lowestBit(bits));
  return out;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
