// What sets of variables are remembered by: of up to 53 variables a number, the sum of 2^i over the members, which a double holds
// exactly; of more a text.

import { createMemo, createNumberMemo, type Memo } from "./memo.ts";

export type SetKey = number | string;

const mostNumbered = 53;

export interface SetKeys {
  /** Of a set of distinct members, ascending. */
  readonly keyOf: (set: readonly number[]) => SetKey;
  /** Of the set with one more member, or one less where it is one, from the key of the set. */
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

/** Numbers remembered by such keys, at most so many. */
export function createSetMemo(d: number, most: number): Memo<SetKey, number> {
  return (d > mostNumbered ? createMemo<string, number>(most) : createNumberMemo(most)) as Memo<
    SetKey,
    number
  >;
}

/** The set (ascending) with one more member, or one less where it is one. */
export function toggled(set: readonly number[], member: number): number[] {
  const out: number[] = [];
  let k = 0;
  for (; k < set.length && set[k] < member; k++) out.push(set[k]);
  if (set[k] === member) k++;
  else out.push(member);
  for (; k < set.length; k++) out.push(set[k]);
  return out;
}
