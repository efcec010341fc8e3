// A cache of numbers by (region, set of variables), in bounded memory that is allocated once.
//
// A key is `words` words of bits; in region r variable r is never in a set (a node is not its own parent), so bit r marks
// occupied places, and an untouched place of zeros matches no key. Each region is divided into groups of four places. A key
// belongs to one group, by its hash; or by its value if a region has a place for every key (then nothing is ever evicted). A
// new key in a full group replaces the four places in rotation, so the contents depend only on the sequence of calls; an
// evicted number has to be computed again.

export interface TermCache {
  /** The number stored for the key at keys[at …], NaN if absent. */
  readonly get: (region: number, keys: Uint32Array, at: number) => number;
  readonly set: (region: number, keys: Uint32Array, at: number, value: number) => void;
  /** How many numbers are stored now. */
  readonly size: () => number;
  /** Bytes of all arrays. */
  readonly bytes: number;
}

export interface TermCacheOptions {
  readonly regions: number;
  /** Words of a key. */
  readonly words: number;
  /** Bits of a key that can be set. */
  readonly bits: number;
  readonly memoryBytes: number;
}

const ways = 4;

export function createTermCache({ regions, words, bits, memoryBytes }: TermCacheOptions): TermCache {
  const affordable = Math.max(1, Math.floor(memoryBytes / (8 + 4 * words) / (regions * ways)));
  const everyKey = bits <= 31 ? Math.max(1, 2 ** bits / ways) : Number.POSITIVE_INFINITY;
  const isDirect = everyKey <= affordable;
  const groups = isDirect ? everyKey : affordable;
  const places = regions * groups * ways;
  const values = new Float64Array(places);
  const storedKeys = new Uint32Array(places * words);
  let size = 0;
  let turn = 0;

  const firstPlace = (region: number, keys: Uint32Array, at: number): number => {
    const group = isDirect ? keys[at] >>> 2 : Math.floor((hash(keys, at, words) / 2 ** 32) * groups);
    return (region * groups + group) * ways;
  };
  /** Where the key is among the four places from `first` on, −1 if absent. */
  const find = (first: number, region: number, keys: Uint32Array, at: number): number => {
    const marked = region >>> 5;
    const mark = 1 << (region & 31);
    for (let place = first; place < first + ways; place++) {
      let w = 0;
      while (
        w < words &&
        storedKeys[place * words + w] === (w === marked ? keys[at + w] | mark : keys[at + w]) >>> 0
      )
        w++;
      if (w === words) return place;
    }
    return -1;
  };
  const placeFor = (first: number, region: number): number => {
    const [marked, mark] = [region >>> 5, 1 << (region & 31)];
    for (let place = first; place < first + ways; place++) {
      if ((storedKeys[place * words + marked] & mark) !== 0) continue;
      size++;
      return place;
    }
    turn = (turn + 1) % ways;
    return first + turn;
  };
  return {
    get: (region, keys, at) => {
      const place = find(firstPlace(region, keys, at), region, keys, at);
      return place < 0 ? Number.NaN : values[place];
    },
    set: (region, keys, at, value) => {
      const first = firstPlace(region, keys, at);
      const existing = find(first, region, keys, at);
      const place = existing < 0 ? placeFor(first, region) : existing;
      for (let w = 0; w < words; w++) storedKeys[place * words + w] = keys[at + w];
      storedKeys[place * words + (region >>> 5)] |= 1 << (region & 31);
      values[place] = value;
    },
    size: () => size,
    bytes: values.byteLength + storedKeys.byteLength,
  };
}

/** MurmurHash3 of the words (Appleby, 2011), 0 … 2³² − 1. */
function hash(keys: Uint32Array, at: number, words: number): number {
  let h = 0;
  for (let w = 0; w < words; w++) {
    let k = Math.imul(keys[at + w], 0xcc9e2d51);
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
    h ^= k;
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
