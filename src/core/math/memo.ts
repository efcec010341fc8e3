// Values remembered by key, at most so many of them: then all are forgotten. What was forgotten is made again, so a memo
// changes the time that something takes, never what comes out.

export type Memo<Key, Value> = (key: Key, make: () => Value) => Value;

export function createMemo<Key, Value>(most: number): Memo<Key, Value> {
  const known = new Map<Key, Value>();
  return (key, make) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = make();
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
}
