import { expect, it } from "vitest";
import { createRng } from "./rng.ts";
import { createSetMemo, type SetKey, setKeys, toggled } from "./set-keys.ts";

for (const d of [1, 20, 53, 54, 90])
  it(`keys of sets of ${d} variables are equal where the sets are, and only there`, () => {
    const { keyOf, toggledKey } = setKeys(d);
    const { integer } = createRng(`set-keys/${d}`);
    const texts = new Map<SetKey, string>();
    const memo = createSetMemo(d, 10_000);
    let set: number[] = [];
    let key = keyOf(set);
    for (let k = 0; k < 3000; k++) {
      const member = integer(3) === 0 ? d - 1 - integer(Math.min(d, 3)) : integer(d);
      key = toggledKey(key, set, member);
      const flipped = set.includes(member) ? set.filter((i) => i !== member) : [...set, member];
      set = toggled(set, member);
      expect(set).toEqual(flipped.sort((a, b) => a - b));
      expect(key).toBe(keyOf(set));
      expect(texts.get(key) ?? set.join()).toBe(set.join());
      texts.set(key, set.join());
      expect(memo(key, () => set.length)).toBe(set.length);
    }
    expect(texts.size).toBe(new Set(texts.values()).size);
  });
