// Terms that are differences of a function of sets of variables:
//
//     term(j, P) = g(P ∪ {j}) − g(P)
//
// Every score that compares the joint likelihood of a family with that of the parents has this form: BDeu, BIC of counts, BIC of
// conditional Gaussians. Reversing a covered edge leaves the sum of the two terms unchanged, so all members of an equivalence
// class have the same score; and the d 2^(d−1) terms follow from 2^d values of g.
//
// Values are cached: all of them up to 20 variables (8 MB); beyond, about a million, after which the cache is cleared.
// g = −Infinity: the number of parameters overflows, and the term is −Infinity too.

import { createSetMemo, setKeys, toggled } from "../math/set-keys.ts";
import type { Local, SetValues } from "./score.ts";

const most = 1_000_000;
const listedVariables = 20;

/** `all`: computes all values together, if possible; used only up to `listedVariables` variables. */
export function setTerms(
  d: number,
  value: (set: readonly number[]) => number,
  all?: Pick<SetValues, "bytes" | "values">,
): Local {
  const list = d <= listedVariables ? listed(d, value) : undefined;
  const joint = list?.of ?? mapped(d, value);
  const ofSets = list && all && { bytes: all.bytes, values: () => list.filled(all.values) };
  return {
    isGrown: true,
    ...(ofSets && { ofSets }),
    term: (node, parents) => {
      const whole = joint(toggled(parents, node));
      return whole === Number.NEGATIVE_INFINITY ? whole : whole - joint(parents);
    },
  };
}

function listed(d: number, value: (set: readonly number[]) => number) {
  let values: Float64Array | undefined;
  let isWhole = false;
  return {
    of: (set: readonly number[]): number => {
      values ??= new Float64Array(2 ** d).fill(Number.NaN);
      let mask = 0;
      for (const j of set) mask |= 1 << j;
      if (Number.isNaN(values[mask])) values[mask] = value(set);
      return values[mask];
    },
    *filled(all: SetValues["values"]): Generator<number, Float64Array, void> {
      if (values === undefined || !isWhole) values = yield* all();
      isWhole = true;
      return values;
    },
  };
}

function mapped(d: number, value: (set: readonly number[]) => number): typeof value {
  const memo = createSetMemo(d, most);
  const { keyOf } = setKeys(d);
  return (set) => memo(keyOf(set), () => value(set));
}
