// Cache keys for sets of variables: up to 53 variables a number, the sum of 2^i over the members, which a double represents
// exactly; for more, a string.

import { createMemo, createNumberMemo, type Memo } from "./memo.ts";

export type SetKey = number | string;

const mostNumbered = 53;

export interface SetKeys {
  /** The key of a set of distinct members, ascending. */
  readonly keyOf: (set: readonly number[]) => SetKey;
  /** The key of the set with `member` added, or removed if present, from the key of the set. */
  readonly toggledKey: (key: SetKey, set: readonly number[], member: number) => SetKey;
}

/** For sets of d variables. */
export function setKeys(d: number): SetKeys {
  if (d > mostNumbered)
    return { keyOf: (set) => set.join(), toggledKey: (_, set, member) => toggled(set, member).join() };
  const powers = Float64Array.from({ length: d }, (_, i) => 2 ** i);
  return {
    keyOf: (set) => {
      let sum = 0;
      for (const i of set) sum += powers[i];
      return sum;
    },
    toggledKey: (key, set, member) =>
      (key as number) + (set.includes(member) ? -powers[member] : powers[member]),
  };
}

/** A cache of at most `most` numbers with such keys. */
export function createSetMemo(d: number, most: number): Memo<SetKey, number> {
  return (d > mostNumbered ? createMemo<string, number>(most) : createNumberMemo(most)) as Memo<
    SetKey,
    number
  >;
}

/** The set (ascending) with `member` added, or removed if present. */
export function toggled(set: readonly number[], member: number): number[] {
  const out: number[] = [];
  let k = 0;
  for (; k < set.length && set[k] < member; k++) out.push(set[k]);
  if (set[k] === member) k++;
  else out.push(member);
  for (; k < set.length; k++) out.push(set[k]);
  return out;
}
