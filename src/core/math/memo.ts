// A cache of values by key with a maximum size; when it is full, it is cleared. Cleared values are recomputed, so a memo
// changes how long something takes, never its result.

export type Memo<Key, Value> = (key: Key, make: () => Value) => Value;

export function createMemo<Key, Value>(most: number): Memo<Key, Value> {
  const values = new Map<Key, Value>();
  return (key, make) => {
    const before = values.get(key);
    if (before !== undefined) return before;
    const value = make();
    if (values.size >= most) values.clear();
    values.set(key, value);
    return value;
  };
}

/** The same for whole-number keys from 0 to 2^53 and numeric values: in two arrays, which grow by doubling. */
export function createNumberMemo(most: number): Memo<number, number> {
  let keys = new Float64Array(fewest).fill(-1);
  let values = new Float64Array(fewest);
  let size = 0;
  return (key, make) => {
    let slot = slotOf(keys, key);
    if (keys[slot] === key) return values[slot];
    const value = make();
    if (size >= most) {
      keys.fill(-1);
      size = 0;
    }
    if (2 * size >= keys.length) double();
    // make() may itself have added entries.
    slot = slotOf(keys, key);
    if (keys[slot] < 0) size++;
    keys[slot] = key;
    values[slot] = value;
    return value;
  };

  function double(): void {
    const [oldKeys, oldValues] = [keys, values];
    keys = new Float64Array(2 * oldKeys.length).fill(-1);
    values = new Float64Array(2 * oldKeys.length);
    oldKeys.forEach((key, at) => {
      if (key < 0) return;
      const slot = slotOf(keys, key);
      keys[slot] = key;
      values[slot] = oldValues[at];
    });
  }
}

const fewest = 64;

/** The slot of the key, or the free slot for it; at least half of the slots are free. */
function slotOf(keys: Float64Array, key: number): number {
  const high = Math.floor(key / 2 ** 32);
  let hash = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  let slot = (hash ^ (hash >>> 13)) & (keys.length - 1);
  while (keys[slot] !== key && keys[slot] >= 0) slot = (slot + 1) & (keys.length - 1);
  return slot;
}
